import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import type { Plan } from '../../src/report/story/plan.ts';
import type { ModelServer } from '../support/model-server.ts';
import { CONFIG_PATH, MODEL_KEY, modelServer } from '../support/scenario.ts';
import { shopJudge } from '../support/shop-judge.ts';
import { desk, type Desk } from './desk.ts';

/** Knows the rows that `init` writes, with a "not" and without. */
const knowing = (rows: string) => {
  const known = rows
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          text: string;
          answer: string | string[];
          negated_answer: string | string[];
        },
    );
  const words = (text: string) =>
    text.replace(/\b(?:not|really|truly|indeed|certainly|surely|actually|in fact) /g, '');
  return (prompt: string): string => {
    const [question = ''] = prompt.split('\n');
    const row =
      known.find(({ text }) => text === words(question)) ??
      known.find(
        ({ text }) =>
          words(question).startsWith(text.slice(0, 12)) &&
          words(question).endsWith(text.slice(-12)),
      );
    return row
      ? [/ not /.test(question) ? row.negated_answer : row.answer].flat()[0]!
      : 'Good morning.';
  };
};

it('init, check and run work in an empty folder without a key', async () => {
  const { cli, read, write } = await desk();
  const first = await cli('init', '--hub', 'reference', '--model', 'attentive', '--yes');
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(first.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /about [\d to]+ requests for a model that passes, [\d to]+ for one that fails at once, judge and calibration included\./,
  );
  expect(await read('.github/workflows/sensitivity.yml')).toContain('actions/upload-artifact@');
  expect(await cli('check', '--offline')).toMatchObject({ exitCode: 0, stderr: '' });
  const plan = await cli('check', '--offline', '--json');
  const {
    plan: { tests: planned, sections },
  } = JSON.parse(plan.stdout) as { plan: Plan };
  expect(planned.map(({ test_type }) => test_type)).toContain('add_negation');
  // The placebos of add_toxic_words are questions of the head: there is no base.
  expect(sections.map(({ section }) => section)).not.toContain('base');
  // The scripted model answers everything, what it should refuse too.
  await write(CONFIG_PATH, (await read(CONFIG_PATH)).replace(/^ {4}refusal:.*\n/m, ''));
  const shown = await cli('run', '--show-rows');
  const run = await cli('run', '--json');
  expect(run.exitCode).toBe(0);
  const results = JSON.parse(run.stdout) as Results;
  expect(results.outcome).toBe('pass');
  expect(run.stderr).toContain('Report: ');
  const [row] = results.results;
  for (const text of [
    row!.source,
    row!.original,
    row!.placebo!,
    row!.test_case,
    row!.actual_result!,
  ])
    expect(shown.stdout.replaceAll(/\{\+|\+\}/g, '')).toContain(text);
  // Existing files stay unchanged.
  const before = await read(CONFIG_PATH);
  const again = await cli('init', '--yes');
  expect(again).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('already exist, and nothing was written'),
  });
  expect(await read(CONFIG_PATH)).toBe(before);
  expect((await cli('init', '--yes', '--force')).exitCode).toBe(0);
  expect(await read(CONFIG_PATH)).not.toBe(before);
});

it('init called by npx prints its next commands with npx', async () => {
  const { cli } = await desk({ env: { npm_command: 'exec' } });
  const { stdout } = await cli('init', '--model', 'm', '--yes');
  for (const next of ['check', 'run'])
    expect(stdout).toMatch(new RegExp(`npx github:\\S+/sensitivity-action ${next}`));
  expect(stdout).not.toMatch(/sensitivity (?:check|run)/);
});

it('init gates the prompt of the repository on its default branch, and names other data', async () => {
  const { cli, read, folder } = await desk();
  execFileSync('git', ['init', '-q', '-b', 'trunk'], { cwd: folder });
  await Promise.all(['prompts', 'data'].map((name) => mkdir(path.join(folder, name))));
  await writeFile(path.join(folder, 'prompts/support.txt'), 'You answer the customers of a shop.');
  await writeFile(
    path.join(folder, 'prompts/a.md'),
    'Answer: {{ question }}'.replace('{{ question }}', '{question}'),
  );
  await writeFile(path.join(folder, 'data/rows.csv'), 'text\na');
  const config = async (...more: string[]) => {
    const { stdout, exitCode } = await cli('init', '--yes', '--force', ...more);
    expect(exitCode).toBe(0);
    return { stdout, text: await read(CONFIG_PATH) };
  };
  const template = await config();
  // The template has no place for options, so the rows have none.
  expect(template.text).toMatch(/prompt_file: prompts\/a\.md[^]*source: "builtin:statements"/);
  expect(template.stdout).not.toContain('evals/questions.jsonl');
  expect(template.stdout).toContain('Use rows of your own: data/rows.csv');
  expect(await read('.github/workflows/sensitivity.yml')).toContain('branches: [trunk]');
  const system = await config('--prompt', 'prompts/support.txt');
  expect(system.text).toMatch(
    /system_prompt_file: prompts\/support\.txt[^]*source: "evals\/questions\.jsonl"/,
  );
  expect(await cli('check', '--offline', '--model', 'm')).toMatchObject({ exitCode: 0 });
  const measured = await config(
    '--prompt',
    'none',
    '--hub',
    'reference',
    '--data',
    'builtin:statements',
    '--measure',
  );
  expect(measured.stdout).toContain('The minima are written to .github/sensitivity.yml.');
  expect(measured.text).toMatch(
    /add_negation: \{ min_valid: 0\.\d+, min_steady: 0\.\d+, min_pass_rate: 0\.9\d* \}/,
  );
  expect(await cli('init', '--yes', '--force', '--prompt', 'none.txt')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('there is no file none.txt'),
  });
});

