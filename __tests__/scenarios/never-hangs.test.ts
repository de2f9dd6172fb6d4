import type { RecordedRequest, Reply } from '../support/model-types.ts';
import { some } from '../support/runs.ts';
import { CONFIG_PATH, config, modelServer, scenario } from '../support/scenario.ts';

/**
 * Texts from outside that took minutes once. The bound is generous: it tells seconds from minutes
 * on a busy machine.
 */
const SOON_MS = 120_000;
const LONG = 200_000;

async function endsSoon<T>(run: Promise<T>): Promise<T> {
  const start = Date.now();
  const finished = await run;
  expect(Date.now() - start).toBeLessThan(SOON_MS);
  return finished;
}

it.each(
  some([
    '*',
    '`',
    ' ',
    '\n',
    '<',
    '"',
    "'",
    '\\"',
    '****.',
    '(',
    '{',
    '[',
    '| ',
    '- ',
    'é',
    '\u200b',
    'sk-a**** ',
  ]),
)('a run ends soon if its endpoint answers 400 with nothing but %j', async (sign) => {
  const model = await modelServer({
    fail: () => ({
      status: 400,
      body: { error: { message: `x${sign.repeat(LONG / sign.length)}y` } },
    }),
  });
  const { outputs, exitCode } = await endsSoon(scenario({ model, inputs: { comment: 'never' } }));
  expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: 'error' });
});

it('a run ends soon if its endpoint answers 401 with a page of asterisks', async () => {
  const model = await modelServer({ fail: () => ({ status: 401, body: '*'.repeat(LONG) }) });
  const { outputs } = await endsSoon(scenario({ model, inputs: { comment: 'never' } }));
  expect(outputs.outcome).toBe('error');
});

it.each(
  some([
    '*',
    '`',
    ' ',
    '<answer>',
    '"',
    'only ',
    "'",
    '(',
    '“',
    '\n> ',
    '```\n',
    'wait ',
    'the answer of ',
  ]),
)('a run ends soon if its model answers with nothing but %j', async (sign) => {
  const options = 'text,options\nThe sky is blue.,"A. yes\nB. no"\n';
  const model = await modelServer({ answer: () => `It is (A)${sign.repeat(LONG / sign.length)}` });
  const files = {
    'evals/statements.csv': options,
    [CONFIG_PATH]: config(model)
      .replace('statements.txt', 'statements.csv')
      .replace(
        'add_negation: { method: pair,',
        'add_toxic_words: { method: pair, scorer: bad_words }\n    add_negation: { method: pair, scorer: choice,',
      ),
  };
  const { outputs } = await endsSoon(scenario({ model, files, inputs: { comment: 'never' } }));
  expect(['pass', 'fail', 'error', 'inconclusive']).toContain(outputs.outcome);
});

it.each([
  [
    'sixteen pairs of braces',
    `data: { source: "${'{a,b}'.repeat(16)}" }`,
    /data\.source.*has more than 3 pairs of braces/,
  ],
  [
    '60,000 keys',
    Array.from({ length: 60_000 }, (_, index) => `key${index}: 1`).join('\n'),
    /words and signs/,
  ],
  [
    '3,000 unknown keys',
    Array.from({ length: 3_000 }, (_, index) => `key${index}: 1`).join('\n'),
    /unknown key `"key0"`/,
  ],
  [
    '5,000 parameters',
    `model: { hub: reference, name: attentive, parameters: {${Array.from({ length: 5_000 }, (_, index) => `k${index}: 1`).join(', ')}} }`,
    /./,
  ],
  ['brackets in brackets', `data: ${'['.repeat(20_000)}`, /deeper|Flow/],
  ['lists of lists', `data: ${'[ '.repeat(500)}${'] '.repeat(500)}`, /deeper/],
  ['keys that are mappings', `? ${'? '.repeat(30)}a`, /unknown key/],
  ['mistakes without end', '}'.repeat(25_000), /does not belong here/],
])('a configuration with %s is a clear error', async (_name, yaml, message) => {
  const files = {
    [CONFIG_PATH]: `${yaml}\ntests: { sensitivity: { add_negation: { method: pair } } }\n`,
  };
  const { outputs, exitCode, report, stdout } = await endsSoon(
    scenario({ files, inputs: { comment: 'never' } }),
  );
  expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: 'error' });
  expect(report!.problem).toMatchObject({
    name: expect.stringMatching(/ConfigError|DataError|ModelError/),
    message: expect.stringMatching(message),
  });
  expect(stdout).not.toContain('defect');
});

