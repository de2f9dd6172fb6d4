import type { ComparedReports } from '../../src/engine/verdict/compare-reports.ts';
import { runCli } from '../support/run-action.ts';
import { config, CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';

/** `sensitivity compare` on the reports of real runs. */

const ROWS = Array.from({ length: 24 }, (_, i) => `The parcel number ${i} is heavy.`);

/** Ignores the "not" in the rows with a number below `deaf`. */
const reacts = (deaf: number) => (prompt: string) =>
  prompt.includes('not') && Number(/number (\d+)/.exec(prompt)![1]) >= deaf
    ? 'It weighs next to nothing, a feather would be heavier.'
    : 'Yes, heavy indeed.';

async function reportOf(
  name: string,
  deaf: number,
  { test = 'method: pair, min_pass_rate: 0.70' } = {},
) {
  const model = await modelServer({ answer: reacts(deaf) });
  const text = config(model)
    .replace('scenario-model', name)
    .replace('method: pair, min_pass_rate: 0.70', test);
  const { report } = await scenario({
    files: { [CONFIG_PATH]: text, 'evals/statements.txt': ROWS.join('\n') },
    inputs: { comment: 'never' },
  });
  return JSON.stringify(report);
}

describe('compare', () => {
  let files: { 'a.json': string; 'b.json': string; 'c.json': string; 'foreign.json': string };
  beforeAll(async () => {
    files = {
      'a.json': await reportOf('model-a', 0),
      'b.json': await reportOf('model-b', 12),
      'c.json': await reportOf('model-c', 0, {
        test: 'method: pair, min_pass_rate: 0.70, threshold: [-0.3, 0.3]',
      }),
      'foreign.json': '{"schema_version": 1}',
    };
  });
  const compare = (...words: string[]) => runCli(['compare', ...words], { files });

  it('prints rates, intervals and paired rows as JSON, and no pairs for another threshold', async () => {
    const { stdout, exitCode } = await compare('a.json', 'b.json', 'c.json', '--json');
    expect(exitCode).toBe(0);
    const { reports, tests } = JSON.parse(stdout) as ComparedReports;
    expect(reports.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'openai/model-a pass',
      'openai/model-b fail',
      'openai/model-c pass',
    ]);
    const [a, b, c] = tests[0]!.cells;
    expect(a).toMatchObject({ pass_rate: 1, interval: { method: 'wilson', high: 1 } });
    expect(a).not.toHaveProperty('beside');
    // Twelve rows broken and none fixed: 2 / 2^12.
    expect(b!.beside).toMatchObject({
      rows: 24,
      broken: 12,
      fixed: 0,
      by: 'mcnemar',
      p_value: expect.closeTo(2 ** -11, 12),
      difference: { difference: -0.5 },
    });
    expect(c!.beside).toEqual({ not_compared: 'other scores pass' });
  });

  it('prints a table, and HTML with --markdown', async () => {
    const table = (await compare('a.json', 'b.json')).stdout;
    expect(table).toMatch(
      /✔ add_negation +openai\/model-a +100% \(86% to 100%\) +70%\n +✖ add_negation +openai\/model-b +50% \(31% to 69%\) +70%\n/,
    );
    expect(table).toMatch(/12 broken, 0 fixed of\s+24 rows/);
    const html = (await compare('a.json', 'b.json', '--markdown')).stdout;
    expect(html).toContain(
      '<td><code>openai/model-b</code></td><td align="right"><b>50% (31% to 69%)</b></td>',
    );
    expect(html.trimEnd()).not.toMatch(/^\s*$/m);
  });

  it('escapes the texts of reports', async () => {
    const hostile = {
      ...files,
      'b.json': files['b.json'].replaceAll('model-b', '<img src=x>\\n::error::x'),
    };
    const words = ['compare', 'a.json', 'b.json'];
    const inLog = await runCli(words, { files: hostile });
    expect(inLog.exitCode).toBe(0);
    expect(inLog.stdout).not.toMatch(/^::/m);
    const inHtml = await runCli([...words, '--markdown'], { files: hostile });
    expect(inHtml.stdout).not.toContain('<img');
  });

  it('refuses a file that is no report, and a single report', async () => {
    const foreign = await compare('a.json', 'foreign.json');
    expect([foreign.exitCode, foreign.stdout]).toEqual([2, '']);
    expect(foreign.stderr).toContain('foreign.json');
    expect(foreign.stderr).toContain('this report cannot be compared');
    expect((await compare('a.json')).stderr).toContain(
      'compare takes two reports or more, and one is named',
    );
    expect((await runCli(['run', '--markdown'], { files })).stderr).toContain(
      '--markdown is no option of run, but of compare',
    );
  });
});

it('runs that stopped early are compared by rates, and --fail-on-regression fails a worse one', async () => {
  const builtin =
    'model: { hub: reference, name: NAME }\ndata: { source: "builtin:statements", limit: 60 }\ntests: { sensitivity: { add_negation: {} } }\n';
  const run = async (name: string) => {
    const { report } = await scenario({
      files: { [CONFIG_PATH]: builtin.replace('NAME', name) },
      inputs: { comment: 'never' },
    });
    return JSON.stringify(report);
  };
  const files = { 'a.json': await run('attentive'), 'b.json': await run('oblivious') };
  const { stdout } = await runCli(['compare', 'a.json', 'b.json', '--json'], { files });
  const [one, other] = (JSON.parse(stdout) as ComparedReports).tests[0]!.cells;
  expect(one).toMatchObject({ decided_after: 20 });
  expect(one).not.toHaveProperty('interval');
  const rates = { first: { passes: 20, rows: 20 }, now: { passes: 0, rows: 5 } };
  expect(other!.beside).toMatchObject({ rows: 5, broken: 5, fixed: 0, by: 'rates', rates });
  expect(other!.beside).not.toHaveProperty('difference');
  const worse = await runCli(['compare', 'a.json', 'b.json', '--fail-on-regression'], {
    files,
    env: { COLUMNS: '300' },
  });
  expect(worse.stdout).toContain(
    'by rates 100% of 20 against 0% of 5 rows, −100 points (p < 0.001); early stopping leaves 5 common rows: 5 broken, 0 fixed',
  );
  expect(worse.exitCode).toBe(1);
  expect(
    (await runCli(['compare', 'b.json', 'a.json', '--fail-on-regression'], { files })).exitCode,
  ).toBe(0);
});
