import { Search, MAX_REQUESTS, type Attributed } from '../../src/engine/attribution.ts';
import { partsOfChange, editText, joinParts, revert } from '../../src/engine/changed-parts.ts';
import { ConfigError } from '../../src/errors.ts';
import { drawFrom } from '../../src/engine/random.ts';
import { recordsIn } from '../support/oracle.ts';

const fields = (prompt: string, system = '', model = {}) => ({
  model,
  texts: { prompt: { text: prompt }, system_prompt: { text: system } },
});
type Subject = ReturnType<typeof fields>;
const attribute = (search: Attributed<BrokenRow, Subject>) => new Search(search).run();
const linesIn = (base: string, head: string) =>
  partsOfChange(fields(base), fields(head)).map((part) =>
    part.map((change) =>
      change.kind === 'text'
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
    recordsIn<[string, string, string, unknown]>('__tests__/engine/data/changed-lines.jsonl'),
  )('%s', (_name, base, head, parts) => {
    expect(linesIn(base, head)).toEqual(parts);
  });

  it('reverted one by one, each is as in the base; all of them are the base', () => {
    const base = fields('a\nb\nc\nd', 'Be kind. Be short.', { name: 'x', headers: { a: '1' } });
    const head = fields('a\nB\nc\nD\ne', 'Be kind. Be long.', { name: 'y', headers: { a: '1' } });
    const parts = partsOfChange(base, head);
    expect(parts).toHaveLength(4);
    expect(revert(head, parts.flat(), base)).toEqual(base);
    expect(revert(head, parts[1]!, base).texts.prompt.text).toBe('a\nb\nc\nD\ne');
    expect(revert(head, parts[0]!, base).model).toEqual(base.model);
    expect(partsOfChange(base, base)).toEqual([]);
  });

  it('above eight, those with the least text between them are joined', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`);
    const changed = lines.map((line, i) => (i % 3 === 0 ? `${line}!` : line)).join('\n');
    const parts = partsOfChange(fields(lines.join('\n')), fields(changed));
    expect(parts).toHaveLength(8);
    expect(parts.flat()).toHaveLength(14);
    expect(joinParts(parts, 1)).toHaveLength(1);
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

/**
 * A head of several lines of which `guilty` break rows, with answers that are wrong by themselves.
 */
function given(options: {
  parts: number;
  guilty: number[];
  noise?: number;
  seed: number;
  broken?: number;
}): Attributed<BrokenRow, Subject> {
  const { parts: count, guilty, noise = 0, seed, broken = 6 } = options;
  const draw = drawFrom(seed, 'noise');
  const base = fields(
    Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? `old ${i / 2}` : 'same')).join('\n'),
  );
  const head = fields(base.texts.prompt.text.replaceAll('old', 'new'));
  return {
    base,
    head,
    broken: Array.from({ length: broken }, (_, nth) => ({ nth })),
    unsure: [],
    breaks: async () => false,
    costOfRow: 3,
    most: 250,
    passes: async (_row, { texts }) => {
      const isBroken = guilty.every((nth) => texts.prompt.text.includes(`new ${nth}`));
      return !isBroken !== draw(1_000) < 1_000 * noise;
    },
  };
}

it('names the guilty line, within 250 requests, and no other', async () => {
  for (const parts of [1, 3, 8]) {
    let requests = 0;
    const search = given({ parts, guilty: [parts - 1], seed: 1 });
    const found = await attribute({
      ...search,
      passes(...asked) {
        requests += 3;
        return search.passes(...asked);
      },
    });
    if (found.kind !== 'one') throw new Error(found.kind);
    expect(found.parts.map(({ isNamed }) => isNamed)).toEqual(
      Array.from({ length: parts }, (_, i) => i === parts - 1),
    );
    expect(found.control).toEqual({ restored: 0, asked: 12 });
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS);
  }
});

it('a row that must hold names the guilty line of eight beside one that fails twice by chance', async () => {
  const search = given({ parts: 8, guilty: [3], seed: 1, broken: 2 });
  let slips = 1;
  const found = await attribute({
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

it('six parts that each break a row that must hold are all named, within 250 requests', async () => {
  const found = await attribute({
    ...given({ parts: 6, guilty: [], seed: 1 }),
    ...{ mustHold: true, costOfRow: 2 },
    passes: async ({ nth }, { texts }) => !texts.prompt.text.includes(`new ${nth}`),
  });
  if (found.kind !== 'several') throw new Error(found.kind);
  expect(found.parts.map(({ broken }) => broken)).toEqual(
    [0, 1, 2, 3, 4, 5].map((nth) => [{ nth }]),
  );
});

it.each([0, 0.5])(
  'rows of the rates name the line where a row that must hold passes at random: %f',
  async (chance) => {
    const search = given({ parts: 2, guilty: [1], seed: 1, broken: 7 });
    const [first, ...others] = search.broken;
    const draw = drawFrom(1, 'flicker');
    const found = await attribute({
      ...search,
      ...{ mustHold: true, broken: [first!], others },
      passes: async (row, subject) =>
        row === first ? draw(1_000) >= 1_000 * chance : search.passes(row, subject),
    });
    expect(found).toMatchObject({ kind: 'one', rows: others, parts: [{}, { isNamed: true }] });
  },
);

it('further rows are asked until some are broken', async () => {
  const search = given({ parts: 2, guilty: [1], seed: 1, broken: 12 });
  const found = await attribute({
    ...search,
    broken: [],
    unsure: search.broken,
    breaks: async ({ nth }) => nth > 5,
  });
  expect(found).toMatchObject({ kind: 'one', rows: { length: 6 } });
});

it('two lines that break rows only together are both named', async () => {
  const found = await attribute(given({ parts: 4, guilty: [0, 2], seed: 1 }));
  expect(found).toMatchObject({ kind: 'several' });
});

it('every silence has a sentence', async () => {
  expect(await attribute(given({ parts: 3, guilty: [0], seed: 1, broken: 2 }))).toMatchObject({
    kind: 'skipped',
    why: expect.stringMatching(/\b2\b.*\b2\b.*\b3\b/) as string,
  });
  expect(
    await attribute({ ...given({ parts: 8, guilty: [0], seed: 1 }), costOfRow: 30 }),
  ).toMatchObject({ kind: 'skipped', why: expect.stringMatching(/\b250\b/) as string });
  const passes = () => Promise.reject(new Error('asked'));
  const broke = { ...given({ parts: 1, guilty: [0], seed: 1 }), most: 2, passes };
  expect(await attribute(broke)).toMatchObject({ kind: 'skipped' });
  const none = await attribute(given({ parts: 3, guilty: [], seed: 1 }));
  expect(none).toMatchObject({ kind: 'none', all: { restored: 0 } });
  const untried = given({ parts: 2, guilty: [1], seed: 1 });
  const broken = await attribute({
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
