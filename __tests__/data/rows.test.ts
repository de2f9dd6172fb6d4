import type { Row } from '../../src/engine/row.ts';
import { DataError } from '../../src/shared/errors.ts';
import type { Columns } from '../../src/data/settings.ts';
import { globMatcher, isGlob } from '../../src/data/files.ts';
import { readRows } from '../../src/data/rows.ts';
import { modelServer } from '../support/gate.ts';
import { recordsIn } from '../support/oracle.ts';
import { times } from '../support/times.ts';

/** Reads one file of rows from memory. */
async function read(
  name: string,
  content: string | Buffer = '',
  columns: Columns = {},
  limit?: number,
) {
  const readFiles = () => Promise.resolve([{ name, bytes: Buffer.from(content) }]);
  return readRows({ source: name, columns, limit, seed: 42, readFiles, server: {} });
}
const HUB = { source: 'hf:a/b', columns: {}, seed: 1, readFiles: async () => [] };

async function rowsOf(...file: Parameters<typeof read>) {
  const { rows } = await read(...file);
  return rows.map((row) => {
    if (row.keyProblem) throw row.keyProblem;
    const { source: _source, context = [], ...rest } = row;
    return context.length > 0 ? { ...rest, context } : rest;
  });
}

/** [its name, its text, the configured columns], and the row or rows that it gives. */
type Rows = Partial<Row> | Partial<Row>[];
const FORMS = recordsIn<{ form: string; file: Parameters<typeof read>; row: Rows }>(
  '__tests__/data/forms.jsonl',
);
it.each(FORMS)('reads $form', async ({ file, row }) => {
  expect(await rowsOf(...file)).toEqual([row].flat());
});

it('reads a row of JSON that says what should be done, and no answer', async () => {
  const text = '{"text":"a","reply":"b"}\n{"text":"c","should":"decline"}';
  expect(await rowsOf('q.jsonl', text, { answer: 'reply' })).toMatchObject([
    { key: { words: ['b'] } },
    { should: 'decline' },
  ]);
});

const advising = (part: string) => ({ remedy: expect.stringContaining(part) });
const saying = (part: string) => ({ message: expect.stringContaining(part) });

