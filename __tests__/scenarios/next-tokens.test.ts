/** BYOD's tests on next tokens: strengths, bounds, and servers that cannot say. */
import { runConfig, type ConfigRun } from '../support/run-config.ts';
import { nextTokenRoute, type NextTokenOptions } from '../support/next-token-server.ts';
import { STORIES } from '../support/stories.ts';

const rows = STORIES.map((text) => ({ text }));
const many = Array.from({ length: 10 }, (_, i) => STORIES.map((text) => `${i}. ${text}`))
  .flat()
  .map((text) => ({ text }));
const run = (options: Partial<NextTokenOptions>, changes: Partial<ConfigRun> = {}) =>
  runConfig({
    tests: { word_order: {} },
    rows,
    modelKeys: { prompt: undefined },
    ...changes,
    server: { route: nextTokenRoute({ mind: 'attends', ...options }), ...changes.server },
  });
const swapping = (swaps: number | number[]) => ({
  tests: { word_order: { parameters: { swaps } } },
});

it('word_order takes several strengths, and a stronger one begins with the swaps of a weaker one', async () => {
  const { report } = await run({}, swapping([5, 1, 3, 1]));
  const kinds = Map.groupBy(report.results, ({ kind }) => kind);
  expect([...kinds.keys()].toSorted()).toEqual(['1 swap', '3 swaps', '5 swaps']);
  const alone = await run({}, swapping(3));
  const texts = (results: typeof report.results) => results.map(({ test_case }) => test_case);
  expect(texts(kinds.get('3 swaps')!)).toEqual(texts(alone.report.results));
});

it('a server that lists the likeliest tokens alone gives bounds, and what lies between stays open', async () => {
  const { report } = await run({ listed: 3 });
  expect(report.outcome).toBe('error');
  const open = report.results.filter(({ error }) => error?.kind === 'bounded');
  expect(open.length).toBeGreaterThan(0);
  expect(open[0]).toMatchObject({ pass: null, eval_score: null });
});

it('a server without next tokens is an error of this test alone', async () => {
  const { report } = await run(
    { speaks: 'chat' },
    { tests: { word_order: {}, output_toxicity: {} }, rows: many, model: () => 'Well.' },
  );
  expect(report.report).toMatchObject([
    { test_type: 'word_order', outcome: 'error', pass_rate: null },
    { test_type: 'output_toxicity', outcome: 'pass' },
  ]);
  expect(report.outcome).toBe('error');
});

it('no more requests at once than `concurrency` allows', async () => {
  const { server } = await run(
    {},
    { tests: { tokenization: {} }, sections: { concurrency: 2 }, server: { gathers: 2 } },
  );
  expect(server.maxInFlight).toBeLessThanOrEqual(2);
});

it.each([
  [
    'a threshold above all divergences',
    { tokenization: { threshold: 0.7 } },
    /tokenization\.threshold\s.*0\.7\b.*0\.693/s,
  ],
  [
    'a threshold that no divergence reaches',
    { word_order: { threshold: 0.7 } },
    /word_order\.threshold\s.*0\.7\b.*0\.693/s,
  ],
  [
    'a context that is all swapped',
    { long_range_context: { parameters: { sentences: 2, swapped: 2 } } },
    /long_range_context\.parameters\s.*fewer\s+sentences/s,
  ],
  [
    'pieces of no character',
    { tokenization: { parameters: { characters: 0 } } },
    /tokenization\.parameters\.characters\s.*\b0\b.*\b1\b/s,
  ],
])('%s is an error of the configuration', async (_name, tests, cause) => {
  const refused = new RegExp(
    `sensitivity\\.yml:1:\\d+: tests\\.sensitivity\\.${cause.source}`,
    's',
  );
  await expect(run({}, { tests })).rejects.toThrow(refused);
});
