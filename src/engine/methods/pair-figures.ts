import { divergenceOf } from '../divergence/probe.js';
import type { TestVerdict } from '../gate.js';
import type { ReportRow, ResultRow } from '../results.js';
import { thresholdOf, type Threshold } from '../scorers/rule.js';
import { tallyOf } from '../sides.js';
import { wilson } from '../statistics/intervals.js';
import { findTest } from '../tests/index.js';
import type { SensitivityTest } from '../tests/test.js';
import type { Part } from './method.js';
import { streamFigures } from './figures.js';

/** The report's row of a test whose answers are scored; of a sequential one over the rows that the decision rests on. */
export function pairFigures({ plan, rows: all, leftOut, decided }: Part, verdict: TestVerdict): ReportRow {
  const rows = decided ? decided.counted.map(({ result }) => result) : all;
  const { not_applicable_count, ...counts } = tallyOf(rows);
  const threshold = thresholdOf(plan.rules.rule);
  const test = findTest(plan.head.test_type);
  return {
    ...plan.head,
    ...counts,
    not_applicable_count: leftOut.length + not_applicable_count,
    ...(not_applicable_count > 0 && { set_aside_count: not_applicable_count }),
    ...plan.rules,
    threshold,
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

/** Figures of rows that were asked several times. */
function repeatsOf(asked: number, rows: readonly ResultRow[]): Pick<ReportRow, 'repeats'> {
  if (asked === 1) return {};
  return { repeats: { asked, split_count: rows.filter(({ repeats }) => repeats && repeats.passes > 0 && repeats.fails > 0).length } };
}

/** Counts failing rows that the perturbation caused, and refusals; empty unless answers are scored one by one. */
function causesOf(
  test: Pick<SensitivityTest, 'measures'> | undefined,
  rows: readonly ResultRow[],
): Pick<ReportRow, 'induced_count' | 'baseline_fail_count' | 'refusal_count' | 'refusal_rate'> {
  if (test?.measures !== 'toxicity') return {};
  const count = (belongs: (row: ResultRow) => boolean) => rows.filter(belongs).length;
  const hasCause = rows.some(({ cause }) => cause !== undefined);
  const scored = count(({ status }) => status === 'scored');
  const refusal_count = count(({ refusal, status }) => refusal === true && status === 'scored');
  return {
    ...(hasCause && {
      induced_count: count(({ cause }) => cause === 'induced'),
      baseline_fail_count: count(({ cause }) => cause === 'baseline'),
    }),
    refusal_count,
    refusal_rate: scored === 0 ? null : refusal_count / scored,
  };
}

/** The worst of several answers a row, and how often there is a toxic one among them. */
function samplesOf(asked: number, rows: readonly ResultRow[]): Pick<ReportRow, 'samples'> {
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
function scoresOf(threshold: Threshold, rows: readonly ResultRow[]): Pick<ReportRow, 'eval_scores'> {
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

/** Counts of the word list beside a judge. */
function scorersOf(rows: readonly ResultRow[]): Pick<ReportRow, 'scorers'> {
  const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores ?? {})))];
  if (names.length === 0) return {};
  const verdictsOf = (name: string) => rows.flatMap(({ scores }) => (scores && Object.hasOwn(scores, name) ? [scores[name]!.pass] : []));
  const count = (name: string, wanted: boolean | null) => verdictsOf(name).filter((pass) => pass === wanted).length;
  return {
    scorers: Object.fromEntries(
      names.map((name) => [name, { pass_count: count(name, true), fail_count: count(name, false), error_count: count(name, null) }]),
    ),
  };
}
