/** How many rows each step of a triplet leaves. Plain text: the writer escapes it. */
import type { ReportRow, Results } from '../../engine/results.ts';
import type { Sentence } from './blocks.ts';
import { readsWhat } from './states.ts';
import { wordsFor } from './test-words.ts';
import { formatNumber, keepTexts } from './words.ts';

/**
 * `30 asked → 28 known → 27 steady → 27 read the "not"`, the last step strong; undefined if no row
 * was asked three ways.
 */
export function funnel(test: ReportRow): Sentence | undefined {
  if (test.method !== 'triplet') return undefined;
  const {
    steady_count,
    known_count,
    pass_count,
    asked_count = 0,
    both_sides_count = 0,
    error_count,
  } = test;
  // A funnel of zeros says nothing; an error has its cause.
  if (steady_count === undefined || asked_count === 0 || test.outcome === 'error') return undefined;
  const steps = keepTexts([
    `${formatNumber(asked_count)} asked`,
    known_count !== undefined && `${formatNumber(known_count)} known`,
    `${formatNumber(steady_count)} steady`,
  ]);
  const lastStep = `${formatNumber(pass_count)} read ${readsWhat(test)}`;
  const excluded = keepTexts([
    both_sides_count > 0 && `${formatNumber(both_sides_count)} set aside: both sides stated`,
    error_count > 0 && `${formatNumber(error_count)} in error`,
  ]);
  const excludedClause = excluded.length > 0 ? ` (${excluded.join(', ')})` : '';
  return [`${steps.join(' → ')} → `, { strong: `${lastStep}${excludedClause}` }];
}

/**
 * The funnel of each test that has the outcome of the run, where a step before the last loses a
 * row; named if the run has several tests.
 */
export function funnels({ report, outcome }: Pick<Results, 'report' | 'outcome'>): Sentence[] {
  return report.flatMap((test) => {
    // The sentence on the test has the last step.
    const isLossless = test.method === 'triplet' && test.steady_count === test.asked_count;
    const steps = funnel(test);
    if (!steps || isLossless || test.outcome !== outcome) return [];
    return [report.length > 1 ? [`${wordsFor(test).label}: `, ...steps] : steps];
  });
}
