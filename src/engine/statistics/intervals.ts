import { checkPasses } from './check.ts';

/** The confidence of every interval, and its two-sided quantile of the normal distribution. */
const CONFIDENCE = 0.95;
const Z = 1.9599639845400536;

/** A two-sided interval of the true rate; all numbers are shares, 0 to 1. */
export interface Interval {
  method: 'wilson';
  confidence: number;
  low: number;
  high: number;
}

/** Wilson's 95 % interval of the true rate, with k passes of n rows. */
export function wilson(k: number, n: number): Interval {
  return { method: 'wilson', confidence: CONFIDENCE, ...wilsonBounds(k, n, Z) };
}

/**
 * Wilson's score interval of a rate p = k/n, where z is the quantile of the normal distribution:
 *
 *     (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
 *
 * It covers the true rate with the confidence of z on average over rates, not at each of them.
 * Without rows it is 0 to 1. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212.
 * @throws RangeError unless 0 <= k <= n are counts.
 */
export function wilsonBounds(k: number, n: number, z: number): Pick<Interval, 'low' | 'high'> {
  checkPasses(k, n);
  const square = z ** 2;
  const middle = (k + square / 2) / (n + square);
  const half =
    n === 0 ? middle : Math.sqrt(square * ((k * (n - k)) / n + square / 4)) / (n + square);
  return {
    low: k === 0 ? 0 : Math.max(0, middle - half),
    high: k === n ? 1 : Math.min(1, middle + half),
  };
}