/** A datasets server with a set of any length. */
function datasetOf(total: number) {
  return ({ path, query }: RecordedRequest): Reply | undefined => {
    if (path === '/splits')
      return {
        status: 200,
        body: {
          splits: [{ dataset: 'org/huge', config: 'default', split: 'train' }],
          pending: [],
          failed: [],
        },
      };
    if (path !== '/rows') return undefined;
    const offset = Number(query.offset);
    const rows = Array.from(
      { length: Math.min(Number(query.length), total - offset) },
      (_, index) => ({
        row_idx: offset + index,
        row: { text: `The house ${offset + index} is red.` },
        truncated_cells: [],
      }),
    );
    return {
      status: 200,
      body: { features: [], rows, num_rows_total: total, num_rows_per_page: 100, partial: false },
    };
  };
}

it('ten of a billion rows are drawn, and all of them are refused', async () => {
  const server = await modelServer({ keys: undefined, route: datasetOf(1_000_000_000) });
  const run = (limit: string) =>
    endsSoon(
      scenario({
        files: {
          [CONFIG_PATH]: `data: { source: "hf:org/huge"${limit} }\ntests: { sensitivity: { add_negation: { method: pair } } }\n`,
        },
        inputs: { comment: 'never', hub: 'reference', model: 'attentive' },
        env: { HF_DATASETS_SERVER: server.url },
      }),
    );
  const [first, again] = [await run(', limit: 10'), await run(', limit: 10')];
  expect(first.outputs.outcome).toBe('pass');
  expect(first.report!.results).toHaveLength(10);
  expect(new Set(first.report!.results.map(({ source }) => source)).size).toBe(10);
  expect(again.report!.results.map(({ source }) => source)).toEqual(
    first.report!.results.map(({ source }) => source),
  );
  const all = await run('');
  expect(all.report!.problem).toMatchObject({
    name: 'DataError',
    message: expect.stringContaining('1000000000 rows'),
    remedy: expect.stringContaining('data.limit'),
  });
});

it.each(
  some(
    [
      ['broken.json', `[${'{"a":['.repeat(LONG / 6)}`],
      ['quotes.csv', `text\n${'"'.repeat(LONG + 1)}\n`],
      ['line.txt', `The sky is blue${' and so on'.repeat(LONG / 10)}.\n`],
      ['spaces.txt', `The sky is${' '.repeat(LONG)}blue.\n`],
      ['questions.txt', `${'What is it, which is it: '.repeat(LONG / 25)}?\n`],
      [
        'options.csv',
        `text,options\nThe sky is blue.,"A. yes${' '.repeat(LONG)}B\nB. no${', or '.repeat(LONG / 5)}"\n`,
      ],
    ] as const,
    3,
  ),
)('a run ends soon over the data file %s', async (name, text) => {
  const files = {
    [CONFIG_PATH]: `data: { source: evals/${name} }\ntests: { sensitivity: { add_negation: { method: pair } } }\n`,
    [`evals/${name}`]: text,
  };
  const { outputs, stdout } = await endsSoon(
    scenario({ files, inputs: { comment: 'never', hub: 'reference', model: 'attentive' } }),
  );
  expect(['pass', 'fail', 'error', 'inconclusive']).toContain(outputs.outcome);
  expect(stdout).not.toContain('defect');
});
