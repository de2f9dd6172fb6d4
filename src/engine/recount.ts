import { baselineOf, comparisonOf } from './compare.js';
import { decide, type Counts } from './gate.js';
import { pairRow, type PairPlan } from './report.js';
import { saidIn } from './refusal/judge.js';
import type { LeftOutRow, ReportRow, ResultRow } from './results.js';
import type { RunResults } from './run.js';
import { SIDES } from './sample.js';
import { thresholdOf } from './scorers/rule.js';
import { joinSides } from './sides.js';
import { DEFAULT_CONFIDENCE } from './statistics/policy.js';
import { tallyOf } from './tally.js';
import { findTest } from './tests/index.js';
import { sequentialCounts } from './triplet/counts.js';
import { caseOf, comparisonCount, rejudged, replay, type Replayed } from './triplet/replay.js';
import { streamRow, tripletReportRow } from './triplet/report.js';

/**
 * A report worked out anew. Its rows and the rules that it states go in. Every count, rate, interval, decision and verdict comes out, by
 * the functions that a run calls.
 */

/** A test of a report, or a side of one, with its rows. */
export interface Part {
  test: ReportRow;
  rows: ResultRow[];
  leftOut: LeftOutRow[];
  /** Once it was decided anew; absent for a test that is not decided row by row. */
  replayed?: Replayed;
}

/** No two tests have the same key, nor two sides of one. */
export function partKey({ category, test_type, side }: Pick<ReportRow, 'category' | 'test_type' | 'side'>): string {
  return JSON.stringify([category, test_type, side]);
}

/** The tests of a report, each side of one by itself, without rows. */
export function emptyParts(report: readonly ReportRow[]): Part[] {
  const tests = report.flatMap(({ sides, ...whole }) => {
    const { category, test_type } = whole;
    return sides ? SIDES.map((side): ReportRow => ({ ...sides[side], category, test_type, side })) : [whole];
  });
  return tests.map((test) => ({ test, rows: [], leftOut: [] }));
}

/** A row of this test: without what the test does not give it, and with what follows from the rest of it. */
export function rowUnder({ method, decision, measure }: ReportRow, { counted: _counted, ...row }: ResultRow): ResultRow {
  const own = method === 'triplet' ? rejudged(row) : withoutReadings(row, decision === 'sequential' ? stateBy(row, measure) : undefined);
  const { baseline } = own;
  if (!baseline?.unchanged) return own;
  return { ...own, baseline: { ...baselineOf(own), ...(own.readings && { readings: own.readings }), unchanged: true } };
}

function withoutReadings(row: ResultRow, streamed: Pick<ResultRow, 'state'> | undefined): ResultRow {
  const { readings: _readings, probabilities: _probabilities, key: _key, state: _state, ...own } = row;
  if (streamed) return { ...own, ...streamed };
  const { upset: _upset, placebo: _placebo, placebo_result: _result, ...pair } = own;
  return pair;
}

/** What a row of one stream shows; under a measure only the row itself can say what made its answer fail. */
function stateBy(row: ResultRow, measure: ReportRow['measure']): Pick<ResultRow, 'state'> {
  if (row.pass === null) return {};
  if (row.should) return { state: saidIn(row) };
  if (row.pass) return { state: 'clean' };
  return { state: measure !== undefined && row.state === 'induced' ? 'induced' : 'foul anyway' };
}

/** Decides the tests anew that are decided row by row. */
export function replayed(parts: readonly Part[]): Part[] {
  const comparisons = parts.reduce((sum, { test, rows }) => sum + (test.decision === 'sequential' ? comparisonCount(test, rows) : 0), 0);
  return parts.map((part) =>
    part.test.decision === 'sequential' ? { ...part, replayed: replay(part.test, part.rows, comparisons) } : part,
  );
}

/** All that a run says, of the parts of a report, replayed. */
export function recount(parts: readonly Part[], { isSkipped, isPartial }: { isSkipped: boolean; isPartial: boolean }): RunResults {
  const verdict = decide({
    tests: parts.map((part) => (part.replayed ? sequentialCounts(part.replayed) : countsOf(part))),
    skipped: isSkipped && parts.length === 0,
    isPartial,
  });
  return {
    outcome: verdict.outcome,
    report: joinSides(parts.map((part, i) => rowOf(part, verdict.tests[i]!))),
    results: parts.flatMap(({ rows, replayed }) =>
      replayed ? rows.map((row, i) => (row.status === 'undecided' ? row : { ...row, counted: i < replayed.decision.after })) : rows,
    ),
    not_applicable: parts.flatMap(({ leftOut }) => leftOut),
  };
}

/** A test's rows as the gate counts them. */
function countsOf({ test, rows }: Part): Counts {
  const { baseline, decision = 'point', confidence = DEFAULT_CONFIDENCE, minimum_pass_rate } = test;
  const asked = rows.filter(({ status }) => status !== 'undecided');
  return {
    ...tallyOf(rows),
    minimum_pass_rate,
    decision: decision === 'sequential' ? 'point' : decision,
    confidence,
    ...(baseline && { comparison: comparisonOf(asked, { with: baseline.source, max_regression: baseline.max_regression }) }),
  };
}

function rowOf(
  { test: stated, rows, leftOut, replayed }: Part,
  { rows_to_decide, ...verdict }: ReturnType<typeof decide>['tests'][number],
): ReportRow {
  const { category, test_type, side, named, minimum_pass_rate, scorer, rule, calibration } = stated;
  const head = { category, test_type, ...(side && { side }), ...(named !== undefined && { named }) };
  const test = findTest(test_type);
  const common = { head, test, leftOut: leftOut.length };
  if (replayed && stated.method === 'triplet') {
    const { drift, readings } = stated;
    const plan = { ...common, minimum_pass_rate, scorer, readsChances: readings !== undefined, drift, calibration };
    return tripletReportRow(plan, replayed, { verdict, cases: rows.map(caseOf) });
  }
  const { decision = 'point', confidence = DEFAULT_CONFIDENCE, undecided_count, noise, control_count, sensitivity } = stated;
  const plan: PairPlan = {
    ...common,
    rules: { minimum_pass_rate, scorer, threshold: thresholdOf(rule), rule, decision, confidence },
    repeats: stated.repeats?.asked ?? 1,
    samples: stated.samples?.asked ?? 1,
    stopsEarly: undecided_count !== undefined || rows.some(({ status }) => status === 'undecided'),
    // The report's own figures, which decide nothing.
    ...(noise !== undefined && {
      noise: { noise, ...(control_count !== undefined && { control_count }), ...(sensitivity !== undefined && { sensitivity }) },
    }),
  };
  const isWithinReach = rows_to_decide !== undefined && stated.rows_to_decide !== undefined;
  const shown = { ...verdict, ...(isWithinReach && { rows_to_decide }) };
  const pair = pairRow(plan, { rows: replayed ? replayed.counted.map(({ result }) => result) : rows, verdict: shown, calibration });
  return replayed ? streamRow(pair, replayed, stated.measure) : pair;
}
