import { findCause, MAX_REQUESTS, type BrokenChange } from '../../src/engine/attribution.ts';
import { splitChange, editText, joinParts, revert } from '../../src/engine/changed-parts.ts';
import { ConfigError } from '../../src/shared/errors.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { recordsIn } from '../support/oracle.ts';
import { times } from '../support/times.ts';

const fields = (prompt: string, system = '', model = {}) => ({
  model,
  texts: { prompt: { text: prompt }, system_prompt: { text: system } },
});
type Subject = ReturnType<typeof fields>;
const linesIn = (base: string, head: string) =>
  splitChange(fields(base), fields(head)).map((part) =>
    part.map((change) =>
      'start' in change
        ? [
            head.slice(0, change.start).split('\n').length,
            head.slice(change.start, change.end),
            change.base,
          ]
        : change.path,
    ),
  );

describe('parts of a changed subject', () => {
  it.each(
    recordsIn<[what: string, base: string, head: string, parts: unknown]>(
      '__tests__/engine/data/changed-lines.jsonl',
    ),
  )('%s', (_name, base, head, parts) => {
    expect(linesIn(base, head)).toEqual(parts);
    const [before, after] = [fields(base), fields(head)];
    expect(revert(after, splitChange(before, after).flat(), before)).toEqual(before);
  });

  it('reverted one by one, each is as in the base; all of them are the base', () => {
    const base = fields('a\nb\nc\nd', 'Be kind. Be short.', { name: 'x', headers: { a: '1' } });
    const head = fields('a\nB\nc\nD\ne', 'Be kind. Be long.', { name: 'y', headers: { a: '1' } });
    const parts = splitChange(base, head);
    expect(parts).toHaveLength(4);
    expect(revert(head, parts.flat(), base)).toEqual(base);
    expect(revert(head, parts[1]!, base).texts.prompt.text).toBe('a\nb\nc\nD\ne');
    expect(revert(head, parts[0]!, base).model).toEqual(base.model);
    expect(splitChange(base, base)).toEqual([]);
  });

  it('above eight, those with the least text between them are joined', () => {
    const lines = times(40, (i) => `line ${i}`);
    const changed = lines.map((line, i) => (i % 3 === 0 ? `${line}!` : line)).join('\n');
    const parts = splitChange(fields(lines.join('\n')), fields(changed));
    expect(parts).toHaveLength(8);
    expect(parts.flat()).toHaveLength(14);
    expect(joinParts(parts, 1)).toHaveLength(1);
    const [old, all] = ['a', 'b'].map((sign) => times(600, (i) => `${sign}${i}`).join('\n'));
    expect(linesIn(old!, all!)).toEqual([[[1, all, old]]]);
  });

  it.each([
    ['a\nb\nc', 'a\n\nb\nc', 'a\n\n\nb\nc', 'a\n\n\n\nb\nc'],
    ['One. Two.', 'One.  Two.', 'One.   Two.', 'One.    Two.'],
    ['one two', 'one  two', 'one   two', 'one    two'],
    ['\nword\n', '\nword\n', '\nword\n', '\nword\n'],
  ])('harmless edits inside of %j', (text, ...edits) => {
    expect(([1, 2, 3] as const).map((edit) => editText(text, edit))).toEqual(edits);
  });
});

type BrokenRow = { nth: number };

/** A head with several changed lines. All guilty lines together break all rows. */
function given(lines: number, guilty: number[], broken = 6): BrokenChange<BrokenRow, Subject> {
  const base = fields(times(2 * lines, (i) => (i % 2 === 0 ? `old ${i / 2}` : 'same')).join('\n'));
  return {
    base,
    head: fields(base.texts.prompt.text.replaceAll('old', 'new')),
    broken: times(broken, (nth) => ({ nth })),
    unsure: [],
    checkBroken: async () => false,
    costOfRow: 3,
    most: 250,
    passes: async (_row, { texts }) =>
      !guilty.every((nth) => texts.prompt.text.includes(`new ${nth}`)),
  };
}

it('names the guilty line, within 250 requests, and no other; asks nothing twice', async () => {
  for (const parts of [1, 3, 8]) {
    const search = given(parts, [parts - 1]);
    const { text } = search.head.texts.prompt;
    // The verdict has asked the head itself.
    const questions = search.broken.map(({ nth }) => `${nth} ${text}`);
    const found = await findCause({
      ...search,
      passes(row, subject) {
        questions.push(`${row.nth} ${subject.texts.prompt.text}`);
        return search.passes(row, subject);
      },
    });
    expect(new Set(questions).size).toBe(questions.length);
    const requests = 3 * (questions.length - search.broken.length);
    if (found.kind !== 'one') throw new Error(found.kind);
    expect(found.parts.findIndex(({ isNamed }) => isNamed)).toBe(parts - 1);
    expect(found.control).toEqual({ restored: 0, asked: 12 });
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS);
  }
});

