import { quoted } from '../json.js';
import { earlierRow } from './compare.js';
import type { ReportRow, ResultRow, Results } from './results.js';
import { partsOf } from './sides.js';
import { holm, mcnemar } from './statistics/regression.js';
import { wilson, type Interval, pairedDifference, type PairedDifference } from './statistics/intervals.js';
import { bet, WEALTH } from './statistics/wealth.js';

/** Several reports side by side: a matrix of models, the last releases. The others stand beside the first. */
export interface ComparedReports {
  reports: NamedReport[];
  tests: ComparedTest[];
}

type NamedReport = Pick<Results, 'outcome' | 'model' | 'config' | 'seed' | 'started_at'> & { name: string };

export interface ComparedTest extends Pick<ReportRow, 'test_type' | 'side'> {
  /** By report; null where it does not have the test. */
  cells: (ComparedCell | null)[];
}

export interface ComparedCell extends Pick<
  ReportRow,
  'outcome' | 'pass_rate' | 'pass_count' | 'fail_count' | 'error_count' | 'minimum_pass_rate' | 'decided_after'
> {
  /** The interval of the true rate; absent without a scored row, and for a sequential test, whose observed rate is biased. */
  interval?: Interval;
  /** The same rows in the first report that has the test; absent in that one. */
  beside?: Beside | { not_compared: string };
}

/** Rows that have a verdict in both. */
export interface Beside {
  rows: number;
  /** Passed there and fails here; failed there and passes here. */
  broken: number;
  fixed: number;
  /** Absent where either stopped early. */
  difference?: PairedDifference;
  /** Two-sided: McNemar's exact test, or, where either stopped early, by bets, which hold wherever one stops. */
  by: 'mcnemar' | 'bets';
  p_value: number;
  /** Holm's correction for all comparisons of the table. */
  adjusted_p_value: number;
}

type Part = { test: ReportRow; rows: readonly ResultRow[] };

export function compareReports(given: readonly { name: string; results: Results }[]): ComparedReports {
  const parts = given.map(({ results }) => partsIn(results));
  const keys = [...new Set(parts.flatMap((those) => [...those.keys()]))];
  const tests = keys.map((key): ComparedTest => {
    const those = parts.map((part) => part.get(key));
    const first = those.find((part) => part !== undefined)!;
    const { test_type, side } = first.test;
    return {
      test_type,
      ...(side && { side }),
      cells: those.map((part) => (part ? cellOf(part, part === first ? undefined : first) : null)),
    };
  });
  const reports = given.map(({ name, results: { outcome, model, config, seed, started_at } }) => {
    return { name, outcome, model, config, seed, started_at };
  });
  return { reports, tests: corrected(tests) };
}

function partsIn({ report, results }: Results): Map<string, Part> {
  return new Map(
    report.flatMap(partsOf).map((test) => {
      const { category, test_type, side } = test;
      const isOwn = (row: ResultRow) =>
        row.category === category && row.test_type === test_type && row.should === side && row.counted !== false;
      return [JSON.stringify([category, test_type, side]), { test, rows: results.filter(isOwn) }];
    }),
  );
}

function cellOf({ test, rows }: Part, first: Part | undefined): ComparedCell {
  const { outcome, pass_rate, pass_count, fail_count, error_count, minimum_pass_rate, decided_after } = test;
  const scored = pass_count + fail_count;
  return {
    ...{ outcome, pass_rate, pass_count, fail_count, error_count, minimum_pass_rate },
    ...(decided_after !== undefined && { decided_after }),
    ...(decided_after === undefined && scored > 0 && { interval: wilson(pass_count, scored) }),
    ...(first && { beside: besideOf({ test, rows }, first) }),
  };
}

function besideOf(now: Part, first: Part): Beside | { not_compared: string } {
  const why = unlike(now.test, first.test);
  if (why !== undefined) return { not_compared: why };
  const find = earlierRow(first.rows);
  const testCases = new Map(first.rows.map(({ original, test_case }) => [original, test_case]));
  const pairs = now.rows.flatMap((row, i) => {
    const before = find(i, row)?.pass ?? null;
    return row.pass === null || before === null || testCases.get(row.original) !== row.test_case ? [] : [{ before, now: row.pass }];
  });
  if (pairs.length === 0) return { not_compared: 'no row has a verdict in both' };
  const count = (before: boolean, passes: boolean) => pairs.filter((pair) => pair.before === before && pair.now === passes).length;
  const [both, broken, fixed, neither] = [count(true, true), count(true, false), count(false, true), count(false, false)];
  const isEarly = now.test.decided_after !== undefined || first.test.decided_after !== undefined;
  const p_value = isEarly ? byBets(pairs) : mcnemar({ fixed, broken }).twoSided;
  return {
    rows: pairs.length,
    broken,
    fixed,
    ...(!isEarly && { difference: pairedDifference({ both, first: broken, second: fixed, neither }) }),
    by: isEarly ? 'bets' : 'mcnemar',
    p_value,
    adjusted_p_value: p_value,
  };
}

/** Wealth of a bet on either direction at its highest: by Ville's inequality it holds wherever one stops. */
function byBets(pairs: readonly { before: boolean; now: boolean }[]): number {
  const highest = (sign: 1 | -1) => {
    let [wealth, most] = [WEALTH, 1];
    for (const { before, now } of pairs) {
      wealth = bet(wealth, before === now ? 0 : before ? sign : (-sign as 1 | -1));
      most = Math.max(most, wealth.worth);
    }
    return most;
  };
  return Math.min(1, 2 / Math.max(highest(1), highest(-1)));
}

/** Why rows that were judged by other rules say nothing about each other. */
function unlike(now: ReportRow, first: ReportRow): string | undefined {
  if (now.method !== first.method) return `its rows were asked by method ${now.method ?? 'pair'}, not ${first.method ?? 'pair'}`;
  if (now.scorer !== first.scorer) return `scored by ${quoted(now.scorer)}, not ${quoted(first.scorer)}`;
  return JSON.stringify(now.rule) === JSON.stringify(first.rule) ? undefined : 'other scores pass';
}

/** Several comparisons are several chances of a false alarm. */
function corrected(tests: ComparedTest[]): ComparedTest[] {
  const all = tests.flatMap(({ cells }) => cells.flatMap((cell) => (cell?.beside && 'rows' in cell.beside ? [cell.beside] : [])));
  const adjusted = new Map(holm(all.map(({ p_value }) => p_value)).map((p, i) => [all[i]!, p]));
  const inCell = (cell: ComparedCell | null) =>
    cell?.beside && 'rows' in cell.beside ? { ...cell, beside: { ...cell.beside, adjusted_p_value: adjusted.get(cell.beside)! } } : cell;
  return tests.map((test) => ({ ...test, cells: test.cells.map(inCell) }));
}
