import { canonical, quoted } from '../json.js';
import { zip } from './lists.js';
import { isSequential } from './report-row.js';
import type { DivergenceFigure, ReportRow, ResultRow, Results } from './results.js';
import { decidedRows } from './answer-and-refuse.js';
import {
  pairedDifference,
  wilson,
  type Interval,
  type PairedDifference,
} from './statistics/intervals.js';
import { type Count, rateDifferencePValue } from './statistics/rates.js';
import { holm, mcnemar } from './statistics/regression.js';

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
  beside?: Beside | { not_compared: string };
}

export interface Beside {
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
  rates?: { first: Count; now: Count };
  /**
   * McNemar's exact test of the common rows; where either run stopped early, a test of the two
   * rates that allows early stopping.
   */
  by: 'mcnemar' | 'rates';
  p_value: number;
  /** Holm's correction for all comparisons of the table. */
  adjusted_p_value: number;
}

type TestWithRows = { test: ReportRow; rows: readonly ResultRow[] };

export function compareReports(
  given: readonly { name: string; results: Results }[],
): ComparedReports {
  const parts = given.map(({ results }) => partsIn(results));
  const firsts = new Map(parts.toReversed().flatMap((those) => [...those]));
  const keys = new Set(parts.flatMap((those) => [...those.keys()]));
  const tests = [...keys].flatMap((key): ComparedTest[] => {
    const first = firsts.get(key);
    if (!first) return [];
    const { test_type, side } = first.test;
    const cells = parts.map((those) => {
      const part = those.get(key);
      if (!part) return null;
      return cellOf(part, part === first ? undefined : first);
    });
    return [{ test_type, side, cells }];
  });
  const reports = given.map(({ name, results: { outcome, model, config, seed, started_at } }) => {
    return { name, outcome, model, config, seed, started_at };
  });
  return { reports, tests: corrected(tests) };
}

/** Level of the comparison of one report with the first, after Holm's correction. */
const ALPHA = 0.05;

export function isRegression({ beside }: ComparedCell): boolean {
  if (!beside || 'not_compared' in beside || beside.adjusted_p_value >= ALPHA) return false;
  const { rates, broken, fixed } = beside;
  return rates
    ? rates.now.passes / rates.now.rows < rates.first.passes / rates.first.rows
    : broken > fixed;
}

function partsIn({ report, results }: Results): Map<string, TestWithRows> {
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

function cellOf({ test, rows }: TestWithRows, first: TestWithRows | undefined): ComparedCell {
  const { outcome, pass_rate, pass_count, fail_count, error_count } = test;
  const { minimum_pass_rate } = test;
  const decided_after = decidedAfter(test);
  const counts = { pass_count, fail_count, error_count };
  const scored = pass_count + fail_count;
  const isWhole = decided_after === undefined && scored > 0;
  return {
    outcome,
    pass_rate,
    ...counts,
    minimum_pass_rate,
    decided_after,
    divergence: test.method === 'triplet' ? undefined : test.divergence,
    interval: isWhole ? wilson(pass_count, scored) : undefined,
    beside: first && besideOf({ test, rows }, first),
  };
}

function besideOf(now: TestWithRows, first: TestWithRows): Beside | { not_compared: string } {
  const why = unlike(now.test, first.test);
  if (why !== undefined) return { not_compared: why };
  const pairs = pairsOf(now.rows, first.rows);
  const count = (before: boolean, passes: boolean) =>
    pairs.filter((pair) => pair.before === before && pair.now === passes).length;
  const [both, broken, fixed, neither] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  const common = { rows: pairs.length, broken, fixed };
  if (decidedAfter(now.test) !== undefined || decidedAfter(first.test) !== undefined) {
    const rates = { first: rateOf(first.test), now: rateOf(now.test) };
    if (rates.first.rows === 0 || rates.now.rows === 0)
      return { not_compared: 'a report has no scored row' };
    const p_value = rateDifferencePValue(rates.first, rates.now);
    return { ...common, rates, by: 'rates', p_value, adjusted_p_value: p_value };
  }
  if (pairs.length === 0) return { not_compared: 'no row has a verdict in both' };
  const p_value = mcnemar({ fixed, broken }).twoSided;
  const difference = pairedDifference({ both, first: broken, second: fixed, neither });
  return { ...common, difference, by: 'mcnemar', p_value, adjusted_p_value: p_value };
}

function decidedAfter(test: ReportRow): number | undefined {
  return isSequential(test) ? test.decided_after : undefined;
}

function rateOf({ pass_count, fail_count }: ReportRow): Count {
  return { passes: pass_count, rows: pass_count + fail_count };
}

/** Pairs rows of the same texts that have a verdict in both; equal rows are taken in turn. */
function pairsOf(
  rows: readonly ResultRow[],
  earlier: readonly ResultRow[],
): { before: boolean; now: boolean }[] {
  const keyOf = ({ original, options, filled, test_case }: ResultRow) =>
    canonical([original, options, filled, test_case]);
  const known = Map.groupBy(earlier, keyOf);
  return rows.flatMap((row) => {
    const before = known.get(keyOf(row))?.shift()?.pass ?? null;
    return row.pass === null || before === null ? [] : [{ before, now: row.pass }];
  });
}

function unlike(now: ReportRow, first: ReportRow): string | undefined {
  if (now.method !== first.method)
    return `its rows were asked by method ${now.method ?? 'pair'}, not ${first.method ?? 'pair'}`;
  if (now.scorer !== first.scorer)
    return `scored by ${quoted(now.scorer)}, not ${quoted(first.scorer)}`;
  return JSON.stringify(now.rule) === JSON.stringify(first.rule) ? undefined : 'other scores pass';
}

/** Applies Holm's correction: several comparisons are several chances of a false alarm. */
function corrected(tests: ComparedTest[]): ComparedTest[] {
  const all = tests.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell?.beside && 'rows' in cell.beside ? [cell.beside] : [])),
  );
  const adjusted = holm(all.map(({ p_value }) => p_value));
  for (const [beside, p] of zip(all, adjusted)) beside.adjusted_p_value = p;
  return tests;
}
