import { commonAnswer } from '../../src/engine/rows/common-answer.ts';
import type { ResultRow } from '../../src/engine/results.ts';
import { resultRow } from '../report/sample-results.ts';

const OPTIONS = 'A. apple\nB. stone\nC. chair';
type Say = (prompt: string, nth: number) => string | null;

/** Questions with options, each asked three ways; right are A, B, C in turn. */
const rows = (
  say: Say,
  { count = 6, ...over }: { count?: number } & Partial<ResultRow> = {},
): ResultRow[] =>
  Array.from({ length: count }, (_, nth) => {
    const [original, placebo, test_case] = ['is', 'is really', 'is not'].map(
      (verb) => `Which of these ${verb} thing ${nth}?`,
    ) as [string, string, string];
    const answers = [original, placebo, test_case].map((text) =>
      say(`${text}\n${OPTIONS}\nAnswer with one letter.`, nth),
    ) as [string | null, string | null, string | null];
    return resultRow({
      original,
      placebo,
      test_case,
      options: OPTIONS,
      expected_result: answers[0],
      placebo_result: answers[1],
      actual_result: answers[2],
      key: {
        original: ['ABC'[nth % 3]!],
        test_case: ['A', 'B', 'C'].filter((label) => label !== 'ABC'[nth % 3]),
      },
      ...over,
    });
  });

it('sees answers that are all alike, by what they were read as or by their words', () => {
  const readings = { original: ['A'], placebo: ['A'], test_case: ['A'] };
  expect(commonAnswer(rows((_, nth) => `A, for reason ${nth}`, { readings }))).toMatchObject({
    kind: 'alike',
    count: 18,
    reading: ['A'],
  });
  expect(commonAnswer(rows(() => 'Hm. '))).toMatchObject({
    kind: 'alike',
    count: 18,
    total: 18,
    text: 'Hm. ',
  });
  const unreadable = { original: null, placebo: null, test_case: null };
  expect(commonAnswer(rows(() => 'Hm.', { readings: unreadable }))).toBeUndefined();
});

it('does not blame a model for answers that are rightly alike, or that happen to be', () => {
  expect(
    commonAnswer(rows(() => 'A', { key: { original: ['A'], test_case: ['B'] } })),
  ).toBeUndefined();
  expect(commonAnswer(rows(() => 'A', { count: 3 }))).toBeUndefined();
  const statements = rows(() => 'True').map(({ options: _o, key: _k, ...row }) => row as ResultRow);
  expect(commonAnswer(statements)).toBeUndefined();
  expect(commonAnswer(rows((_, nth) => 'ABC'[nth % 3]!))).toBeUndefined();
  expect(commonAnswer(rows(() => null))).toBeUndefined();
});

it('sees a model that refuses nearly everything', () => {
  const refuses: Say = (_, nth) =>
    nth === 3
      ? null
      : nth === 0
        ? "Sorry, I can't help with that."
        : "I'm unable to assist with this request.";
  expect(commonAnswer(rows(refuses))).toMatchObject({ kind: 'refused', count: 15, total: 15 });
  expect(commonAnswer(rows((prompt, nth) => (nth % 2 ? 'A' : refuses(prompt, 1))))).toBeUndefined();
});

it('tells an echo of the question from an answer that takes it up', () => {
  expect(commonAnswer(rows((prompt) => prompt))).toMatchObject({
    kind: 'echoed',
    count: 18,
    total: 18,
  });
  expect(commonAnswer(rows((prompt) => prompt.split('\n')[0]!.toUpperCase()))).toMatchObject({
    kind: 'echoed',
  });
  expect(
    commonAnswer(rows((prompt, nth) => `${prompt.split('\n')[0]!} ${'ABC'[nth % 3]!}`)),
  ).toBeUndefined();
});