it('a row that must hold names the guilty line of eight beside one that fails twice by chance', async () => {
  const search = given(8, [3], 2);
  let slips = 1;
  const found = await findCause({
    ...search,
    mustHold: true,
    passes: async (row, subject) => (row.nth === 1 ? slips-- < 1 : search.passes(row, subject)),
  });
  if (found.kind !== 'one') throw new Error(found.kind);
  expect(found).toMatchObject({ rows: [{ nth: 0 }], control: { restored: 5, asked: 10 } });
  expect(found.parts[3]).toMatchObject({ restored: 10, asked: 10, isNamed: true });
  expect(found.parts[3]!.p).toBeCloseTo(8 / 252, 6);
  expect(found.parts[2]).toMatchObject({ asked: 2, isNamed: false });
});

it.each([
  ['two rows, one each', {}, [[0], [1]]],
  ['one row beside five', {}, [[0, 1, 2, 3, 4], [5]]],
  ['one row behind six', {}, [[0, 1, 2, 3, 4, 5], [11]]],
  ['six that must hold', { mustHold: true, costOfRow: 2 }, [[0], [1], [2], [3], [4], [5]]],
])('parts that break different rows are all named: %s', async (_name, options, rowsOfParts) => {
  const rows = rowsOfParts.map((those) => those.map((nth) => ({ nth })));
  const found = await findCause({
    ...given(6, [], rows.at(-1)!.at(-1)!.nth + 1),
    ...options,
    passes: async ({ nth }, { texts }) => {
      const part = rowsOfParts.findIndex((those) => those.includes(nth));
      return !texts.prompt.text.includes(`new ${Math.max(0, part)}`);
    },
  });
  if (found.kind !== 'several') throw new Error(found.kind);
  const named = found.parts.filter(({ isNamed }) => isNamed);
  expect([named.map(({ broken }) => broken), found.rows, found.parts.length]).toEqual([
    rows,
    rows.flat(),
    6,
  ]);
});

it.each([
  [1, 0, 6, 3],
  [1, 0.5, 5, 3],
  [1, 1, 5, 1],
  [6, 1, 4, 3],
])(
  'rows behind %i that must hold, and fail with the chance %f, name the line',
  async (count, chance, named, costOfRow) => {
    const search = given(2, [1], 12);
    const draw = drawFrom(1, 'flicker');
    const found = await findCause({
      ...search,
      mustHold: true,
      costOfRow,
      passes: async (row, subject) =>
        row.nth < count ? draw(1_000) >= 1_000 * chance : search.passes(row, subject),
    });
    const rows = search.broken.slice(count, count + named);
    expect(found).toMatchObject({ kind: 'one', rows, parts: [{}, { isNamed: true }] });
  },
);

it('asks no more than the requests that are left, if each line restores the rows, or none', async () => {
  for (const most of times(50, (i) => 5 * i))
    for (const guilty of [[], times(8, (i) => i)]) {
      let left = most;
      const search = given(8, guilty);
      await findCause({
        ...search,
        most,
        passes(row, subject) {
          left -= 3;
          return search.passes(row, subject);
        },
      });
      expect(left).toBeGreaterThanOrEqual(0);
    }
});

it('further rows are asked until some are broken', async () => {
  const search = given(2, [1], 12);
  const found = await findCause({
    ...search,
    broken: [],
    unsure: search.broken,
    checkBroken: async ({ nth }) => nth > 5,
  });
  expect(found).toMatchObject({ kind: 'one', rows: { length: 6 } });
});

it('two lines that break rows only together are both named', async () => {
  expect(await findCause(given(4, [0, 2]))).toMatchObject({ kind: 'several' });
});

it('every silence has a sentence', async () => {
  expect(await findCause({ ...given(3, [0]), passes: async () => true })).toMatchObject({
    kind: 'skipped',
    why: expect.stringMatching(/\b6\b/) as string,
  });
  expect(await findCause({ ...given(8, [0]), costOfRow: 30 })).toMatchObject({
    kind: 'skipped',
    why: expect.stringMatching(/\b250\b/) as string,
  });
  const passes = () => Promise.reject(new Error('asked'));
  expect(await findCause({ ...given(1, [0]), most: 2, passes })).toMatchObject({
    why: expect.stringMatching(/\b2\b/) as string,
  });
  const unsure = { broken: [], unsure: given(1, []).broken, most: 120, checkBroken: passes };
  expect(await findCause({ ...given(8, [0]), ...unsure })).toMatchObject({ kind: 'skipped' });
  const unanswered = async ({ nth }: BrokenRow) => nth > 0 || null;
  expect(await findCause({ ...given(3, [0]), passes: unanswered })).toMatchObject({
    why: expect.stringMatching(/\b1\b/) as string,
  });
  expect(await findCause(given(3, []))).toMatchObject({
    kind: 'none',
    all: { restored: 0, asked: 6 },
  });
  const untried = given(2, [1]);
  const broken = await findCause({
    ...untried,
    passes: (row, subject) =>
      subject.texts.prompt.text.includes('old 0')
        ? Promise.reject(new ConfigError('no such model', { where: '', remedy: '' }))
        : untried.passes(row, subject),
  });
  expect(broken).toMatchObject({
    kind: 'one',
    parts: [{ untried: 'no such model' }, { isNamed: true }],
  });
});
