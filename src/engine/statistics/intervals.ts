import { checkOpenShare, checkPasses } from './check.js';
import { betaQuantile, betaUpperQuantile, twoSidedZ } from './special.js';

export type IntervalMethod = 'wilson' | 'clopper-pearson' | 'jeffreys';

/** Where the true rate lies, two-sided; all numbers are shares, 0 to 1. */
export interface Interval {
  method: IntervalMethod;
  confidence: number;
  low: number;
  high: number;
}

/** What the three share: the checks, no rows, and ends that stay in [0, 1] in spite of rounding. */
function interval(
  given: { method: IntervalMethod; k: number; n: number; confidence: number },
  ends: () => readonly [low: number, high: number],
): Interval {
  const { method, k, n, confidence } = given;
  checkPasses(k, n);
  checkOpenShare('confidence', confidence);
  const [low, high] = n === 0 ? [0, 1] : ends();
  return { method, confidence, low: k === 0 ? 0 : Math.max(0, low), high: k === n ? 1 : Math.min(1, high) };
}

/**
 * Wilson's score interval: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n), p = k/n. Its coverage is the confidence on the
 * average; the one to show. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212.
 * @throws RangeError unless 0 <= k <= n are counts and confidence is above 0 and below 1.
 */
export function wilson(k: number, n: number, confidence = 0.95): Interval {
  return interval({ method: 'wilson', k, n, confidence }, () => {
    const square = twoSidedZ(confidence) ** 2;
    const middle = (k + square / 2) / (n + square);
    const half = Math.sqrt(square * ((k * (n - k)) / n + square / 4)) / (n + square);
    return [middle - half, middle + half];
  });
}

/**
 * The exact interval: the rates that neither one-sided binomial test rejects at (1 - confidence)/2; never covers less than it says.
 * Quantiles of Beta(k, n-k+1) and Beta(k+1, n-k). Clopper and Pearson, Biometrika 26 (1934) 404-413.
 * @throws RangeError unless 0 <= k <= n are counts and confidence is above 0 and below 1.
 */
export function clopperPearson(k: number, n: number, confidence = 0.95): Interval {
  const tail = (1 - confidence) / 2;
  return interval({ method: 'clopper-pearson', k, n, confidence }, () => [
    k === 0 ? 0 : betaQuantile(tail, { a: k, b: n - k + 1 }),
    k === n ? 1 : betaUpperQuantile(tail, { a: k + 1, b: n - k }),
  ]);
}

/**
 * The equal-tailed posterior under Jeffreys' prior, Beta(k+1/2, n-k+1/2); low is 0 where nothing passed, high 1 where all did.
 * Brown, Cai and DasGupta, Statistical Science 16 (2001) 101-133, 4.1.
 * @throws RangeError unless 0 <= k <= n are counts and confidence is above 0 and below 1.
 */
export function jeffreys(k: number, n: number, confidence = 0.95): Interval {
  const tail = (1 - confidence) / 2;
  const posterior = { a: k + 0.5, b: n - k + 0.5 };
  return interval({ method: 'jeffreys', k, n, confidence }, () => [betaQuantile(tail, posterior), betaUpperQuantile(tail, posterior)]);
}
