import { describe, expect, it } from '@jest/globals';
import {
  compareStep,
  comparisonEnd,
  NO_COMPARISON,
} from '../../../src/engine/methods/comparison.js';
import type { Difference } from '../../../src/engine/statistics/wealth.js';

const RULES = { comparisons: 2, delta: 0.1, alpha: 0.05, beta: 0.1 };

/** What is shown, and after how many rows. */
function compare(ds: readonly Difference[], rules = RULES) {
  let path = NO_COMPARISON;
  for (const [i, d] of ds.entries()) {
    path = compareStep(path, [d, d], rules);
    const shown = comparisonEnd(path, i === ds.length - 1);
    if (shown) return { shown, rows: i + 1, worth: path.worth };
  }
  throw new Error('No rows');
}

/** Every so many rows one is broken, from the first on. */
const everyNth = (n: number, rows = 100): Difference[] =>
  Array.from({ length: rows }, (_, i) => (i % n === n - 1 ? 1 : 0));

describe('head against base', () => {
  it('what was certainly lost, and is not more than δ, is no regression', () => {
    // 7 rows of 100 lost and none gained: surely a loss.
    const found = compare(everyNth(14), { ...RULES, comparisons: 1 });
    expect(found.shown).not.toBe('regression');
    expect(compare(everyNth(14), { ...RULES, comparisons: 1, delta: 0.001 })).toMatchObject({
      shown: 'regression',
    });
  });

  it('a fifth lost is one', () => {
    expect(compare(everyNth(5))).toMatchObject({ shown: 'regression' });
  });
});
