/**
 * A reply or data file larger or deeper than any real one is an error of its row or file, reported
 * in seconds and in little memory.
 */
import { CONFIG_PATH, config, gitHub, modelServer, scenario } from '../support/scenario.ts';

const DEEP = `${'['.repeat(6_000)}${']'.repeat(6_000)}`;
const LONG = 'word '.repeat(300_000);
const TOXIC = '    add_toxic_words: { method: pair, min_pass_rate: 0.70 }';
const NEGATION = /^ {4}add_negation.*$/m;

it.each([
  ['is nested deeply', DEEP, 'nested deeper than 100 levels'],
  [
    'is nested deeply beside the answer',
    `{"choices":[{"message":{"content":"Yes."}}],"usage":${DEEP}}`,
    'nested deeper than 100 levels',
  ],
])('a first reply that %s is the error of its row alone', async (_name, body, message) => {
  const github = await gitHub();
  let nth = 0;
  const model = await modelServer({
    fail: () => (nth++ === 0 ? { status: 200, body } : undefined),
  });
  const files = { [CONFIG_PATH]: config(model).replace(NEGATION, TOXIC) };
  const { outputs, report, stdout } = await scenario({ model, github, files });
  expect(outputs.outcome).toBe('pass');
  expect(report!.results.map(({ error }) => error?.kind)).toEqual([
    'bad_response',
    ...Array<undefined>(4).fill(undefined),
  ]);
  expect(report!.results[0]!.error!.message).toContain(message);
  expect(github.comments).toHaveLength(1);
  expect(stdout).not.toContain('defect');
});

const columns = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join(',');

it.each([
  [
    'wide.csv',
    `text,${columns(160_000)}\n`,
    'wide.csv:1',
    'The row has 160001 columns, and at most 1000 are read.',
  ],
  [
    'wide.json',
    `[{"text":"A is b.",${columns(1_000).replaceAll(/c\d+/g, '"$&":1')}}]`,
    'wide.json#1',
    'The row has 1001 columns',
  ],
  [
    'line.jsonl',
    `{"text":"A is b."}\n{"text":"${LONG.repeat(3)}"}\n`,
    'line.jsonl:2',
    'The row is longer than 4 MB.',
  ],
  [
    'row.csv',
    `text,more\nA is b.,"${'word\n'.repeat(900_000)}"\n`,
    'row.csv:2',
    'The row is longer than 4 MB.',
  ],
  [
    'cell.jsonl',
    `{"text":"${LONG}"}\n`,
    'cell.jsonl:1',
    'The column `"text"` holds more than 1 MB of text.',
  ],
  [
    'deep.jsonl',
    `{"text":"A is b.","more":${DEEP}}\n`,
    'deep.jsonl:1:125',
    'The JSON is nested deeper than 100 levels.',
  ],
  [
    'deep.json',
    `[\n{"text":"A is b.","more":${DEEP}}]`,
    'deep.json:2:124',
    'The JSON is nested deeper than 100 levels.',
  ],
])(
  'the oversized data file %s is an error with its place, before any request',
  async (name, text, where, message) => {
    const model = await modelServer();
    const files = {
      [CONFIG_PATH]: config(model).replace('statements.txt', name),
      [`evals/${name}`]: text,
    };
    const { outputs, report } = await scenario({ files, inputs: { comment: 'never' } });
    expect(outputs.outcome).toBe('error');
    expect(report!.problem).toMatchObject({
      name: 'DataError',
      where: `evals/${where}`,
      message: expect.stringContaining(message),
    });
    expect(model.requests).toEqual([]);
  },
);
