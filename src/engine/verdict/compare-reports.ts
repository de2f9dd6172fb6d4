import { canonical, quoted } from '../../json.ts';
import { zip } from '../lists.ts';
import { isSequential } from './report-row.ts';
import type { DivergenceFigure, ReportRow, ResultRow, Results } from '../results.ts';
import { decidedRows } from './answer-and-refuse.ts';
import {
  pairedDifference,
  wilson,
  type Interval,
  type PairedDifference,
} from '../statistics/intervals.ts';
import { type PassCount, rateDifferencePValue } from '../statistics/rates.ts';
import { holm, mcnemar } from '../statistics/regression.ts';

/**
 * Several reports side by side: a matrix of models, the last releases. The first report is the
 * reference of the others.
 */
export interface ComparedReports {
  reports: NamedReport[];
  tests: ComparedTest[];
}

type NamedReport = Pick<Results, 'outcome' | 'model' | 'config' | 'seed' | 'started_at'> & {
  name: string;
};

interface ComparedTest extends Pick<ReportRow, 'test_type' | 'side'> {
  /** By report; null where the report does not have the test. */
  cells: (ComparedCell | null)[];
}

export interface ComparedCell extends Pick<
  ReportRow,
  'outcome' | 'pass_rate' | 'pass_count' | 'fail_count' | 'error_count' | 'minimum_pass_rate'
> {
  decided_after?: number;
  divergence?: DivergenceFigure;
  /**
   * The true rate; absent without a scored row, and where rows were asked until they decided, since
   * such a rate is biased.
   */
  interval?: Interval;
  /** Comparison with the first report that has the test; absent in that report. */
  beside?: ReportComparison | { not_compared: string };
}

export interface ReportComparison {
  rows: number;
  /** Rows that pass in the first report and fail in this one, and the other way round. */
  broken: number;
  fixed: number;
  /** Absent where either run stopped early. */
  difference?: PairedDifference;
  /**
   * Pass rates over all counted rows of each report; only where either run stopped early, and so
   * leaves few common rows.
   */
  rates?: { first: PassCount; now: PassCount };
  /**
   * McNemar's exact test of the common rows; where either run stopped early, a test of the two
   * rates that allows early stopping.
   */
  by: 'mcnemar' | 'rates';
  p_value: number;
  /** Holm's correction for all comparisons of the table. */
  adjusted_p_value: number;
}

/** A test of a report, or one side of it, with its own rows. */
interface ReportedTest {
  test: ReportRow;
  rows: readonly ResultRow[];
}

export function compareReports(
  namedReports: readonly { name: string; results: Results }[],
): ComparedReports {
  const testsByReport = namedReports.map(({ results }) => testsIn(results));
  const firstByKey = new Map<string, ReportedTest>();
  for (const [key, test] of testsByReport.flatMap((tests) => [...tests]))
    if (!firstByKey.has(key)) firstByKey.set(key, test);
  const tests = [...firstByKey].map(([key, reference]): ComparedTest => {
    const { test_type, side } = reference.test;
    const cells = testsByReport.map((testsOfReport) => {
      const reported = testsOfReport.get(key);
      if (!reported) return null;
      return cellOf(reported, reported === reference ? undefined : reference);
    });
    return { test_type, side, cells };
  });
  const reports = namedReports.map(
    ({ name, results: { outcome, model, config, seed, started_at } }) => {
      return { name, outcome, model, config, seed, started_at };
    },
  );
  return { reports, tests: correctComparisons(tests) };
}

/** Level of the comparison of one report with the first, after Holm's correction. */
const ALPHA = 0.05;

export function isRegression({ beside: comparison }: ComparedCell): boolean {
  if (!comparison || 'not_compared' in comparison || comparison.adjusted_p_value >= ALPHA)
    return false;
  const { rates, broken, fixed } = comparison;
  return rates
    ? rates.now.passes / rates.now.rows < rates.first.passes / rates.first.rows
    : broken > fixed;
}

/** The tests of a report by category, name and side. */
function testsIn({ report, results }: Results): Map<string, ReportedTest> {
  return new Map(
    report.flatMap(decidedRows).map((test) => {
      const { category, test_type, side } = test;
      const isOwn = (row: ResultRow) =>
        row.category === category &&
        row.test_type === test_type &&
        row.should === side &&
        row.counted !== false;
      return [JSON.stringify([category, test_type, side]), { test, rows: results.filter(isOwn) }];
    }),
  );
}

