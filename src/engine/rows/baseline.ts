import { canonical } from '../../json.ts';
import { findTest } from '../perturbations/index.ts';
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

/**
 * Finds a row of this run in an earlier report by what was asked. If the report has several equal
 * rows, each is taken once, in turn; a row of this run that comes again gets the same one again. A
 * row that the report does not have is not compared.
 */
export function earlierRowFinder(
  earlier: readonly ResultRow[],
): (row: number, result: ResultRow) => BaselineResult | undefined {
  const rowsByKey = Map.groupBy(earlier, keyOf);
  const baselines = new Map<number, BaselineResult | undefined>();
  return (row, result) => {
    if (!baselines.has(row)) {
      const match = rowsByKey.get(keyOf(result))?.shift();
      baselines.set(row, match && baselineOf(match));
    }
    return baselines.get(row);
  };
}

function keyOf({ test_type, original, options, filled, test_case, kind }: ResultRow): string {
  // One text may stand in several pairs, which the data brings along or the test makes by the seed.
  const perturbation = findTest(test_type)?.perturbation;
  const hasPairs = (perturbation && perturbation.kind !== 'text') || kind !== undefined;
  return canonical([test_type, original, options, hasPairs ? test_case : undefined, filled]);
}
