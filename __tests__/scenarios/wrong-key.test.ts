import { runCli } from '../support/run-action.ts';
import { config, gitHub, MODEL_KEY, modelServer, scenario } from '../support/scenario.ts';

it('a refused key is named once in log, annotation, summary, comment, page and terminal', async () => {
  const [model, github] = [await modelServer({ keys: ['another-key'] }), await gitHub()];
  const rows = Array.from({ length: 40 }, (_, i) => `Street ${i} is long.`).join('\n');
  const files = { '.github/sensitivity.yml': config(model), 'evals/statements.txt': rows };
  const { stdout, summary, report, everything } = await scenario({ model, github, files });
  expect(report!.results).toHaveLength(40);
  const head = 'ould not judge the model: its endpoint refuses the key';
  expect(stdout).toMatch(new RegExp(`^sensitivity: error: C${head}$`, 'm'));
  expect(stdout).toMatch(
    /^40 rows in error \(authentication\): its endpoint refuses the key\. Check the key in the input `api-key`/m,
  );
  expect(stdout.match(/^::error title=C/gm)).toHaveLength(1);
  expect(stdout).toMatch(
    /^::error title=Could not judge the model%3A its endpoint refuses the key,.*::40 rows in error: .*api-key/m,
  );
  for (const shown of [summary, github.comments[0]!.body!]) {
    expect(shown).toContain(`<h3>⛔ Sensitivity: c${head}</h3>`);
    expect(shown).toContain(
      '<b>What to do next.</b> Check the key in the input <code>api-key</code>',
    );
    expect(shown.match(/HTTP 401/g)).toHaveLength(1);
    expect(shown).not.toContain('<table>');
  }
  const page = everything.slice(
    everything.indexOf('<!DOCTYPE html>'),
    everything.indexOf('</html>'),
  );
  expect(page).toContain(`C${head}`);
  expect(page.match(/HTTP 401/g)).toHaveLength(1);

  const { stdout: printed } = await runCli(['run'], { files, env: { OPENAI_API_KEY: MODEL_KEY } });
  expect(printed.replace(/\s+/g, ' ')).toContain(`C${head}`);
  expect(printed.match(/HTTP\s+401/g)).toHaveLength(1);
  expect(printed.split('\n').length).toBeLessThan(30);
});

it('a terminal and its report.html name flags and variables, and no inputs', async () => {
  const files = (host: string) => ({
    '.github/sensitivity.yml': config({ url: host }),
    'evals/statements.txt': 'The sky is blue.\nGrass is green.',
  });
  const model = await modelServer({ keys: ['another-key'] });
  const refused = await runCli(['run'], {
    files: files(model.url),
    env: { OPENAI_API_KEY: MODEL_KEY },
  });
  for (const shown of [refused.stdout, refused.page]) {
    expect(shown).toContain('SENSITIVITY_API_KEY');
    expect(shown).not.toMatch(/\binputs? (?:<code>|`)/);
  }
  const stranger = await runCli(['run'], {
    files: files('https://elsewhere.example'),
    env: { OPENAI_API_KEY: MODEL_KEY },
  });
  for (const shown of [stranger.stdout, stranger.page]) {
    expect(shown).toContain('--allowed-hosts');
    expect(shown).not.toMatch(/\binputs? (?:<code>|`)/);
  }
});
