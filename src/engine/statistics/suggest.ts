import { wilsonBounds } from './intervals.ts';
import { fateOf } from './plan-error.ts';
import {
  leastRows,
  sequentialTest,
  type SequentialRule,
  type SequentialTest,
} from './sequential.ts';

/**
 * Probability that a run of an unchanged model fails by its minima, shared by all streams of all
 * tests.
 */
const FALSE_ALARMS = 0.05;
/** Maximum number of streams of one test: V, U and S (see `DecisionRules`). */
const STREAMS = 3;
/** One-sided 90 % quantile of the normal distribution. */
const Z = 1.2815515655446004;
/** Minima have two decimals. */
const STEPS = 100;

/** The rows that one stream (V, U or S) saw when a model was asked every row. */
interface StreamCount {
  passes: number;
  rows: number;
}

/** How a stream is decided; undefined for `method: pair`, whose rate over all rows decides. */
export type StreamPlan = Omit<SequentialRule, 'minimum'> | undefined;

export interface SuggestedMinimum extends StreamCount {
  /** Share, 0 to 1, with two decimals. */
  minimum: number;
  /** Wilson's one-sided 90 % bounds of the true rate. */
  low: number;
  high: number;
}

/** Probability with which one stream may fail an unchanged model, in a run of this many tests. */
export function riskPerStream(tests: number): number {
  return FALSE_ALARMS / (STREAMS * Math.max(1, tests));
}

/**
 * Returns the minimum for one stream of a model that was asked every row, from the lower bound of
 * its rate.
 */
export function suggestMinimum(
  count: StreamCount,
  plan: StreamPlan,
  risk: number,
): SuggestedMinimum {
  const { low, high } = wilsonBounds(count.passes, count.rows, Z);
  return {
    ...count,
    low,
    high,
    minimum: highestMinimum({ rate: low, rows: count.rows }, plan, risk),
  };
}

/**
 * Returns the highest minimum that a model passes with a probability of 1 - risk, where each of
 * `rows` rows passes with probability `rate`. The probability is exact (`fateOf`), and falls as the
 * minimum rises. The rows suffice for a perfect model to pass.
 */
export function highestMinimum(
  { rate, rows }: { rate: number; rows: number },
  plan: StreamPlan,
  risk: number,
): number {
  const holds = (minimum: number) => {
    const test = plan ? sequentialTest({ ...plan, minimum }) : pointTest(minimum);
    return (!plan || leastRows(test) <= rows) && fateOf(test, rows, rate).passed >= 1 - risk;
  };
  // A minimum of 0 always holds, and one of 1 allows no failing row.
  let [heldStep, refusedStep] = [0, rows === 0 ? 1 : STEPS];
  while (refusedStep - heldStep > 1) {
    const middle = Math.floor((heldStep + refusedStep) / 2);
    if (holds(middle / STEPS)) heldStep = middle;
    else refusedStep = middle;
  }
  return heldStep / STEPS;
}

/** The decision of `method: pair` as a test without bounds: the last row decides. */
function pointTest(minimum: number): SequentialTest {
  const rule = { minimum, margin: 0, alpha: 0, beta: 0 };
  return {
    rule,
    good: minimum,
    bad: minimum,
    verdictAt: () => undefined,
    finalVerdict: (k, t) => (k >= minimum * t ? 'good' : 'bad'),
  };
}