it.each(['http', 'azure-openai'])(
  'validate names the placeholders of init --hub %s, and accepts the file once they are replaced',
  async (hub) => {
    const { cli, read, folder } = await desk();
    const { stdout } = await cli('init', '--hub', hub, '--yes');
    expect(stdout).toContain('Replace the placeholders YOUR-MODEL (.github/sensitivity.yml)');
    expect(stdout).toMatch(/\d+ requests for a model that passes/);
    const open = await cli('check', '--offline', '--model', 'm');
    expect(open).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('is a placeholder for the address of your service'),
    });
    const text = (await read(CONFIG_PATH))
      .replaceAll(/YOUR-[A-Z]+/g, 'ours')
      .replace('assistant.example.com', 'ours.example');
    await writeFile(path.join(folder, CONFIG_PATH), text);
    const filled = await cli('check', '--offline');
    expect(filled).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('to `--allowed-hosts`'),
    });
  },
);

it('init without a terminal names the options that answer its questions', async () => {
  const { cli } = await desk();
  expect(await cli('init')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--hub, --model, --data.*--yes/),
  });
  expect(await cli('init', '--hub', 'opnai', '--yes')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("did you mean 'openai'?"),
  });
});

/** A model server, and a desk whose configuration from init asks it. */
async function overHttp(
  options: Parameters<typeof modelServer>[0] = {},
): Promise<{ model: ModelServer; at: Desk; base: string[] }> {
  const model = await modelServer(options);
  const at = await desk({ env: { OPENAI_API_KEY: MODEL_KEY } });
  const base = ['--base-url', `${model.url}/v1`];
  await at.cli('init', '--model', 'm', '--data', 'evals/questions.jsonl', '--yes', ...base);
  return { model, at, base };
}

/** The same with the test over the written questions alone. */
async function overHttpWithQuestions() {
  const made = await overHttp();
  const text = await made.at.read(CONFIG_PATH);
  await made.at.write(CONFIG_PATH, text.replace(/^ {4}(?:add_toxic_words|refusal):.*\n/gm, ''));
  return made;
}

it('the rows of init separate a good model from one that overlooks the "not"', async () => {
  const { model, at, base } = await overHttpWithQuestions();
  const answer = knowing(await at.read('evals/questions.jsonl'));
  model.options.answer = answer;
  expect((await at.cli('run', ...base)).exitCode).toBe(0);
  model.options.answer = (prompt) => answer(prompt.replace(/ not /g, ' '));
  expect((await at.cli('run', ...base)).exitCode).toBe(1);
});

it('check names a refused key by its variable, and exits with 0 if all models answer', async () => {
  const { model, at, base } = await overHttp({ keys: ['sk-another-key'] });
  const refused = await at.cli('check', ...base);
  expect(refused.exitCode).toBe(3);
  expect(refused.stdout).toContain(`endpoint ${model.url}/v1`);
  expect(refused.stdout).toContain('key from OPENAI_API_KEY');
  expect(refused.stdout).toMatch(/refuses the key \(HTTP 401\)/);
  expect(refused.stdout).toContain(
    'the variable `SENSITIVITY_API_KEY` or the variable `OPENAI_API_KEY`',
  );
  expect(refused.stdout).not.toMatch(/the input|sk-/);

  model.options.keys = [MODEL_KEY];
  model.options.answer = (prompt) => shopJudge(prompt) ?? 'yes';
  const judged = `evaluation: { method: pair, judge: { hub: openai, name: j, base_url: "${model.url}/v1" } }`;
  const config = `model: { hub: openai, name: m, base_url: "${model.url}/v1" }\ndata: { source: "builtin:statements" }\ntests: { sensitivity: { add_negation: { method: pair, scorer: embedding }, output_toxicity: { scorer: judge } } }\n${judged}\n`;
  await at.write(CONFIG_PATH, config);
  const well = await at.cli('check', '--json');
  expect(well.exitCode).toBe(0);
  const { models } = JSON.parse(well.stdout) as {
    models: { role: string; key: object; latency: number }[];
  };
  expect(models.map(({ role }) => role)).toEqual(['model', 'embeddings', 'judge']);
  for (const { key, latency } of models) {
    expect(key).toEqual({ variable: 'OPENAI_API_KEY', isSet: true, isSent: true, isNeeded: false });
    expect(latency).toBeGreaterThan(0);
  }
  expect(well.stdout).not.toContain(MODEL_KEY);
});

