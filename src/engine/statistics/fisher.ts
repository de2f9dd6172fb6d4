import { logChoose } from './binomial.ts';
import { checkCounts } from './check.ts';

type Group = readonly [successes: number, trials: number];

/**
 * Fisher's exact test, one-sided: the p-value that the first group succeeds more often by chance.
 * With all margins fixed, the number X of its successes is hypergeometric:
 *
 *     P(X >= a) = sum over x >= a of C(n, x) C(m, a + b - x) / C(n + m, a + b)
 *
 * for a of n trials against b of m. Without a trial in a group it is 1. Fisher, J. R. Stat. Soc. 85
 * (1922) 87-94.
 * @throws RangeError unless all numbers are counts.
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
