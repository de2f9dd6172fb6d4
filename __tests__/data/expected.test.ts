import { drawSamples } from '../../src/data/rows.ts';
import type { Columns, DataOptions } from '../../src/data/source.ts';
import { fault } from './support.ts';

type Row = Record<string, unknown>;

const options = (columns?: Columns): DataOptions => ({
  source: 'q.jsonl',
  seed: 1,
  root: '/',
  columns,
});

async function read(rows: readonly Row[], columns?: Columns, asked: Partial<DataOptions> = {}) {
  const raw = rows.map((value, i) => ({ value, source: `q.jsonl:${i + 1}` }));
  const given = { ...options(columns), reads: 'answers' as const, ...asked };
  return drawSamples(raw, given);
}

const failure = async (rows: readonly Row[], columns?: Columns) => fault(read(rows, columns));

describe('the column of the right answer', () => {
  it.each([
    'expected',
    'Expected Answer',
    'expected_output',
    'ideal',
    'Ground-Truth',
    'ground_truth',
    'CORRECT_ANSWER',
  ])('%s is found, and named', async (name) => {
    const { samples, understood } = await read([{ text: 'How long?', [name]: '14 days' }]);
    expect(samples[0]!.expected).toEqual(['14 days']);
    expect(understood).toContain(`answer = \`${JSON.stringify(name)}\``);
  });

  it('is answer where there is one, and the one that the configuration names before all', async () => {
    const row = { text: 'How long?', answer: 'a', expected: 'b', mine: 'c' };
    expect((await read([row])).samples[0]!.expected).toEqual(['a']);
    expect((await read([row], { answer: 'mine' })).samples[0]!.expected).toEqual(['c']);
  });

  it('is not found by a test that reads no answer in words', async () => {
    const row = { text: 'A is on.', expected: '14 days' };
    const { samples, understood, unreadAnswers } = await read([row], undefined, {
      reads: 'keys',
    });
    expect(samples[0]!.expected).toBeUndefined();
    expect(understood).toContain('not read: `"expected"`');
    expect(unreadAnswers).toBe(1);
  });

  it('gives a pair both answers; a truth stays a truth', async () => {
    const asked = { reads: 'pairs' } as const;
    const rows = [
      { text: 'a', perturbed: 'b', ideal: '14 days', perturbed_answer: '30 days' },
      { text: 'a', perturbed: 'b', ideal: 'true', perturbed_answer: 'false' },
      { text: 'a', perturbed: 'b', ideal: 1, perturbed_answer: 2 },
    ];
    const { samples } = await read(rows, undefined, asked);
    expect(samples).toMatchObject([
      { expected: ['14 days'], perturbed_expected: ['30 days'] },
      { truth: true, perturbed_truth: false },
      { expected: ['1'], perturbed_expected: ['2'] },
    ]);
  });
});

describe('a right answer', () => {
  it.each<[unknown, string[]]>([
    ['14 days', ['14 days']],
    [' B ', ['B']],
    [14, ['14']],
    [false, ['false']],
    [
      ['14 days', 'two weeks'],
      ['14 days', 'two weeks'],
    ],
    ['["14 days", "two weeks"]', ['14 days', 'two weeks']],
    ['[Settings] > Profile', ['[Settings] > Profile']],
  ])('%j is read as %j', async (answer, expected) => {
    expect((await read([{ text: 'q', answer }])).samples[0]!.expected).toEqual(expected);
  });

  it('is the labels of a row with options', async () => {
    const row = { text: 'q', options: ['7 days', '14 days'], answer: '14 days' };
    expect((await read([row])).samples[0]).toMatchObject({ answer: ['B'] });
  });

  it('is no object, and no list with a blank', async () => {
    expect(await failure([{ text: 'q', answer: { a: 1 } }])).toMatchObject({
      message: 'The column `"answer"` holds an object, not an answer in words.',
    });
    expect(await failure([{ text: 'q', answer: ['a', ' '] }])).toMatchObject({
      message: 'The column `"answer"` lists a blank answer.',
    });
  });
});

describe('a row without a right answer', () => {
  const blank = { text: 'q', answer: ' ' };

  it('is an error that names the first of them, and what to do', async () => {
    const rows = [{ text: 'q', answer: 'a' }, ...Array.from({ length: 7 }, () => blank)];
    expect(await failure(rows)).toMatchObject({
      message: expect.stringMatching(
        /^7 of 8 rows have no expected answer: .*q\.jsonl:2.* and 2 more$/,
      ),
      where: 'q.jsonl:2',
      remedy: expect.stringContaining('`decline` in a column `should`'),
    });
    expect(await failure([{ text: 'q' }])).toMatchObject({
      message: expect.stringContaining('No column answer (nor expected, '),
    });
  });

  it.each(['decline', 'Escalate ', 'refuse'])('needs none where it should %s', async (should) => {
    expect((await read([{ ...blank, should }])).samples[0]).toMatchObject({ should_decline: true });
  });

  it('needs one beside should: answer, and another word is refused', async () => {
    expect(await failure([{ ...blank, should: 'answer' }])).toMatchObject({
      message: expect.stringContaining('no expected answer'),
    });
    expect(await failure([{ text: 'q', answer: 'a', should: 'laugh' }])).toMatchObject({
      message: expect.stringContaining('"should"'),
    });
  });
});
