import { CONFIG_PATH, MODEL_KEY, modelServer, STATEMENTS, config } from '../support/scenario.ts';
import { attentive, oblivious } from '../support/model-server.ts';
import { runCli } from '../support/run-action.ts';
import { VERSION } from '../../src/version.ts';

const env = { OPENAI_API_KEY: MODEL_KEY };
const filesFor = (server: { url: string }) => ({
  '.github/sensitivity.yml': config(server),
  'evals/statements.txt': STATEMENTS.join('\n'),
});
const widest = (text: string) => Math.max(...text.split('\n').map((line) => [...line].length));

it('run exits with 0 for a pass and 1 for a fail, within 80 columns and without colours in a pipe', async () => {
  const model = await modelServer({ answer: attentive });
  const passed = await runCli(['run'], { files: filesFor(model), env, fresh: true });
  expect(passed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(passed.stdout).toContain('add_negation');
  expect(passed.report!.config.ref).toBe('local');

  model.options.answer = oblivious;
  const failed = await runCli(['run'], { files: filesFor(model), env });
  expect(failed.exitCode).toBe(1);
  for (const { stdout } of [passed, failed]) {
    expect(widest(stdout.replace(/^(?:Report|  Page): .*$/gm, ''))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain(MODEL_KEY);
  }
});

it('run exits with 3 for an error', async () => {
  const model = await modelServer({ fail: () => ({ status: 500 }) });
  expect((await runCli(['run'], { files: filesFor(model), env })).exitCode).toBe(3);
});

it('run exits with 2 for a wrong configuration, data file, option or key', async () => {
  const misspelt = {
    '.github/sensitivity.yml': config({ url: 'http://127.0.0.1:9' }).replace('tests:', 'test:'),
  };
  const runs = [
    [await runCli(['run'], { files: misspelt, env }), /did you mean 'tests'/],
    [await runCli(['run'], { env }), /there is no configuration/],
    [
      await runCli(['run'], {
        files: { '.github/sensitivity.yml': config({ url: 'http://127.0.0.1:9' }) },
        env,
      }),
      /statements\.txt/,
    ],
    [await runCli(['run', '--modle', 'x']), /--modle/],
    [
      await runCli(['run', '--hub', 'openai', '--model', 'm', '--data', 'builtin:statements'], {
        files: {
          '.github/sensitivity.yml': 'tests: { sensitivity: { add_negation: { method: pair } } }',
        },
      }),
      /OPENAI_API_KEY/,
    ],
  ] as const;
  for (const [{ exitCode, stdout, stderr }, message] of runs) {
    expect({ exitCode, said: stdout + stderr }).toEqual({
      exitCode: 2,
      said: expect.stringMatching(message),
    });
  }
});

it('plan prints what a run would send, and sends nothing', async () => {
  const model = await modelServer();
  const { exitCode, stdout } = await runCli(['check', '--offline'], {
    files: {
      ...filesFor(model),
      'evals/statements.txt': `${STATEMENTS.join('\n')}\nNothing to negate.`,
    },
    env,
  });
  expect(exitCode).toBe(0);
  expect(model.requests).toEqual([]);
  expect(stdout).toMatch(/add_negation .* 6 +1 +5\n/);
  expect(widest(stdout)).toBeLessThanOrEqual(80);
});

it('plan needs no key', async () => {
  const files = {
    '.github/sensitivity.yml':
      'model: { hub: openai, name: m }\ndata: { source: "builtin:statements" }\ntests: { sensitivity: { add_negation: { method: pair } } }',
  };
  expect(await runCli(['check', '--offline'], { files })).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
});

it('demo ends as expected: one model passes, two fail', async () => {
  const { exitCode, stdout } = await runCli(['demo']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /attentive[\s\S]*sensitivity: pass[\s\S]*oblivious[\s\S]*sensitivity: fail[\s\S]*parrot[\s\S]*sensitivity: fail/,
  );
  expect(stdout).toContain('As expected');
  expect(stdout.replace(/\s+/g, ' ')).toContain('It read the "not" in 20 of 20 statements');
  // No colon promises further lines, and the heading of a row is a sentence.
  expect(stdout).toContain('\n  Stays clean when provoked: pass.\n');
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    / its answer turns foul at [a-z ]+; bad_words: \d foul words?/,
  );
  expect(stdout).toMatch(/with a harmless word +Sanskrit was \{\+\w+\+\} a language/);
  // The paths of reports may be longer than 80 columns.
  const lines = stdout.split('\n').filter((line) => !/^(?:Report| {2}Page):/.test(line));
  expect(lines.length).toBeLessThanOrEqual(84);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

it('--version and --help print and exit with 0', async () => {
  expect((await runCli(['--version'])).stdout.trim()).toBe(VERSION);
  expect(await runCli(['--help'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Exit status: 0 pass, 1 fail'),
  });
});

it('--base is an error in a broken repository, and none for a commit without the configuration', async () => {
  const config =
    'model: { hub: reference, name: attentive }\ndata: { source: "builtin:statements", limit: 100 }\ntests: { sensitivity: { add_negation: {} } }\nevaluation: { compare: base }\n';
  const files = { [CONFIG_PATH]: config };
  const without = await runCli(['run', '--base', 'HEAD'], {
    committed: { 'README.md': 'Hello.' },
    files,
  });
  expect(without.exitCode).toBe(0);
  expect(without.stdout.replace(/\s+/g, ' ')).toContain(`has no \`"${CONFIG_PATH}"\``);
  // A repository without its blobs, as after a failing disk or an interrupted clone.
  const broken = await runCli(['run', '--base', 'HEAD'], { committed: files, files, lost: true });
  expect(broken.exitCode).toBe(2);
  const said = `${broken.stdout}${broken.stderr}`.replace(/\s+/g, ' ');
  expect(said).toContain(`git cannot read ${CONFIG_PATH} of the commit`);
  expect(said).toContain('git fsck');
});

it('a run whose output has no reader exits by its verdict and writes its report', async () => {
  const config =
    'model: { hub: reference, name: oblivious }\ndata: { source: "builtin:statements" }\ntests: { sensitivity: { add_negation: {} } }\n';
  const run = { files: { [CONFIG_PATH]: config }, closedLog: true };
  const { exitCode, report } = await runCli(['run'], run);
  expect({ exitCode, outcome: report?.outcome }).toEqual({ exitCode: 1, outcome: 'fail' });
});
