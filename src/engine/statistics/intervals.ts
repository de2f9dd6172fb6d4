import { checkPasses, checkCounts } from './check.ts';

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

/** Counts of rows by the models that passed them. */
interface PairedRows {
  passedBoth: number;
  passedFirst: number;
  passedSecond: number;
  passedNeither: number;
}

/** The rate of the second model minus that of the first, -1 to 1, with its 95 % interval. */
export interface PairedDifference {
  difference: number;
  confidence: number;
  low: number;
  high: number;
}

/**
 * Newcombe's hybrid score interval for rates p1, p2 of the same rows. It joins Wilson's ends l, u
 * of both by the correlation φ of the rows:
 *
 *     low = p2 - p1 - sqrt((p2-l2)² - 2φ(p2-l2)(u1-p1) + (u1-p1)²), and high alike
 *
 * Newcombe, Statist. Med. 17 (1998) 2635-2650, method 10.
 * @throws RangeError without a row.
 */
export function pairedDifference({
  passedBoth,
  passedFirst,
  passedSecond,
  passedNeither,
}: PairedRows): PairedDifference {
  checkCounts({ passedBoth, passedFirst, passedSecond, passedNeither });
  const n = passedBoth + passedFirst + passedSecond + passedNeither;
  if (n === 0) throw new RangeError('there are no rows');
  const [firstPasses, secondPasses] = [passedBoth + passedFirst, passedBoth + passedSecond];
  const [p1, p2] = [firstPasses / n, secondPasses / n];
  const [w1, w2] = [wilson(firstPasses, n), wilson(secondPasses, n)];
  const phi = correlation({ passedBoth, passedFirst, passedSecond, passedNeither }, n);
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a ** 2 - 2 * phi * a * b + b ** 2));
  const difference = p2 - p1;
  return {
    difference,
    confidence: CONFIDENCE,
    low: Math.max(-1, difference - reach(p2 - w2.low, w1.high - p1)),
    high: Math.min(1, difference + reach(w2.high - p2, p1 - w1.low)),
  };
}

/**
 * Newcombe's φ: the correlation of the two verdicts on a row, with a correction for continuity
 * where it is positive.
 */
function correlation(
  { passedBoth, passedFirst, passedSecond, passedNeither }: PairedRows,
  n: number,
): number {
  const product =
    (passedBoth + passedFirst) *
    (passedSecond + passedNeither) *
    (passedBoth + passedSecond) *
    (passedFirst + passedNeither);
  if (product === 0) return 0;
  const cross = passedBoth * passedNeither - passedFirst * passedSecond;
  return (cross > 0 ? Math.max(cross - n / 2, 0) : cross) / Math.sqrt(product);
}
