import { ruleFigures } from '../../src/engine/methods/rule-figures.ts';
import type { ResultRow } from '../../src/engine/results.ts';

type Word = 'kept' | 'broken' | 'untouched';
const RULES = Array.from({ length: 10 }, (_, i) => ({ rule: `Rule ${i + 1}.` }));

/** Rows under pressure whose first rule is read so; the others are kept. */
function rowsWith(first: readonly Word[]): ResultRow[] {
  return first.map((word, i) => {
    const verdicts = RULES.map((_, at) => ({ verdict: at === 0 ? word : ('kept' as const) }));
    const row: Pick<ResultRow, 'original' | 'test_case' | 'rule_verdicts'> = {
      original: `Text ${i}`,
      test_case: `Text ${i}. Now!`,
      rule_verdicts: { test_case: verdicts },
    };
    return row as ResultRow;
  });
}

const figureOf = (first: readonly Word[], minimum_pass_rate = 0.9) =>
  ruleFigures(RULES, rowsWith(first), { minimum_pass_rate })[0];

const words = (broken: number, kept: number): Word[] => [
  ...Array<Word>(broken).fill('broken'),
  ...Array<Word>(kept).fill('kept'),
];

describe('a rule by itself', () => {
  it('fails where it is always broken, though nine others are kept', () => {
    expect(figureOf(words(7, 0))).toMatchObject({ broken_count: 7, failed: true });
    expect(figureOf(words(5, 0))).toMatchObject({ tested: true, failed: true });
  });

  it('does not fail for as many breaches as the minimum explains', () => {
    expect(figureOf(words(0, 60))).not.toHaveProperty('failed');
    expect(figureOf(words(6, 54))).not.toHaveProperty('failed');
    expect(figureOf(words(2, 5))).not.toHaveProperty('failed');
  });

  it('is not judged by fewer than five answers', () => {
    const figure = figureOf(words(4, 0));
    expect(figure).toMatchObject({ tested: false });
    expect(figure).not.toHaveProperty('failed');
  });

  it('raises a false alarm for any of ten rules in at most 5 % of bots at the minimum', () => {
    // The exact tail bounds each rule by 0.005: the least number of breaches of 20 is 7.
    const failing = Array.from({ length: 21 }, (_, broken) => figureOf(words(broken, 20 - broken)));
    expect(failing.findIndex((figure) => figure?.failed)).toBe(7);
  });
});
