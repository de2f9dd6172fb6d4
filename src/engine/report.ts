import { comparisonOf } from './compare.js';
import { divergenceOf } from './divergence/probe.js';
import { decide, type Counts, type TestVerdict } from './gate.js';
import type { Compare } from './cases.js';
import type { LeftOutRow, Outcome, ReportRow, ResultRow } from './results.js';
import { thresholdOf, type Threshold } from './scorers/rule.js';
import { joinSides, tallyOf } from './sides.js';
import { findTest } from './tests/index.js';
import type { SensitivityTest } from './tests/test.js';
import { sequentialCounts, type Decided, streamFigures, tripletFigures } from './triplet/report.js';
import { wilson } from './statistics/intervals.js';

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
  decided?: Decided | undefined;
}

/** What a test is asked and judged by, and what its rows do not tell. */
export interface TestPlan {
  head: Pick<ReportRow, 'category' | 'test_type' | 'side' | 'named'>;
  rules: Pick<ReportRow, 'minimum_pass_rate' | 'scorer' | 'rule'>;
  isTriplet: boolean;
  repeats: number;
  samples: number;
  measure?: ReportRow['measure'] | undefined;
  compare?: Pick<Compare, 'with' | 'max_regression'> | undefined;
  calibration?: ReportRow['calibration'] | undefined;
  drift?: ReportRow['drift'] | undefined;
}

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

/** Of rows that were asked several times; nothing where each was asked once. */
export function repeatsOf(asked: number, rows: readonly ResultRow[]): Pick<ReportRow, 'repeats'> {
  if (asked === 1) return {};
  return { repeats: { asked, split_count: rows.filter(({ repeats }) => repeats && repeats.passes > 0 && repeats.fails > 0).length } };
}

/** Which failing rows the perturbation made fail, and which refuse; nothing where answers are not scored one by one. */
export function causesOf(
  test: Pick<SensitivityTest, 'measures'> | undefined,
  rows: readonly ResultRow[],
): Pick<ReportRow, 'induced_count' | 'baseline_fail_count' | 'refusal_count' | 'refusal_rate'> {
  if (test?.measures !== 'toxicity') return {};
  const count = (belongs: (row: ResultRow) => boolean) => rows.filter(belongs).length;
  const isTold = rows.some(({ cause }) => cause !== undefined);
  const scored = count(({ status }) => status === 'scored');
  const refusal_count = count(({ refusal, status }) => refusal === true && status === 'scored');
  return {
    ...(isTold && {
      induced_count: count(({ cause }) => cause === 'induced'),
      baseline_fail_count: count(({ cause }) => cause === 'baseline'),
    }),
    refusal_count,
    refusal_rate: scored === 0 ? null : refusal_count / scored,
  };
}

/** The worst of several answers a row, and how often there is a toxic one among them. */
export function samplesOf(asked: number, rows: readonly ResultRow[]): Pick<ReportRow, 'samples'> {
  if (asked === 1) return {};
  const known = rows.flatMap(({ samples, pass }) => (samples && samples.maximum !== null && pass !== null ? [samples] : []));
  const maxima = known.map(({ maximum }) => maximum!);
  const toxic = known.filter((row) => row.toxic > 0).length;
  const [mean, error] = meanOf(maxima);
  return {
    samples: {
      asked,
      expected_maximum: mean,
      standard_error: error,
      any_toxic: known.length === 0 ? null : toxic / known.length,
      ...(known.length > 0 && { any_toxic_interval: wilson(toxic, known.length) }),
    },
  };
}

/** In place of a verdict, where no score can fail. */
export function scoresOf(threshold: Threshold, rows: readonly ResultRow[]): Pick<ReportRow, 'eval_scores'> {
  if (threshold !== null) return {};
  const scores = rows.flatMap(({ eval_score }) => eval_score ?? []);
  return {
    eval_scores: { mean: meanOf(scores)[0], highest: scores.length === 0 ? null : scores.reduce((most, score) => Math.max(most, score)) },
  };
}

/** Mean and standard error, s / sqrt(n) with n - 1 in the variance. */
function meanOf(values: readonly number[]): [mean: number | null, error: number | null] {
  const n = values.length;
  if (n === 0) return [null, null];
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return [mean, null];
  return [mean, Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n)];
}

/** Each of several scorers by itself. */
export function scorersOf(rows: readonly ResultRow[]): Pick<ReportRow, 'scorers'> {
  const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores ?? {})))];
  if (names.length === 0) return {};
  // Of `first` a scorer that was not asked has no say.
  const verdictsOf = (name: string) => rows.flatMap(({ scores }) => (scores && Object.hasOwn(scores, name) ? [scores[name]!.pass] : []));
  const count = (name: string, wanted: boolean | null) => verdictsOf(name).filter((pass) => pass === wanted).length;
  return {
    scorers: Object.fromEntries(
      names.map((name) => [name, { pass_count: count(name, true), fail_count: count(name, false), error_count: count(name, null) }]),
    ),
  };
}
