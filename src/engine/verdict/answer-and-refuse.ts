import { deciding, worse } from './gate.ts';
import { sum } from '../lists.ts';
import { isSequential, type ReportRow, type SequentialFigures } from './report-row.ts';
import type { ResultRow } from '../rows/result-row.ts';
import { SIDES, type Side } from '../sample.ts';

/** Each side of a test is decided by its own rows and minimum; the report joins them in one row. */

export function decidedRows(row: ReportRow): readonly ReportRow[] {
  const { sides } = row;
  return sides ? SIDES.map((side) => sides[side]) : [row];
}

/**
 * The names of the rates in which a test, or its baseline, falls short by itself. Where every row
 * is asked, the only rate is that of the rows that pass.
 */
export function failingStreams(test: ReportRow): { head: string[]; baseline: string[] } {
  if (isSequential(test))
    return { head: failingIn(test.streams), baseline: failingIn(test.baseline_streams) };
  const { baseline, pass_rate, minimum_pass_rate } = test;
  const failing = (rate: number | null = null) =>
    rate !== null && rate < minimum_pass_rate ? ['pass_rate'] : [];
  return { head: failing(pass_rate), baseline: failing(baseline?.pass_rate) };
}

function failingIn(streams: SequentialFigures['streams'] = {}): string[] {
  const verdicts = Object.entries(streams);
  return verdicts.flatMap(([name, verdict]) => (verdict === 'bad' ? [name] : []));
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

export function tallyOf(rows: readonly ResultRow[]) {
  const count = (belongs: (row: ResultRow) => boolean) => rows.filter(belongs).length;
  return {
    pass_count: count(({ pass }) => pass === true),
    fail_count: count(({ pass }) => pass === false),
    error_count: count(({ status }) => status === 'error'),
    not_applicable_count: count(({ status }) => status === 'not_applicable'),
  };
}
