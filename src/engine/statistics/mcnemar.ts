import { checkCounts } from './check.js';

/** Rows that two runs decided differently: `fixed` failed before and pass now (b), `broken` passed before and fail now (c). */
export interface Discordant {
  fixed: number;
  broken: number;
}

/** Probabilities of a split at least as uneven if the change had no effect, so that each discordant row is a fair coin. */
export interface McNemar {
  /** min(1, 2 P(X <= min(b, c))). */
  twoSided: number;
  /** P(X >= c): small where the change broke more than it fixed. */
  oneSided: number;
}

/**
 * McNemar's test, exact: X ~ Binomial(b + c, 1/2). Rows that both runs decided alike say nothing and are not asked for.
 * McNemar, Psychometrika 12 (1947) 153-157; exact by the sign test.
 * @throws RangeError where a number is no count.
 */
export function mcnemar({ fixed, broken }: Discordant): McNemar {
  checkCounts({ fixed, broken });
  const n = fixed + broken;
  return { twoSided: Math.min(1, 2 * atMost(Math.min(fixed, broken), n)), oneSided: atMost(fixed, n) };
}

/** Rescale by this before a sum of binomial coefficients overflows. */
const SCALE_BITS = 900;

/** P(X <= k) for X ~ Binomial(n, 1/2): the sum of C(n, i) / 2^n, exact up to n = 53. */
function atMost(k: number, n: number): number {
  let [term, sum, bits] = [1, 1, -n];
  for (let i = 1; i <= k; i += 1) {
    term = (term * (n - i + 1)) / i;
    sum += term;
    if (sum < 2 ** SCALE_BITS) continue;
    term /= 2 ** SCALE_BITS;
    sum /= 2 ** SCALE_BITS;
    bits += SCALE_BITS;
  }
  // In two steps: 2 ** bits alone may underflow.
  const half = Math.floor(bits / 2);
  return Math.min(1, sum * 2 ** half * 2 ** (bits - half));
}