it('check reports a missing key once, with the lines that set it', async () => {
  const { cli, write } = await desk();
  const tests = 'tests: { sensitivity: { add_negation: {} } }';
  const data = 'data: { source: "builtin:statements" }';
  await write('s.yml', `model: { hub: openai, name: m }\n${data}\n${tests}\n`);
  const { exitCode, stdout } = await cli('check', '--config', 's.yml');
  expect(exitCode).toBe(3);
  const [, afterName = ''] = stdout.split(/^. model: .*\n/m);
  expect(afterName.split('\n').slice(0, 4)).toEqual([
    '    endpoint https://api.openai.com/v1',
    '    no key: OPENAI_API_KEY is not set',
    '    Here: export OPENAI_API_KEY=…',
    '    In the workflow: api-key: ${{ secrets.OPENAI_API_KEY }}',
  ]);
  expect(stdout).not.toContain('needs a key');
});

it.each([
  ['{ advisory: true }', 'Every test is advisory, so nothing gates'],
  ['{ method: pair, min_pass_rate: 0 }', 'Every model passes at a minimum of 0, so nothing gates'],
  ['{ method: pair }', undefined],
])('validate and plan say whether anything gates under %s', async (test, notice) => {
  const { cli, write } = await desk();
  const text = `model: { hub: reference, name: attentive }\ndata: { source: "builtin:statements" }\ntests: { sensitivity: { add_negation: ${test} } }\n`;
  await write('s.yml', text);
  const { stdout } = await cli('check', '--offline', '--config', 's.yml', '--json');
  const { notices } = JSON.parse(stdout) as { notices: string[] };
  const found = notices.filter((one) => one.includes('nothing gates'));
  expect(found).toEqual(notice === undefined ? [] : [expect.stringContaining(notice)]);
});

it('JSON output has no lone surrogate, which parsers of other languages refuse', async () => {
  const { cli, write } = await desk();
  const text =
    'model: { hub: reference, name: attentive }\ndata: { source: "builtin:a\\uD800" }\ntests: { sensitivity: { add_negation: {} } }\n';
  await write('s.yml', text);
  const { stdout } = await cli('check', '--offline', '--config', 's.yml', '--json');
  expect((JSON.parse(stdout) as { problems: { message: string }[] }).problems[0]!.message).toBe(
    'There is no built-in data set `"a\ufffd"`.',
  );
  expect(stdout).not.toMatch(/\\ud800/i);
});

it('check --json lists every problem of configuration and data', async () => {
  const { cli, write } = await desk();
  const check = async (text: string) => {
    await write('s.yml', text);
    const { exitCode, stdout } = await cli('check', '--offline', '--config', 's.yml', '--json');
    return {
      exitCode,
      where: (JSON.parse(stdout) as { problems: { where: string }[] }).problems.map(
        ({ where }) => where,
      ),
    };
  };
  const tests =
    'tests:\n  sensitivity:\n    add_negation: {}\n    add_toxic_words: { data: { source: "builtin:sentnces" } }\n';
  expect(
    await check(`model: { hub: openai, name: m, tempature: 3 }\ndatas: { source: x }\n${tests}`),
  ).toEqual({
    exitCode: 2,
    where: ['s.yml:1:32', 's.yml:2:1'],
  });
  expect(
    await check(
      `model: { hub: openai, name: m, base_url: "ftp://no.example/v1" }\ndata: { source: nowhere.jsonl }\n${tests}`,
    ),
  ).toEqual({
    exitCode: 2,
    where: ['s.yml:1:32', 's.yml:2:17', 's.yml:6:40'],
  });
  expect(
    await check(
      `model: { hub: openai, name: m }\ndata: { source: "builtin:statements" }\n${tests.replace('sentnces', 'sentences')}`,
    ),
  ).toEqual({ exitCode: 0, where: [] });
});

it('an error of a terminal names options, and is JSON with --json', async () => {
  const { cli } = await desk();
  const run = await cli('run', '--json');
  expect(run.exitCode).toBe(2);
  expect((JSON.parse(run.stdout) as Results).problem!.remedy).toContain('`--config`');
  const { exitCode, stdout, stderr } = await cli(
    'suggest',
    '--json',
    '--hub',
    'opnai',
    '--model',
    'm',
  );
  expect({ exitCode, stderr: stderr.split('\n').length > 1 }).toEqual({
    exitCode: 2,
    stderr: true,
  });
  expect((JSON.parse(stdout) as { problem: { remedy: string } }).problem.remedy).toContain(
    '`--config`',
  );
});