function cellOf({ test, rows }: ReportedTest, reference: ReportedTest | undefined): ComparedCell {
  const { outcome, pass_rate, pass_count, fail_count, error_count, minimum_pass_rate } = test;
  const decided_after = decidedAfter(test);
  const scoredCount = pass_count + fail_count;
  const isWhole = decided_after === undefined && scoredCount > 0;
  return {
    outcome,
    pass_rate,
    pass_count,
    fail_count,
    error_count,
    minimum_pass_rate,
    decided_after,
    divergence: test.method === 'triplet' ? undefined : test.divergence,
    interval: isWhole ? wilson(pass_count, scoredCount) : undefined,
    beside: reference && compareWithReference({ test, rows }, reference),
  };
}

function compareWithReference(
  current: ReportedTest,
  reference: ReportedTest,
): ReportComparison | { not_compared: string } {
  const mismatch = mismatchOf(current.test, reference.test);
  if (mismatch !== undefined) return { not_compared: mismatch };
  const pairs = pairsOf(current.rows, reference.rows);
  const count = (referencePasses: boolean, passes: boolean) =>
    pairs.filter((pair) => pair.referencePass === referencePasses && pair.pass === passes).length;
  const [broken, fixed] = [count(true, false), count(false, true)];
  const common = { rows: pairs.length, broken, fixed };
  if (decidedAfter(current.test) !== undefined || decidedAfter(reference.test) !== undefined) {
    const rates = { first: rateOf(reference.test), now: rateOf(current.test) };
    if (rates.first.rows === 0 || rates.now.rows === 0)
      return { not_compared: 'a report has no scored row' };
    const p_value = rateDifferencePValue(rates.first, rates.now);
    return { ...common, rates, by: 'rates', p_value, adjusted_p_value: p_value };
  }
  if (pairs.length === 0) return { not_compared: 'no row has a verdict in both' };
  const p_value = mcnemar({ fixed, broken }).twoSided;
  const difference = pairedDifference({
    passedBoth: count(true, true),
    passedFirst: broken,
    passedSecond: fixed,
    passedNeither: count(false, false),
  });
  return { ...common, difference, by: 'mcnemar', p_value, adjusted_p_value: p_value };
}

function decidedAfter(test: ReportRow): number | undefined {
  return isSequential(test) ? test.decided_after : undefined;
}

function rateOf({ pass_count, fail_count }: ReportRow): PassCount {
  return { passes: pass_count, rows: pass_count + fail_count };
}

/** Pairs rows of the same texts that have a verdict in both; equal rows are taken in turn. */
function pairsOf(
  rows: readonly ResultRow[],
  earlier: readonly ResultRow[],
): { referencePass: boolean; pass: boolean }[] {
  const keyOf = ({ original, options, filled, test_case }: ResultRow) =>
    canonical([original, options, filled, test_case]);
  const rowsByKey = Map.groupBy(earlier, keyOf);
  return rows.flatMap((row) => {
    const referencePass = rowsByKey.get(keyOf(row))?.shift()?.pass ?? null;
    return row.pass === null || referencePass === null ? [] : [{ referencePass, pass: row.pass }];
  });
}

function mismatchOf(current: ReportRow, reference: ReportRow): string | undefined {
  if (current.method !== reference.method)
    return `its rows were asked by method ${current.method ?? 'pair'}, not ${reference.method ?? 'pair'}`;
  if (current.scorer !== reference.scorer)
    return `scored by ${quoted(current.scorer)}, not ${quoted(reference.scorer)}`;
  return JSON.stringify(current.rule) === JSON.stringify(reference.rule)
    ? undefined
    : 'other scores pass';
}

/** Applies Holm's correction: several comparisons are several chances of a false alarm. */
function correctComparisons(tests: readonly ComparedTest[]): ComparedTest[] {
  const comparisons = tests.flatMap(({ cells }) => cells.flatMap(comparisonIn));
  const pValues = holm(comparisons.map(({ p_value }) => p_value));
  const adjusted = new Map(zip(comparisons, pValues));
  const correctCell = (cell: ComparedCell | null): ComparedCell | null => {
    const [comparison] = comparisonIn(cell);
    if (!cell || !comparison) return cell;
    const adjusted_p_value = adjusted.get(comparison) ?? comparison.p_value;
    return { ...cell, beside: { ...comparison, adjusted_p_value } };
  };
  return tests.map((test) => ({ ...test, cells: test.cells.map(correctCell) }));
}

function comparisonIn(cell: ComparedCell | null): ReportComparison[] {
  return cell?.beside && 'rows' in cell.beside ? [cell.beside] : [];
}
