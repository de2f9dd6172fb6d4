import { deciding, worse } from './gate.ts';
import { sum } from '../lists.ts';
import type { ReportRow } from './report-row.ts';
import { SIDES, type Side } from '../sample.ts';

/** Each side of a test is decided by its own rows and minimum; the report joins them in one row. */

/** Returns the rows that have an outcome of their own: both sides of a test, or the row itself. */
export function decidedRows(row: ReportRow): readonly ReportRow[] {
  const { sides } = row;
  return sides ? SIDES.map((side) => sides[side]) : [row];
}

/** Joins the sides of each test in one row, at the place of the first side. */
export function joinSides(rows: readonly ReportRow[]): ReportRow[] {
  return rows.flatMap((row) => {
    if (row.side === undefined) return [row];
    const refuse = rows.find(
      ({ test_type, side }) => test_type === row.test_type && side === 'refuse',
    );
    return row.side === 'answer' && refuse ? [joinedRow({ answer: row, refuse })] : [];
  });
}

/**
 * Joins two sides in one row: counts and rate of all rows, the lower minimum, and the worse
 * outcome.
 */
function joinedRow(sides: Readonly<Record<Side, ReportRow>>): ReportRow {
  const sideRows = SIDES.map((side) => sides[side]);
  const { category, test_type, advisory, scorer, threshold, rule } = sides.answer;
  const total = (count: CountName) => sum(sideRows, (side) => side[count] ?? 0);
  const [pass_count, fail_count] = [total('pass_count'), total('fail_count')];
  const scoredCount = pass_count + fail_count;
  const outcome = worse(sides.answer.outcome, sides.refuse.outcome);
  const baseline = deciding(sideRows.map((side) => side.baseline));
  const row: ReportRow = {
    category,
    test_type,
    fail_count,
    pass_count,
    error_count: total('error_count'),
    not_applicable_count: total('not_applicable_count'),
    pass_rate: scoredCount === 0 ? null : pass_count / scoredCount,
    minimum_pass_rate: Math.min(...sideRows.map((side) => side.minimum_pass_rate)),
    pass: outcome === 'pass',
    outcome,
    scorer,
    threshold,
    rule,
    sides,
  };
  if (advisory) row.advisory = advisory;
  if (baseline) row.baseline = baseline;
  if (sideRows.some(({ undecided_count }) => undecided_count !== undefined))
    row.undecided_count = total('undecided_count');
  row.truncated_count = total('truncated_count') || undefined;
  row.filtered_count = total('filtered_count') || undefined;
  return row;
}

type CountName = keyof ReportRow & `${string}_count`;
