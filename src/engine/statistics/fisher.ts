import { logChoose } from './binomial.js';
import { checkCounts } from './check.js';

type Group = readonly [successes: number, trials: number];

/**
 * Fisher's exact test, one-sided: P(X >= a) for the a successes of the first group, with all
 * margins fixed (hypergeometric). Fisher, J. R. Stat. Soc. 85 (1922) 87-94. Without a trial in a
 * group it is 1.
 * @throws RangeError where a number is no count.
 */
export function fisher([a, n]: Group, [b, m]: Group): number {
  checkCounts({ a, n, b, m });
  const successes = a + b;
  const total = logChoose(n + m, successes);
  let p = 0;
  for (let x = Math.max(a, successes - m); x <= Math.min(n, successes); x += 1) {
    p += Math.exp(logChoose(n, x) + logChoose(m, successes - x) - total);
  }
  return Math.min(1, p);
}
