import { atLeast, atMost } from './binomial.js';
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
  return { twoSided: Math.min(1, 2 * atMost(Math.min(fixed, broken), n, 0.5)), oneSided: atLeast(broken, n, 0.5) };
}
