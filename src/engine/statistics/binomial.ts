import { range, sum } from '../lists.js';
import { checkCounts, checkPasses, checkShare } from './check.js';

/**
 * P(X >= `least`) for X ~ Binomial(`trials`, `share`): the exact upper tail. @throws RangeError for
 * counts that are no whole numbers, `least` above `trials`, and a share outside of 0 to 1
 */
export function upperTail(least: number, trials: number, share: number): number {
  checkCounts({ least, trials });
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

/** Returns the natural logarithm of the number of ways to take k of n. */
export function logChoose(n: number, k: number): number {
  return sum(range(k, 1), (i) => Math.log((n - k + i) / i));
}
