import { checkPasses } from './check.js';

/** The confidence of every interval, and its two-sided quantile of the normal distribution. */
export const CONFIDENCE = 0.95;
const Z_SQUARE = 1.9599639845400536 ** 2;

/** Where the true rate lies, two-sided; all numbers are shares, 0 to 1. */
export interface Interval {
  method: 'wilson';
  confidence: number;
  low: number;
  high: number;
}

/**
 * Wilson's score interval: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n), p = k/n. Its coverage is the confidence on the
 * average. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212.
 * @throws RangeError unless 0 <= k <= n are counts.
 */
export function wilson(k: number, n: number): Interval {
  checkPasses(k, n);
  const middle = (k + Z_SQUARE / 2) / (n + Z_SQUARE);
  const half = n === 0 ? middle : Math.sqrt(Z_SQUARE * ((k * (n - k)) / n + Z_SQUARE / 4)) / (n + Z_SQUARE);
  return {
    method: 'wilson',
    confidence: CONFIDENCE,
    low: k === 0 ? 0 : Math.max(0, middle - half),
    high: k === n ? 1 : Math.min(1, middle + half),
  };
}
