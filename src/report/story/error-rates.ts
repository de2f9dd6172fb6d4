/** The error rates of a gate in words. */
import { wordsOfMethod } from '../../engine/methods/index.ts';
import { isSequential } from '../../engine/verdict/report-row.ts';
import type { Results } from '../../engine/results.ts';
import { decidedRows } from '../../engine/verdict/answer-and-refuse.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import type { PlanError } from '../../engine/statistics/plan-error.ts';
import { hasRules } from './bot-rules.ts';
import { sideWords, wordsFor } from './test-words.ts';
import { sentenceCase } from './words.ts';

/**
 * A sentence for each test whose plan has error rates: `This gate fails a good model in 5.0% of
 * runs, and passes a bad one in 15.0%: a good one stays clean in 90%, a bad one in 80%.`
 */
export function errorRateSentences({ report }: Pick<Results, 'report'>): string[] {
  const rows = report.flatMap(decidedRows);
  return rows.flatMap((test) => {
    if (!isSequential(test)) return [];
    const { plan_error, test_type, side, asked_count = 0, outcome } = test;
    if (!plan_error || asked_count === 0 || outcome === 'error') return [];
    let { does } = wordsOfMethod(test);
    if (side) does = `${sideWords({ test_type }, side).does} in`;
    else if (hasRules(test) || findTest(test_type)?.measures === 'answers')
      does = `${wordsFor(test).does} in`;
    const lead =
      rows.length === 1 ? 'This gate' : `${sentenceCase(wordsFor(test).label)}: this test`;
    return [`${lead} ${errorRateWords(plan_error, does)}.`];
  });
}

/** @param does ends "a good one … 90%" */
function errorRateWords(error: PlanError, does: string): string {
  const { good, bad, failed_if_good, passed_if_bad, otherwise } = error;
  const rates = `fails a good model in ${formatRate(failed_if_good)} of runs, and passes a bad one in ${formatRate(passed_if_bad)}`;
  const otherAnswers =
    otherwise === undefined
      ? ''
      : ` and is right in ${formatShare(otherwise)} of its other answers`;
  return `${rates}: a good one ${does} ${formatShare(good)}${otherAnswers}, a bad one ${does} ${formatShare(bad)}${otherAnswers === '' ? '' : ' instead'}`;
}

function formatShare(rate: number): string {
  return `${Number((100 * rate).toFixed(2))}%`;
}

function formatRate(rate: number): string {
  return `${(100 * rate).toFixed(1)}%`;
}
