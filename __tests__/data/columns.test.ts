import { toSample } from '../../src/data/columns.ts';
import type { Columns } from '../../src/data/index.ts';
import { DataError } from '../../src/errors.ts';
import { fault, load } from './support.ts';

const read = (value: Record<string, unknown> | string, columns?: Columns) =>
  toSample({ value, source: 'q.jsonl:3' }, columns)!;

const refusal = (value: Record<string, unknown> | string, columns?: Columns) =>
  fault(Promise.resolve().then(() => read(value, columns)));

describe('the text', () => {
  it('is the configured column, else text, else question', () => {
    const row = { prompt: 'P', text: 'T', question: 'Q' };
    expect(read(row, { text: 'prompt' }).text).toBe('P');
    expect(read(row).text).toBe('T');
    expect(read({ question: 'Q' })).toEqual({ source: 'q.jsonl:3', text: 'Q' });
  });

  it('stays as it stands', () => {
    expect(read('  a\t b\n').text).toBe('  a\t b\n');
  });

  it('is looked for in the row itself only', async () => {
    expect(await refusal({ id: 1 }, { text: 'toString' })).toMatchObject({
      message: expect.stringContaining('No column `"toString"`'),
    });
  });

  it('tells the columns that are there, and the nearest', async () => {
    expect(await refusal({ id: 1, Questions: 'Q' })).toEqual({
      where: 'q.jsonl:3',
      message:
        'No column `"text"` or `"question"`: the row has the columns `"id"`, `"Questions"`. Did you mean `"Questions"`?',
      remedy: 'Name the column in data.columns.text.',
    });
    expect(await refusal({ id: 1, prompt: 'P' }, { text: 'promt' })).toEqual({
      where: 'q.jsonl:3',
      message:
        'No column `"promt"`: the row has the columns `"id"`, `"prompt"`. Did you mean `"prompt"`?',
      remedy: 'Name the column in data.columns.text.',
    });
    expect(await refusal({ number: 1 })).toMatchObject({
      message: 'No column `"text"` or `"question"`: the row has the columns `"number"`.',
    });
    expect(await refusal({})).toMatchObject({
      message: 'No column `"text"` or `"question"`: the row has no columns.',
    });
  });

  it('shows names of columns in one short line', async () => {
    const row = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}\n::error::${'x'.repeat(500)}`, 1]),
    );
    const { message } = await refusal(row);
    expect(message).not.toContain('\n');
    expect(message).toMatch(/, and 10 more\.$/);
    expect(message.length).toBeLessThan(2000);
  });

  it.each([
    [7, 'a number'],
    [true, 'a boolean'],
    [null, 'null'],
    [['x'], 'a list'],
    [{}, 'an object'],
  ])('is refused if it is %j', async (value, kind) => {
    expect(await refusal({ text: value })).toEqual({
      where: 'q.jsonl:3',
      message: `The column \`"text"\` holds ${kind}, not a text.`,
      remedy: 'Write it as a string, or name another column in data.columns.text.',
    });
  });

  it('leaves the row out if it is blank, whatever else it holds', () => {
    for (const value of ['', ' \u2003', { question: ' \t\u00a0' }, { text: '', options: 7 }])
      expect(read(value)).toBeUndefined();
  });
});

describe('options', () => {
  const options = (value: unknown) => read({ text: 'T', options: value }).options;

  it('are a string as it is', () => {
    expect(options('A. fruit\n\nB. liquid ')).toBe('A. fruit\n\nB. liquid ');
  });

  it.each(['', '-', 'x', '  ', ' - ', null, []])('%j is none', (value) => {
    expect(read({ text: 'T', options: value })).toEqual({ source: 'q.jsonl:3', text: 'T' });
  });

  it('are a list that gets letters', () => {
    expect(options(['fruit', 7, 'a liquid'])).toBe('A. fruit\nB. 7\nC. a liquid');
  });

  it('keep the letters of their places', () => {
    expect(options(['A. fruit', 'B) liquid', '(C) gas', 'd. solid', 'none'])).toBe(
      'A. fruit\nB) liquid\n(C) gas\nd. solid\nE. none',
    );
    expect(options(['E. coli', 'C. elegans', 'Dr. Who', 'A'])).toBe(
      'A. E. coli\nB. C. elegans\nC. Dr. Who\nD. A',
    );
  });

  it('come from the configured column, which has to be there', async () => {
    const row = { text: 'T', choices: ['x', 'y'], options: 'A. not these' };
    expect(read(row, { options: 'choices' }).options).toBe('A. x\nB. y');
    expect(await refusal(row, { options: 'choice' })).toEqual({
      where: 'q.jsonl:3',
      message:
        'No column `"choice"`: the row has the columns `"text"`, `"choices"`, `"options"`. Did you mean `"choices"`?',
      remedy: 'Name the column in data.columns.options.',
    });
  });

  it.each([
    [7, 'holds a number, not options'],
    [false, 'holds a boolean, not options'],
    [{ A: 'x' }, 'holds an object, not options'],
    [['x', null], 'lists null, not an option'],
    [['x', ['y']], 'lists a list, not an option'],
    [['x', ' '], 'lists a blank option'],
    [Array.from({ length: 27 }, String), 'lists 27 options, more than there are letters'],
  ])('%j are refused', async (value, what) => {
    expect(await refusal({ text: 'T', options: value })).toEqual({
      where: 'q.jsonl:3',
      message: `The column \`"options"\` ${what}.`,
      remedy:
        'Write the options as a string, or as a list of strings; name another column in data.columns.options.',
    });
  });
});

it("options as the Hub's multiple-choice sets hold them", () => {
  const sample = toSample({
    value: {
      text: 'A stem is used to store',
      options: { label: ['A', 'B'], text: ['fruit', 'liquid'] },
    },
    source: 'q#1',
  })!;
  expect(sample.options).toBe('A. fruit\nB. liquid');
});

it.each([[['B', 'c']], ['B, c'], ['B c']])('negated_answer %j', (negated_answer) => {
  expect(read({ text: 'a is b', negated_answer }).negated_answer).toEqual(['B', 'C']);
});

it('a negated_answer that holds no labels is refused', async () => {
  expect(await refusal({ text: 'a is b', negated_answer: ['not fruit'] })).toMatchObject({
    message: expect.stringContaining('labels of options'),
  });
});

it('all columns that the configuration names wrongly are errors at their places there', async () => {
  const columns = {
    text: 'questoin',
    options: 'choices',
    answer: '{right} {wrong}',
    expect: 'kind',
  };
  const columnPlaces = {
    text: 'c.yml:3:9',
    options: 'c.yml:4:9',
    answer: 'c.yml:5:9',
    expect: 'c.yml:6:9',
  };
  const loading = load('q.csv', 'question,options,kind\nWhich?,a|b,same\n', {
    columns,
    columnPlaces,
    reads: 'keys',
  });
  const error: unknown = await loading.catch((reason: unknown) => reason);
  if (!(error instanceof DataError)) throw error;
  expect([error, ...error.others].map(({ where, message }) => `${where}: ${message}`)).toEqual([
    'c.yml:3:9: The data has no column `"questoin"`, which data.columns.text names. Did you mean `"question"`?',
    'c.yml:4:9: The data has no column `"choices"`, which data.columns.options names.',
    'c.yml:5:9: The data has no column `"{right} {wrong}"`, which data.columns.answer names.',
  ]);
  expect(error.remedy).toContain(
    'The first row, `"q.csv:2"`, has the columns `"question"`, `"options"`, `"kind"`.',
  );
});
