import { comparisonOf } from './compare.js';
import { divergenceOf } from './divergence/figure.js';
import { causesOf, repeatsOf, samplesOf, scorersOf, scoresOf } from './figures.js';
import { decide, type Counts, type TestVerdict } from './gate.js';
import type { Compare } from './cases.js';
import type { LeftOutRow, Outcome, ReportRow, ResultRow } from './results.js';
import { thresholdOf } from './scorers/rule.js';
import { joinSides } from './sides.js';
import { tallyOf } from './tally.js';
import { findTest } from './tests/index.js';
import type { SensitivityTest } from './tests/test.js';
import { sequentialCounts, type Decided } from './triplet/counts.js';
import { streamFigures, tripletFigures } from './triplet/report.js';

/** What a run says of its rows. A report that is read goes the same way. */

export interface RunResults {
  outcome: Outcome;
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
}

/** A test with its rows, of a run or of a report that is read: all that its figures and its verdict follow from. */
export interface Part {
  plan: TestPlan;
  rows: readonly ResultRow[];
  leftOut: readonly LeftOutRow[];
  /** Of a test that is decided row by row. */
  decided?: Decided | undefined;
}

/** What a test is asked and judged by, and what its rows do not tell. */
export interface TestPlan {
  head: Pick<ReportRow, 'category' | 'test_type' | 'side' | 'named'>;
  rules: Pick<ReportRow, 'minimum_pass_rate' | 'scorer' | 'rule'>;
  isTriplet: boolean;
  repeats: number;
  /** Answers a row, of a test of toxicity. */
  samples: number;
  measure?: ReportRow['measure'] | undefined;
  compare?: Pick<Compare, 'with' | 'max_regression'> | undefined;
  calibration?: ReportRow['calibration'] | undefined;
  drift?: ReportRow['drift'] | undefined;
}

/** What a test of the user's own is called. */
export function namedBy({ test, parameters }: { test: SensitivityTest; parameters: unknown }): Pick<ReportRow, 'named'> {
  const named = test.named?.(parameters);
  return named === undefined ? {} : { named };
}

/** Decides all tests, and says what their rows come to. */
export function tell(
  parts: readonly Part[],
  { isSkipped, isPartial }: { isSkipped?: boolean; isPartial?: boolean | undefined } = {},
): RunResults {
  const { outcome, tests } = decide({
    tests: parts.map((part) => (part.decided ? sequentialCounts(part.decided) : countsOf(part))),
    skipped: isSkipped,
    isPartial,
  });
  return {
    outcome,
    report: joinSides(parts.map((part, i) => (part.plan.isTriplet ? tripletRow(part, tests[i]!) : pairRow(part, tests[i]!)))),
    results: parts.flatMap(({ rows }) => rows),
    not_applicable: parts.flatMap(({ leftOut }) => leftOut),
  };
}

function countsOf({ plan: { rules, compare }, rows }: Part): Counts {
  return { ...tallyOf(rows), minimum_pass_rate: rules.minimum_pass_rate, ...(compare && { comparison: comparisonOf(rows, compare) }) };
}

/** Of a test that is decided row by row, the rows that the decision rests on. */
function pairRow({ plan, rows: all, leftOut, decided }: Part, verdict: TestVerdict): ReportRow {
  const rows = decided ? decided.counted.map(({ result }) => result) : all;
  const { not_applicable_count, ...counts } = tallyOf(rows);
  const { minimum_pass_rate, scorer, rule } = plan.rules;
  const threshold = thresholdOf(rule);
  const test = findTest(plan.head.test_type);
  return {
    ...plan.head,
    ...counts,
    not_applicable_count: leftOut.length + not_applicable_count,
    ...(not_applicable_count > 0 && { set_aside_count: not_applicable_count }),
    minimum_pass_rate,
    scorer,
    threshold,
    rule,
    decision: 'point',
    ...repeatsOf(plan.repeats, rows),
    ...causesOf(test, rows),
    ...samplesOf(plan.samples, rows),
    ...scorersOf(rows),
    ...scoresOf(threshold, rows),
    ...divergenceOf(test?.figure, rows),
    ...(plan.calibration && { calibration: plan.calibration }),
    ...verdict,
    ...(decided && { ...(plan.measure && { measure: plan.measure }), ...streamFigures(decided) }),
  };
}

function tripletRow({ plan: { head, rules, drift, calibration }, rows, leftOut, decided }: Part, verdict: TestVerdict): ReportRow {
  const { pass_count, fail_count, error_count } = tallyOf(decided!.counted.map(({ result }) => result));
  return {
    ...head,
    fail_count,
    pass_count,
    error_count,
    not_applicable_count: leftOut.length,
    minimum_pass_rate: rules.minimum_pass_rate,
    scorer: rules.scorer,
    threshold: 0,
    ...tripletFigures(decided!, rows),
    ...(drift && { drift }),
    ...(calibration && { calibration }),
    ...verdict,
  };
}
