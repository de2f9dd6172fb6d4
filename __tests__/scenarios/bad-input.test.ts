import { CONFIG_PATH, config, gitHub, scenario } from '../support/scenario.ts';

const MODEL = { url: 'http://127.0.0.1:9' };

it.each([
  ['an empty data file', { 'evals/statements.txt': '\n\n' }, /evals\/statements\.txt/, 'DataError'],
  [
    'a missing data file',
    { [CONFIG_PATH]: config(MODEL).replace('statements.txt', 'missing.jsonl') },
    /sensitivity\.yml:7:17.*missing\.jsonl/s,
    'DataError',
  ],
  [
    'a configuration file with another extension',
    { [CONFIG_PATH]: undefined, '.github/sensitivity.yaml': config(MODEL) },
    /no configuration at .*sensitivity\.yml.*; did you mean .*sensitivity\.yaml.*\?/,
    'ConfigError',
  ],
] as [string, Record<string, string | undefined>, RegExp, string][])(
  '%s is an error with place and remedy, in log, summary and comment',
  async (_name, files, where, name) => {
    const github = await gitHub();
    const all = Object.entries({ [CONFIG_PATH]: config(MODEL), ...files });
    const written = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
    const { exitCode, outputs, summary, stdout, report } = await scenario({
      github,
      files: Object.fromEntries(written),
    });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ outcome: 'error', passed: 'false', requests: '0' });
    expect(report!.problem).toMatchObject({ name, remedy: expect.stringMatching(/./) });
    expect(`${report!.problem!.where}: ${report!.problem!.message}`).toMatch(where);
    expect(stdout).toMatch(/^::error/m);
    expect(summary).toContain('⛔');
    expect(github.comments[0]!.body).toContain('⛔');
  },
);