it.each<[string, Parameters<typeof read>, object]>([
  [
    'bytes of another encoding',
    ['q.txt', Buffer.from('One.\nK\u00f6ln', 'latin1')],
    { where: 'q.txt:2' },
  ],
  ['a workbook', ['q.xlsx', Buffer.from('PK\u0003\u0004')], advising('workbook')],
  ['HTML', ['q.html', ''], advising('Markdown')],
  ['broken JSON', ['q.jsonl', '{"text":"a"}\n{"text":}'], { where: 'q.jsonl:2:9' }],
  ['a row of JSON that is none', ['q.json', '[\n"a",\n7]'], { where: 'q.json#2' }],
  ['an open quote', ['q.csv', 'text\na\n"b\nc'], { where: 'q.csv:3' }],
  [
    'too few cells of many',
    ['q.csv', 'text,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v\na'],
    { where: 'q.csv:2', ...saying('and 2 more') },
  ],
  ['a missing column', ['q.csv', '\na,b\n1,2'], { where: 'q.csv:2', ...saying('`"a"`, `"b"`') }],
  [
    'a column of the configuration',
    ['q.csv', 'text,id\na,b', { answer: 'anwser' }],
    saying('`"anwser"`'),
  ],
  ['one column of several', ['q.csv', 'text,a\nq,x', { options: ['a', 'b'] }], saying('`"b"`')],
  [
    'an answer that one row lacks',
    ['q.jsonl', '{"text":"p","right":"r"}\n{"text":"q"}', { answer: 'right' }],
    { where: 'q.jsonl:2', remedy: expect.not.stringContaining('table') },
  ],
  ['no row', ['q.jsonl', '\n'], { where: 'q.jsonl' }],
  ['no text', ['q.txt', '\u200b'], { where: 'q.txt:1' }],
  ['no column', ['q.jsonl', '{}'], saying(': none')],
  ['a title', ['q.csv', 'T\ntext,id\na,b'], { where: 'q.csv:2', ...advising('title') }],
  ['no header', ['q.csv', 'Who?,Ann\nWhy?,So'], advising('first row')],
  ['JSON lines', ['q.json', '{"text":"a"}\n{"text":"b"}'], advising('.jsonl')],
  ['an object over lines', ['q.jsonl', '{\n"text":"a"}'], advising('.json file')],
  [
    'a number that may be a position',
    ['q.jsonl', '{"text":"q","options":["3","2","1"],"answer":2}'],
    advising('answer_index: answer for'),
  ],
  [
    'a position counted from 1',
    ['q.jsonl', '{"text":"q","options":["Ann","Bea"],"answer":"1"}'],
    advising('answer_index: { column: answer, first: 1 }'),
  ],
  [
    'a position as a number',
    ['q.jsonl', '{"text":"q","options":["Ann","Bea"],"answer":1}'],
    advising('answer_index: answer for'),
  ],
  [
    'an answer in JSON without its end',
    ['q.csv', 'text,team\nq,a', { answer: '{"team": "{team}"' }],
    { where: 'q.csv:2', ...advising('complete') },
  ],
  [
    'a set of Python as an answer',
    ['q.csv', "text,answer\nq,\"{'a', 'b'}\""],
    { where: 'q.csv:2' },
  ],
  ['a column with a sign of Markdown', ['q.jsonl', '{"te`t":"q"}'], saying('"te\\u0060t"')],
  [
    'a misspelt label',
    [
      'q.csv',
      'ticket,label\nq,billing\nr,defekt',
      { text: 'ticket', answer: 'label', options: ['billing', 'defect'] },
    ],
    {
      remedy: expect.not.stringContaining('B'),
      where: 'q.csv:3',
      message: expect.stringMatching(/"defekt".*mean `"defect"`\?\)\. .*: `"billing"`/),
    },
  ],
  [
    'a label that lettered options lack',
    ['q.csv', 'text,options,answer\nq,A. fruit B. stone,C'],
    { where: 'q.csv:2', ...saying('"A. fruit"') },
  ],
  ['a key of all options', ['q.csv', 'text,options,answer\nq,a | b,A B'], { where: 'q.csv:2' }],
  [
    'an empty position',
    ['q.jsonl', '{"text":"q","options":["a","b","c"],"i":["",1]}', { answer_index: 'i' }],
    { where: 'q.jsonl:1' },
  ],
  [
    'more options than labels',
    ['q.jsonl', '{"text":"q","options":{"label":["A"],"text":["x","y"]}}'],
    saying('1 labels for 2'),
  ],
  ['a must that is misspelt', ['q.csv', 'text,musst\nq,yes'], { where: 'q.csv:1' }],
  ['a wrong truth', ['q.csv', 'text,truth\nq,maybe'], { where: 'q.csv:2' }],
  ['a key without options', ['q.csv', 'text,negated_answer\nq,B'], { where: 'q.csv:2' }],
  ['a wrong must', ['q.csv', 'text,must\nq,perhaps'], { where: 'q.csv:2' }],
])('names %s with its place', async (_form, file, error) => {
  await expect(rowsOf(...file)).rejects.toMatchObject({ ...error, name: 'DataError' });
});

it.each([
  ['q.csv', 'text,options\nq,outsider'],
  ['q.csv', 'text,must\nq,outsider'],
  ['q.json', '[["outsider"]]'],
  ['q.jsonl', '{"text":"q","options":{"label":["outsider","B"],"text":["x","y"]}}'],
])('the text of %s stands in code in its error: %j', async (...file) => {
  const error = await rowsOf(...file).catch((thrown: unknown) => thrown);
  if (!(error instanceof DataError)) throw new TypeError('no error');
  const bare = `${error.message} ${error.remedy}`.replace(/`[^`]*`/g, '');
  expect([bare, error.message]).toEqual([
    expect.not.stringMatching(/outsider/i),
    expect.stringMatching(/outsider/i),
  ]);
});

it.each([[4], [2], [1]])('a limit of %i leaves out no row that must hold', async (limit) => {
  const content = times(20, (i) => JSON.stringify({ text: `Row ${i}.`, must: i % 7 === 0 })).join(
    '\n',
  );
  const { rows } = await read('q.jsonl', content, {}, limit);
  expect(rows.filter(({ must }) => must)).toHaveLength(3);
  expect(rows).toHaveLength(Math.max(limit, 3));
});

it('draws rows by the seed from both halves, and names what it does not read', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, i) => `{"text":"Row ${i}.","truth":${i < 10},"story":"s"}`,
  );
  let content = lines.join('\n');
  const { rows, fact, notices } = await read('q.jsonl', content, {}, 8);
  expect(rows).toHaveLength(8);
  expect(rows.filter(({ key }) => key && 'truth' in key && key.truth)).toHaveLength(2);
  expect(fact).toBe('`"q.jsonl"`: 40 rows, 8 of them drawn; not read: `"story"`');
  expect(notices).toEqual([expect.stringContaining('fill: { context: story }')]);
  content = content.replace(',"story":"s"', '');
  expect((await read('q.jsonl', content, {}, 8)).fact).toContain('not read: `"story"`');
  content = content.replaceAll('"story"', '"reviewed":"Ada","passage"');
  expect((await read('q.jsonl', content, {}, 8)).notices).toEqual([]);
});

it.each(['statements', 'multiple-choice', 'negation-scope', 'house-rules', 'sentences', 'safety'])(
  'every row of builtin:%s has a key or a side that is read',
  async (name) => {
    const { rows } = await read(`builtin:${name}`);
    expect(rows.filter(({ keyProblem }) => keyProblem)).toEqual([]);
    expect(rows[0]!.source).toBe(`builtin:${name}#1`);
    expect(rows.length).toBeGreaterThan(100);
  },
);

