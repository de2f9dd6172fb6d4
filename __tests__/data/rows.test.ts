import type { Row } from '../../src/engine/row.ts';
import { DataError } from '../../src/shared/errors.ts';
import type { Reply } from '../support/model-types.ts';
import type { Columns } from '../../src/data/settings.ts';
import { decodeText, globMatcher, readDataFiles } from '../../src/data/files.ts';
import { readRows } from '../../src/data/rows.ts';
import { modelServer } from '../support/gate.ts';
import { recordsIn } from '../support/oracle.ts';
import { times } from '../support/times.ts';

/** Reads one file of rows from memory. Without content, the file is missing. */
async function read(
  name: string,
  content?: string | Buffer,
  columns: Columns = {},
  limit?: number,
) {
  const bytes = content === undefined ? content : Buffer.from(content);
  const files = { name: '', list: async () => [name], read: async () => [bytes] };
  const readFiles = () => readDataFiles(name, undefined, files);
  return readRows({ source: name, columns, limit, seed: 42, readFiles, server: {} });
}
const HUB = { source: 'hf:a/b::train', columns: {}, seed: 1, readFiles: async () => [] };

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

/** What the error has: its place, and patterns of its message and remedy. */
interface Slip {
  file?: Parameters<typeof read>;
  /** Every reply of the Hub, for rows that stand there. */
  reply?: Reply;
  /** The signal that ends the run before it reads. */
  end?: string;
  name?: string;
  where?: string;
  message?: string;
  remedy?: string;
}
it.each(recordsIn<Slip>('__tests__/data/slips.jsonl'))(
  'names $form with its place',
  async ({ file, reply, end = '', name = 'DataError', where, message = '', remedy = '' }) => {
    const patterns = {
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    };
    const { url } = await modelServer({ keys: undefined, fail: () => reply });
    const server = { url, [end]: AbortSignal.abort() };
    const source = 'hf:a/b:c:d';
    await expect(
      file ? rowsOf(...file) : readRows({ ...HUB, source, place: 'f.yml:2', server }),
    ).rejects.toMatchObject({ name, where, ...patterns });
  },
  // If the wait that the Hub names were lost, its four retries would take 15 s.
  10_000,
);

it('puts the name of a file that is too large in code', async () => {
  const message = expect.stringContaining('`"q.csv"`');
  await expect(rowsOf('q.csv', Buffer.alloc(1.1e8))).rejects.toMatchObject({ message });
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
  content = '{"text":"Which?","options":["a",""],"answer":"a"}';
  expect((await read('q.jsonl', content)).fact).not.toMatch(/answer|drawn/);
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
  const fail = () => ((requests += 1) === 1 ? 'reset' : undefined);
  const datasets = { 'a/b': { rows: all, at: ['main', 'train'] as const } };
  const { url } = await modelServer({ keys: undefined, fail, datasets });
  const server = { url: `${url}/`, token: 'hf_x\n' };
  const options = { ...HUB, limit: 3, server };
  const { rows, fact } = await readRows(options);
  expect([rows.length, fact]).toEqual([3, expect.stringContaining('1000 rows')]);
  for (const { source, text } of rows)
    expect(text).toBe(`Row ${source.replace('hf:a/b:main:train#', '')}.`);
  expect(requests).toBeLessThanOrEqual(6);
  expect((await readRows(options)).rows).toEqual(rows);
  const whole = await readRows({ ...options, limit: undefined });
  expect(whole.rows.map(({ text }) => text)).toEqual(all.map(({ text }) => text));
  server.url = 'http://example.org';
  await expect(readRows(options)).rejects.toThrow('cannot be sent');
});

it('no reader of the Hub waits for a next try once another page is refused', async () => {
  const fail = (_: unknown, nth: number) =>
    nth < 3 ? undefined : { status: nth === 6 ? 404 : 500 };
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

it('the line that is no UTF-8 is named, and no sign of a repair above it', () => {
  const bytes = Buffer.from([...Buffer.from('\uFFFD\n'), 0xf0, 0x9f]);
  expect(() => decodeText(bytes, 'f')).toThrow(expect.objectContaining({ where: 'f:2' }) as Error);
});

it('no glob of a stranger takes long', () => {
  const startedAt = process.cpuUsage();
  globMatcher(`${'*a'.repeat(100)}*b`)('a'.repeat(2000));
  globMatcher(`${'**/a/'.repeat(100)}b`)('a/'.repeat(500));
  expect(process.cpuUsage(startedAt).user).toBeLessThan(3_000_000);
});
