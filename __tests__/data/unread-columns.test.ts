import { DataError } from '../../src/errors.ts';
import { fault, load } from './support.ts';

const ROWS = 'question,passage,truth,source,id\nIs it so?,A long story.,true,web,q-17\n';

it('every column that is not read is named', async () => {
  const { understood } = await load('q.csv', ROWS, { reads: 'keys' });
  expect(understood).toBe(
    '`"q.csv"`: 5 columns, 1 row, text = `"question"`, truth = `"truth"`, id = `"id"`; not read: `"passage"`, `"source"`',
  );
});

it('an unread column of context is a notice with the line that reads it', async () => {
  const { notices } = await load('q.csv', ROWS, { reads: 'keys' });
  expect(notices).toEqual([
    '`"q.csv"`: nothing reads the column `"passage"`, so the model never sees it. Write `data.columns.fill: { context: passage }`, and `{context}` in the prompt.',
  ]);
});

it.each(['passage', 'Context', 'document', 'evidence', 'premise', 'story', 'article', 'documents'])(
  'a column %s is one of context',
  async (name) => {
    const { notices } = await load('q.jsonl', `{"text":"One.","${name}":"Two."}`);
    expect(notices).toEqual([expect.stringContaining(`the column \`"${name}"\``)]);
  },
);

it('a column that a template, a path, or a role reads is read', async () => {
  const row = { passage: 'P.', q: { stem: 'S' }, label: true, kind: 'x' };
  const { understood, notices, samples } = await load('q.jsonl', JSON.stringify(row), {
    reads: 'keys',
    columns: { text: '{passage}\n{q.stem}', truth: 'label' },
  });
  expect(notices).toEqual([]);
  expect(understood).toContain(
    'text = `"{passage}\\n{q.stem}"`, truth = `"label"`; not read: `"kind"`',
  );
  // The end of the passage, so that no perturbation is taken that stands in it.
  expect(samples).toMatchObject([{ text: 'P.\nS', context: [[0, 2]] }]);
});

it('a test that reads no key says so', async () => {
  const { understood } = await load('q.csv', ROWS);
  expect(understood).toContain('not read: `"passage"`, `"truth"`, `"source"`');
});

it('wrong columns are named all at once, without a proposal for the text', async () => {
  const loading = load('q.csv', 'contexts,choices,note\nLong.,a | b,x\n', {
    columns: { options: 'choice', truth: 'trueth' },
    columnPlaces: { options: 'c.yml:4:9', truth: 'c.yml:5:9' },
    reads: 'keys',
  });
  const error: unknown = await loading.catch((reason: unknown) => reason);
  if (!(error instanceof DataError)) throw error;
  expect([error, ...error.others].map(({ where, message }) => `${where}: ${message}`)).toEqual([
    'q.csv:2: No column `"text"` or `"question"`: the row has the columns `"contexts"`, `"choices"`, `"note"`.',
    'c.yml:4:9: The data has no column `"choice"`, which data.columns.options names. Did you mean `"choices"`?',
    'c.yml:5:9: The data has no column `"trueth"`, which data.columns.truth names.',
  ]);
});

it.each([
  ['mc1.choice', 'The path ends at `"mc1"`, which has the fields `"choices"`, `"labels"`.'],
  ['mc1.choices.text', 'The path ends at `"mc1.choices"`, which is a list.'],
  ['mc1.choices.7', 'The path ends at `"mc1.choices"`, which is a list.'],
  ['question.text', 'The path ends at `"question"`, which is a string.'],
])('a path %s that ends nowhere is an error', async (options, end) => {
  const row = { question: 'Which?', mc1: { choices: ['a', 'b'], labels: [1, 0] } };
  const found = await fault(
    load('q.jsonl', JSON.stringify(row), {
      columns: { options },
      columnPlaces: { options: 'c.yml:2:9' },
    }),
  );
  expect(found).toMatchObject({
    where: 'c.yml:2:9',
    message: `The data has no column \`"${options}"\`, which data.columns.options names. ${end}`,
  });
});

it('the id of a row decides nothing about the draw', async () => {
  const lines = (named: boolean) =>
    Array.from({ length: 40 }, (_, at) =>
      JSON.stringify(named ? { text: `Row ${at}.`, id: `q-${at}` } : { text: `Row ${at}.` }),
    ).join('\n');
  const drawn = async (named: boolean) =>
    (await load('q.jsonl', lines(named), { limit: 7 })).samples.map(({ source }) => source);
  expect(await drawn(true)).toEqual(await drawn(false));
});

it.each([
  [17, '17'],
  ['  q 17\n', 'q 17'],
  [null, undefined],
  [{ a: 1 }, undefined],
  ['x'.repeat(300), `${'x'.repeat(99)}…`],
])('an id %j names the row as %j', async (id, named) => {
  const { samples } = await load('q.jsonl', JSON.stringify({ text: 'One.', id }));
  expect(samples[0]!.id).toBe(named);
});

it('an id comes from the configured column, or from none', async () => {
  const row = JSON.stringify({ text: 'One.', id: 1, key: 'k-1' });
  expect((await load('q.jsonl', row, { columns: { id: 'key' } })).samples[0]!.id).toBe('k-1');
  expect((await load('q.jsonl', row, { columns: { id: null } })).samples[0]!.id).toBeUndefined();
});

it('counts the drafted rows without the name of a reader', async () => {
  const rows = 'text,answer,reviewed\nOne?,1,\nTwo?,2,ann\nThree?,3, \n';
  const { notices } = await load('q.csv', rows, { reads: 'answers' });
  expect(notices).toEqual([
    '`"q.csv"`: 2 of 3 rows have no name in the column reviewed. Read them before they gate.',
  ]);
});
