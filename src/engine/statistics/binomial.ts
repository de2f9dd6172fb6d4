import { range, sum } from '../lists.ts';
import { checkPasses, checkShare } from './check.ts';

/**
 * P(X >= `least`) for X ~ Binomial(`trials`, `share`): the exact upper tail, summed over
 * C(n, k) p^k (1 - p)^(n - k) in logarithms.
 * @throws RangeError unless 0 <= `least` <= `trials` are counts, and `share` lies in 0 to 1.
 */
export function upperTail(least: number, trials: number, share: number): number {
  checkPasses(least, trials);
  checkShare('share', share);
  if (least === 0) return 1;
  if (share === 0) return 0;
  if (share === 1) return 1;
  const terms = range(trials - least + 1, least).map((hits) =>
    Math.exp(
      logChoose(trials, hits) + hits * Math.log(share) + (trials - hits) * Math.log1p(-share),
    ),
  );
  return Math.min(1, sum(terms, Number));
}

/** ln C(n, k), the number of ways to take k of n: the sum over i = 1 … k of ln((n - k + i) / i). */
export function logChoose(n: number, k: number): number {
  return sum(range(k, 1), (i) => Math.log((n - k + i) / i));
}
