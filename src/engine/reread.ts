import { baselineOf } from './compare.js';
import { saidIn } from './refusal/judge.js';
import type { Part, TestPlan } from './report.js';
import type { LeftOutRow, ReportRow, ResultRow } from './results.js';
import { SIDES } from './sample.js';
import { comparisonCount, rejudged, replay, type Replayed } from './triplet/replay.js';

/** Rows and stated rules of a report that is read, brought into the form in which a run ends. */

export interface StatedTest {
  test: ReportRow;
  rows: ResultRow[];
  leftOut: LeftOutRow[];
}

/** No two tests have the same key, nor two sides of one. */
export function keyOfTest({ category, test_type, side }: Pick<ReportRow, 'category' | 'test_type' | 'side'>): string {
  return JSON.stringify([category, test_type, side]);
}

export function statedTests(report: readonly ReportRow[]): StatedTest[] {
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
  const { readings: _readings, key: _key, state: _state, ...own } = row;
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

/** The tests as a run has them at its end; those that are decided row by row are decided anew. */
export function partsOf(tests: readonly StatedTest[]): (Part & { decided?: Replayed | undefined })[] {
  const isSequential = ({ decision }: ReportRow) => decision === 'sequential';
  const comparisons = tests.reduce((sum, { test, rows }) => sum + (isSequential(test) ? comparisonCount(test, rows) : 0), 0);
  return tests.map(({ test, rows, leftOut }) => {
    const plan = planOf(test);
    if (!isSequential(test)) return { plan, rows, leftOut };
    const decided = replay(test, rows, comparisons);
    const { after } = decided.decision;
    const marked = rows.map((row, i) => (row.status === 'undecided' ? row : { ...row, counted: i < after }));
    return { plan, rows: marked, leftOut, decided };
  });
}

function planOf({ category, test_type, side, named, minimum_pass_rate, scorer, rule, baseline, ...test }: ReportRow): TestPlan {
  const { method, repeats, samples, measure, calibration, drift } = test;
  return {
    head: { category, test_type, ...(side && { side }), ...(named !== undefined && { named }) },
    rules: { minimum_pass_rate, scorer, rule },
    isTriplet: method === 'triplet',
    repeats: repeats?.asked ?? 1,
    samples: samples?.asked ?? 1,
    measure,
    compare: baseline && { with: baseline.source, max_regression: baseline.max_regression },
    calibration,
    drift,
  };
}
