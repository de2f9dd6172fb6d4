import type { BaselineResult, ResultRow } from '../results.ts';

export function baselineOf({
  expected_result,
  actual_result,
  eval_score,
  pass,
  status,
  state,
  error,
}: ResultRow): BaselineResult {
  return {
    expected_result,
    actual_result,
    eval_score,
    pass,
    status,
    state,
    error,
  };
}

/** True if the baseline has the row, was asked it, and did not set it aside. */
export function isPaired(baseline: BaselineResult | undefined): baseline is BaselineResult {
  return baseline !== undefined && !['not_applicable', 'undecided'].includes(baseline.status);
}
