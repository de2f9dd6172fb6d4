import { describe, expect, it } from '@jest/globals';
import { beside, besideInShort, comparison, fell } from '../../../src/report/story/baseline.js';
import { logDetails, logLines } from '../../../src/report/formats/log.js';
import { testSentence } from '../../../src/report/story/sentence.js';
import { verdict } from '../../../src/report/story/verdict.js';
import { baseline, reportRow, results } from '../sample-results.js';

describe('a baseline in words', () => {
  it.each([
    [{}, '12 points below the base (8 broken, 2 fixed)', '72% (−12)'],
    [{ broken: 1, fixed: 2 }, '2 points above the base (1 broken, 2 fixed)', '72% (+2)'],
    [{ broken: 0, fixed: 0 }, 'same as the base', '72% (0)'],
    [{ broken: 3, fixed: 3 }, 'same rate as the base (3 broken, 3 fixed)', '72% (0)'],
    [{ broken: 1, fixed: 0, paired_count: 100 }, '1 point below the base (1 broken, 0 fixed)', '72% (−1)'],
    [{ broken: 1, fixed: 0, paired_count: 1200 }, '0.1 points below the base (1 broken, 0 fixed)', '72% (−0.1)'],
    [{ source: 'report' }, '12 points below the baseline report (8 broken, 2 fixed)', '72% (−12)'],
    [{ paired_count: 0, pass_rate: null, broken: 0, fixed: 0 }, 'no row to compare with the base', '—'],
    [{ outcome: 'inconclusive' }, '12 points below the base (8 broken, 2 fixed): rows in error could hide a regression', '72% (−12)'],
  ] as const)('%j', (over, sentence, short) => {
    expect(beside(baseline(over))).toBe(sentence);
    expect(besideInShort(baseline(over))).toBe(short);
  });

  it('says why a test failed that lost too much, with as many decimals as it takes', () => {
    expect(fell(baseline({ adjusted_p_value: 0.03, max_regression: 0.05 }))).toBe(
      'fell 12 points below the base (8 broken, 2 fixed, p = 0.03), at most 5 allowed',
    );
    expect(fell(baseline({ broken: 21, fixed: 0, paired_count: 400, adjusted_p_value: 4.8e-7, max_regression: 0.05 }))).toBe(
      'fell 5.3 points below the base (21 broken, 0 fixed, p < 0.001), at most 5 allowed',
    );
  });

  it('says what the comparison rests on', () => {
    expect(comparison(baseline({ max_regression: 0.01 }))).toBe(
      'against the base: 50 rows compared, p = 0.055, at most 1 point of loss allowed',
    );
    expect(comparison(baseline({ source: 'report', adjusted_p_value: 0.109 }))).toContain(
      'against the baseline report: 50 rows compared, p = 0.055 (corrected for several tests: p = 0.11), at most 20 points',
    );
  });
});

describe('the verdict beside a baseline', () => {
  const sufficient = { pass_count: 40, fail_count: 10, pass_rate: 0.8 };
  const short = { pass_count: 30, fail_count: 20, pass_rate: 0.6 };
  const lost = baseline({ adjusted_p_value: 0.03, max_regression: 0.05, outcome: 'fail' });
  const hidden = baseline({ broken: 3, outcome: 'inconclusive' });

  it.each([
    [
      'too low a rate',
      { ...short, baseline: baseline() },
      'add_negation passed 30 of 50 rows (60%), 70% needed; 12 points below the base (8 broken, 2 fixed)',
    ],
    [
      'a pass',
      { ...sufficient, outcome: 'pass', baseline: baseline({ broken: 1 }) },
      'add_negation passed 40 of 50 rows (80%), 70% needed; 2 points above the base (1 broken, 2 fixed)',
    ],
    [
      'a regression alone',
      { ...sufficient, baseline: lost },
      'add_negation fell 12 points below the base (8 broken, 2 fixed, p = 0.03), at most 5 allowed; 40 of 50 rows passed (80%), 70% needed',
    ],
    [
      'both',
      { ...short, baseline: lost },
      'add_negation passed 30 of 50 rows (60%), 70% needed, and fell 12 points below the base (8 broken, 2 fixed, p = 0.03), at most 5 allowed',
    ],
    [
      'a regression, and a rate that errors leave open',
      { ...short, error_count: 20, baseline: lost },
      'add_negation fell 12 points below the base (8 broken, 2 fixed, p = 0.03), at most 5 allowed; 30 of 50 rows passed (60%), 70% needed',
    ],
    [
      'only the baseline is open',
      { ...sufficient, outcome: 'inconclusive', baseline: hidden },
      'add_negation passed 40 of 50 rows (80%), 70% needed; 2 points below the base (3 broken, 2 fixed): rows in error could hide a regression',
    ],
    [
      'both are open',
      { ...short, error_count: 20, outcome: 'inconclusive', baseline: hidden },
      'add_negation: 20 rows in error leave the pass rate between 43% and 71%, 70% needed; 2 points below the base (3 broken, 2 fixed): rows in error could hide a regression',
    ],
    [
      'only the rate is open',
      { ...short, set_aside_count: 60, outcome: 'inconclusive', baseline: baseline() },
      'add_negation: 30 of 50 rows passed (60%), 70% needed, but 60 rows more were set aside; 12 points below the base (8 broken, 2 fixed)',
    ],
  ] as const)('%s', (_name, over, sentence) => {
    expect(testSentence(reportRow(over))).toBe(sentence);
  });

  it('explains what the errors may hide, and nothing about a rate that is sure', () => {
    const more = (over: object): string[] =>
      verdict(results({ outcome: 'inconclusive', report: [reportRow({ outcome: 'inconclusive', ...over })] })).more;
    expect(more({ ...sufficient, baseline: hidden })).toEqual([
      'Rows in error, in this run or in the baseline, could hide a regression: mend what their errors name, or run again.',
    ]);
    expect(more({ ...short, error_count: 20, baseline: hidden })).toEqual([
      'The rows in error decide between pass and fail. Mend what their errors name, or run again.',
    ]);
    expect(more({ ...short, set_aside_count: 60, baseline: baseline() })).toEqual([
      'These rows are too few to be sure: add more of them to the data.',
    ]);
  });

  it('sums up where too many tests passed to name them', () => {
    const report = ['a', 'b', 'c', 'd'].map((test_type) =>
      reportRow({ test_type, ...sufficient, outcome: 'pass', baseline: baseline({ source: 'report' }) }),
    );
    expect(verdict(results({ outcome: 'pass', report })).sentence).toBe(
      'all 4 tests passed; 32 rows broken since the baseline report, 8 fixed',
    );
  });

  it('is in the log', () => {
    const compared = results({ report: [reportRow({ ...short, baseline: baseline() })], results: [] });
    expect(logLines(compared)[0]).toMatch(/^sensitivity: fail: .*; 12 points below the base \(8 broken, 2 fixed\)$/);
    expect(logDetails(compared)).toContain(
      'add_negation (scorer embedding): against the base: 50 rows compared, p = 0.055, at most 20 points of loss allowed',
    );
  });
});
