import { checkCounts, checkShare } from '../../src/engine/statistics/check.js';
import { policyOutcome, type Rule } from '../../src/engine/statistics/policy.js';

/**
 * The smallest number of passes among n rows with passes / n >= minimum, compared as the gate compares: `ceil(minimum * n)`, but not
 * one too many where the product is rounded up (0.07 * 100 = 7.000000000000001).
 * @throws RangeError where n is no count or the minimum outside [0, 1].
 */
export function need(minimum: number, n: number): number {
  checkCounts({ n });
  checkShare('minimum', minimum);
  let passes = Math.ceil(minimum * n);
  while (passes > 0 && (passes - 1) / n >= minimum) passes -= 1;
  while (passes < n && passes / n < minimum) passes += 1;
  return passes;
}

/** Where a run stands. Every row that the full run would ask is in one of the four counts. */
export interface Progress extends Omit<Rule, 'policy'> {
  passes: number;
  fails: number;
  errors: number;
  /** Rows still to be asked, and rows under way. */
  undecided: number;
  policy?: Rule['policy'];
}

/**
 * The verdict of the full run as soon as the undecided rows cannot change it, else undefined: they are rows that could go any way,
 * which is what `decidePolicy` takes rows in error for. For `point` without errors that is a pass at `need` passes and a fail at
 * n - need + 1 failures (curtailed sampling: Girshick, Mosteller and Savage, Ann. Math. Statist. 17 (1946) 13-23). A row may also end in
 * error: the verdict still holds, as it holds for either way the row could have gone. An inconclusive end never stops a run: there
 * the rows are wanted.
 *
 * The rate seen by then is biased towards the verdict: say "decided after k of n", give no interval.
 * @throws RangeError where a number is no count or out of range.
 */
export function decidedAfter(progress: Progress): 'pass' | 'fail' | undefined {
  const { passes, fails, errors, undecided, minimum, policy = 'point', confidence } = progress;
  checkCounts({ passes, fails, errors, undecided });
  // Until a row has a score, the run may still end as an error.
  if (passes + fails === 0) return undefined;
  const outcome = policyOutcome({ passes, scored: passes + fails, errors: errors + undecided, minimum, policy, confidence });
  return outcome === 'inconclusive' ? undefined : outcome;
}
