/** The rows of red tests: those that broke since the base, and those that were not asked. */
import type { ArmName, Case } from '../engine/rows/case.ts';
import { ARMS } from '../engine/rows/case.ts';
import { interleave } from '../engine/lists.ts';
import type { AnyRun } from '../engine/methods/test-run.ts';
import { rightArms } from '../engine/methods/triplet-row.ts';
import type { ReportRow, ResultRow } from '../engine/results.ts';
import type { OpenRun } from './prepare.ts';

export interface RowOfTest {
  test: AnyRun;
  row: Case;
  result: ResultRow;
  /** Index of its result in the report; undefined for a row that the verdict did not ask. */
  index?: number;
  /** True if the base answers the row right and the head does not. */
  isBroken: boolean;
}

export interface BrokenRow extends RowOfTest {
  /** The original, and the arms that broke. */
  arms: readonly ArmName[];
  /** Maximum number of requests of one ask. */
  cost: number;
}

/** Returns the rows of these tests, or sides of tests, that have a result. */
export function rowsOfTests(
  { tests }: OpenRun,
  red: readonly ReportRow[],
  results: readonly ResultRow[],
): RowOfTest[] {
  const cases = new Map<string, { test: AnyRun; row: Case }>();
  for (const test of tests) {
    const isRed = red.some(({ test_type, side }) => {
      return test_type === test.test.name && (side === undefined || side === test.side);
    });
    if (!isRed) continue;
    for (const row of test.cases?.cases ?? [])
      cases.set(keyOf(test.test.name, row.sample.source, row.test_case), { test, row });
  }
  return results.flatMap((result, index): RowOfTest[] => {
    const { test_type, source, test_case, pass, status, baseline } = result;
    const testAndCase = cases.get(keyOf(test_type, source, test_case));
    if (!testAndCase) return [];
    const isBroken = baseline?.pass === true && pass !== true && status === 'scored';
    return [{ ...testAndCase, result, index, isBroken }];
  });
}

/** Returns the rows that the verdict did not need, one of each test in turn. */
export function openRows(rows: readonly RowOfTest[]): RowOfTest[] {
  const undecidedRows = rows.filter(({ result }) => result.status === 'undecided');
  return interleave([...Map.groupBy(undecidedRows, ({ test }) => test).values()]);
}

/**
 * Returns the original and the wrong arms. A pair is not read arm by arm, so both of its arms are
 * asked.
 */
export function armsToAsk({ test, result }: Pick<RowOfTest, 'test' | 'result'>): ArmName[] {
  if (test.method !== 'triplet') return ['original', 'test_case'];
  const right = rightArms(result);
  const wrong = ARMS.filter((arm) => arm !== 'original' && right[arm] === false);
  // A row whose answers are all right, but state both sides, is asked as a whole.
  if (wrong.length === 0 && right.original !== false) return [...ARMS];
  return ['original', ...wrong];
}

/** A test may ask a row of the data in several ways. */
function keyOf(...parts: [test: string, source: string, text: string]): string {
  return JSON.stringify(parts);
}
