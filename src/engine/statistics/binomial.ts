import { checkCounts, checkShare } from './check.js';
import { betaAbove, betaBelow } from './special.js';

/**
 * X counts the passes among n rows that each pass with probability p. Tails by the regularised incomplete beta function (DLMF
 * 8.17.5), so that a tail of 1e-100 keeps its digits and n = 100,000 costs as much as n = 10.
 */

/** k may lie outside 0..n. */
function check(k: number, n: number, p: number): void {
  checkCounts({ n });
  checkShare('p', p);
  if (!Number.isInteger(k)) throw new RangeError(`k must be a whole number, not ${k}`);
}

/**
 * P(X <= k) = 1 - I_p(k+1, n-k).
 * @throws RangeError where n is no count, k no whole number or p outside [0, 1].
 */
export function atMost(k: number, n: number, p: number): number {
  check(k, n, p);
  if (k < 0) return 0;
  return k >= n ? 1 : betaAbove(p, { a: k + 1, b: n - k });
}

/**
 * P(X >= k) = I_p(k, n-k+1).
 * @throws RangeError where n is no count, k no whole number or p outside [0, 1].
 */
export function atLeast(k: number, n: number, p: number): number {
  check(k, n, p);
  if (k <= 0) return 1;
  return k > n ? 0 : betaBelow(p, { a: k, b: n - k + 1 });
}