it('reads the drawn rows of the Hub, with their numbers', async () => {
  const all = times(1000, (i) => ({ text: `Row ${i}.` }));
  let requests = 0;
  const fail = () => ((requests += 1) === 1 ? { status: 503 } : undefined);
  const datasets = { 'a/b': { rows: all, at: ['main', 'test'] as const } };
  const { url } = await modelServer({ keys: undefined, fail, datasets });
  const server = { url, token: 'hf_x' };
  const options = { ...HUB, limit: 3, server };
  const { rows, fact } = await readRows(options);
  expect([rows.length, fact]).toEqual([3, expect.stringContaining('1000 rows')]);
  for (const { source, text } of rows)
    expect(text).toBe(`Row ${source.replace('hf:a/b:main:test#', '')}.`);
  expect(requests).toBeLessThanOrEqual(6);
  expect((await readRows(options)).rows).toEqual(rows);
  const whole = await readRows({ ...options, limit: undefined });
  expect(whole.rows.map(({ text }) => text)).toEqual(all.map(({ text }) => text));
  server.url = 'http://example.org';
  await expect(readRows(options)).rejects.toThrow('cannot be sent');
});

it('no reader of the Hub waits for a next try once another page is refused', async () => {
  const fail = (_: unknown, nth: number) =>
    nth < 3 ? undefined : { status: nth === 6 ? 404 : 503 };
  const rows = times(1000, () => ({ text: 'Row.' }));
  const server = await modelServer({ keys: undefined, fail, datasets: { 'a/b': { rows } } });
  const waits = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = waits();
  await expect(readRows({ ...HUB, server })).rejects.toThrow('404');
  // Timers of other tests may end meanwhile.
  expect(waits()).toBeLessThanOrEqual(before);
});

it.each([
  ['['.repeat(200_000), 'q.json:1:101'],
  [`{"text":"a"}\n${'[ '.repeat(200_000)}`, 'q.jsonl:2:201'],
  [`["${'a'.repeat(200_000)}",]`, 'q.json:1:200005'],
])('hostile JSON has a place', async (text, where) => {
  const [name = ''] = where.split(':');
  await expect(read(name, text)).rejects.toMatchObject({ where });
});

it('a header of 1 MB, a list or an option of 5 MB is no defect', async () => {
  const long = 'x'.repeat(5e6);
  await expect(read('q.csv', `${long.slice(0, 1e6)}\n1\n`)).rejects.toThrow(DataError);
  const { rows } = await read(
    'q.jsonl',
    `{"text":"q","options":"['${long}"}\n{"text":"q","options":["${long}","b"],"answer":"${'b,'.repeat(1e5)}c"}`,
  );
  expect(rows).toHaveLength(2);
});

it.each(recordsIn<[glob: string, path: string, isMatch: boolean]>('__tests__/data/globs.jsonl'))(
  'the glob %s on %s: %p',
  (glob, path, fits) => {
    expect(globMatcher(glob)(path)).toBe(fits);
  },
);

it('no glob of a stranger takes long', () => {
  expect(isGlob('evals/q.csv')).toBe(false);
  const startedAt = process.cpuUsage();
  globMatcher(`${'*a'.repeat(100)}*b`)('a'.repeat(2000));
  globMatcher(`${'**/a/'.repeat(100)}b`)('a/'.repeat(500));
  expect(process.cpuUsage(startedAt).user).toBeLessThan(3_000_000);
});
