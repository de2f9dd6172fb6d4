import { nextTokenRoute, type NextTokenOptions } from '../support/next-token-server.ts';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import { STORIES } from '../support/stories.ts';
import { figuresIn } from '../support/figures.ts';

/**
 * BYOD's three tests against a scripted model of each kind of server; byod-real.test.ts has a real
 * model.
 */

const ALL = 'word_order: {}, tokenization: {}, long_range_context: {}';

interface Varied {
  tests?: string;
  more?: string;
  files?: Record<string, string>;
  gathers?: number;
}

async function run(
  server: NextTokenOptions,
  { tests = ALL, more = '', files = {}, gathers }: Varied = {},
) {
  const model = await modelServer({ keys: undefined, gathers, route: nextTokenRoute(server) });
  const config = `model: { hub: openai, name: scenario-model, base_url: "${model.url}/v1", retries: 0 }\ndata: { source: stories.txt }\ntests: { sensitivity: { ${tests} } }\n${more}`;
  const all = { [CONFIG_PATH]: config, 'stories.txt': STORIES.join('\n'), ...files };
  const finished = await scenario({ files: all, inputs: { comment: 'never', 'api-key': '' } });
  const of = (name: string) =>
    figuresIn(finished.report!.report.find(({ test_type }) => test_type === name));
  return { ...finished, report: finished.report!, of, model };
}

describe('a server that lists its whole vocabulary', () => {
  it('lets a model pass all three tests that attends to all of a text', async () => {
    const { outputs, of, summary } = await run({ mind: 'attends' });
    expect(outputs.outcome).toBe('pass');
    expect(of('word_order')).toMatchObject({
      pass_rate: 1,
      scorer: 'jsd',
      threshold: 0.02,
      divergence: { figure: 'median', rows: 5 },
    });
    expect(of('tokenization').divergence).toEqual({
      figure: 'mean',
      rows: 35,
      value: 0,
      standard_error: 0,
      unchanged: 0,
    });
    expect(of('long_range_context').divergence).toMatchObject({ figure: 'mean', rows: 5 });
    expect(summary).toContain(
      'mean divergence 0.0000 nats (standard error 0.0000) over 35 rows; 0% of the sentences keep their tokens',
    );
  });

  it('is asked once for both texts, with no separate request for a place in a prompt', async () => {
    const { model } = await run(
      { mind: 'attends' },
      { tests: 'word_order: {}, long_range_context: {}' },
    );
    // The first finds out who it is; then one a sentence, and two a text.
    expect(model.count('/completions')).toBe(1 + 5 + 2 * 5);
  });
});

it('word_order reports a figure for each strength in `swaps`', async () => {
  const { report, of, summary, stdout } = await run(
    { mind: 'attends' },
    { tests: 'word_order: { parameters: { swaps: [5, 1, 3, 1] } }' },
  );
  const kinds = ['1 swap', '3 swaps', '5 swaps'];
  expect(new Set(report.results.map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(of('word_order').divergence!.rows).toBe(15);
  const alone = await run(
    { mind: 'attends' },
    { tests: 'word_order: { parameters: { swaps: 3 } }' },
  );
  const texts = (results: typeof report.results) => results.map(({ test_case }) => test_case);
  expect(texts(report.results.filter(({ kind }) => kind === '3 swaps'))).toEqual(
    texts(alone.report.results),
  );
  const figure = alone.of('word_order').divergence!.value!.toFixed(4);
  const cell = (text: string) => `<td align="right">${text}</td>`;
  expect(summary).toContain(`<td>3 swaps</td>${cell('100%')}${cell('5 of 5')}${cell(figure)}`);
  expect(
    kinds.map((kind) => summary.indexOf(`<td>${kind}</td>`)).toSorted((a, b) => a - b),
  ).toEqual(kinds.map((kind) => summary.indexOf(`<td>${kind}</td>`)));
  expect(alone.report.results.every(({ kind }) => kind === undefined)).toBe(true);
  expect(stdout).not.toContain('undefined');
});

it('a row sends no more requests at once than concurrency allows', async () => {
  const { model } = await run(
    { mind: 'attends' },
    { tests: 'tokenization: {}', more: 'concurrency: 2\n', gathers: 2 },
  );
  expect(model.maxInFlight).toBe(2);
});

describe('a server that lists only the likeliest tokens', () => {
  it('gives bounds instead of figures, and a row with the threshold between them stays undecided', async () => {
    const { outputs, report, of, everything } = await run({ mind: 'attends', listed: 3 });
    expect(outputs.outcome).not.toBe('pass');
    const { divergence } = of('word_order');
    expect(divergence).toMatchObject({ value: null, standard_error: null });
    expect(divergence!.low).toBeLessThan(divergence!.high!);
    expect(everything).toMatch(
      /median divergence between 0\.\d{4} and 0\.\d{4} nats over 5 rows: a bound, /,
    );
    const open = report.results.filter(({ error }) => error?.kind === 'bounded');
    expect(open.length).toBeGreaterThan(0);
    expect(open[0]).toMatchObject({
      pass: null,
      eval_score: null,
      divergence: { low: expect.any(Number), high: expect.any(Number) },
    });
    expect(open[0]!.error!.message).toContain('--max-logprobs');
  });
});

describe('a server without next tokens', () => {
  it('is an error of this test that names a suitable server, and other tests run', async () => {
    const { outputs, of, report } = await run(
      { mind: 'attends', speaks: 'chat' },
      {
        tests:
          'word_order: {}, add_negation: { method: pair, scorer: embedding, min_pass_rate: 0 }',
        more: 'embeddings: { hub: reference }\n',
      },
    );
    expect(outputs.outcome).toBe('error');
    expect(of('word_order')).toMatchObject({ error_count: 5, pass_rate: null });
    expect(of('add_negation')).toMatchObject({ error_count: 0, outcome: 'pass' });
    const { message } = report.results.find(
      ({ error }) => error?.kind === 'no_distributions',
    )!.error!;
    expect(message).toContain('Only vLLM says');
  });

  it('is an error that names the hub', async () => {
    const { report } = await scenario({
      files: {
        [CONFIG_PATH]:
          'model: { hub: reference, name: attentive }\ndata: { source: stories.txt }\ntests: { sensitivity: { word_order: {} } }\n',
        'stories.txt': STORIES.join('\n'),
      },
      inputs: { comment: 'never', 'api-key': '' },
    });
    expect(report!.results[0]!.error).toMatchObject({
      kind: 'no_distributions',
      message: expect.stringContaining('The hub reference'),
    });
  });
});

it.each([
  ['word_order: { method: triplet }', 'and reads no answer'],
  ['word_order: { threshold: 0.7 }', 'above 0 and below ln 2'],
  [
    'long_range_context: { parameters: { sentences: 2, swapped: 2 } }',
    'swapped must be less than sentences',
  ],
  ['tokenization: { parameters: { characters: 0 } }', 'characters'],
])('a contradictory configuration is an error: %s', async (tests, message) => {
  const { outputs, everything } = await run({ mind: 'attends' }, { tests });
  expect(outputs.outcome).toBe('error');
  expect(everything).toContain(message);
});
