// Rows that must hold: a stratum of its own, which no rate counts.

import { scoreIn, type TestPlan } from './decide.ts';
import type { ReportRow } from './results.ts';
import { RowError, type Score } from './types.ts';

type MustCounts = NonNullable<ReportRow['must']>;

/** The answers of the head to a case, or the reasons why there are none. */
export interface HeadAnswers {
  head: Score | RowError;
  /** The second answer, where a row that must hold did not pass. */
  again?: Score | RowError;
}

/** The cases of a test, those first that must hold. */
export function allCases({ must, cases }: Pick<TestPlan, 'must' | 'cases'>) {
  return [...must, ...cases];
}

/** The answer that decides a row: of two, one that passes, else one in error. */
export function decidingAnswer({ head, again = head }: HeadAnswers) {
  const asked = [head, again];
  const passing = asked.find((one) => scoreIn(one)?.pass);
  return passing ?? asked.find((one) => one instanceof RowError) ?? head;
}

export function holdingOf(row: HeadAnswers) {
  const answer = decidingAnswer(row);
  if (answer instanceof RowError) return 'error';
  return answer.pass ? 'held' : 'broken';
}

/** Undefined for a test without such rows. */
export function countsOfMust(must: readonly HeadAnswers[]) {
  if (must.length === 0) return undefined;
  const { held = [], broken = [], error = [] } = Object.groupBy(must, holdingOf);
  return {
    rows: must.length,
    held: held.length,
    broken: broken.length,
    errors: error.length,
  };
}

export function outcomeOfMust(counts?: MustCounts): 'pass' | 'fail' | 'error' | undefined {
  if (!counts) return undefined;
  if (counts.broken > 0) return 'fail';
  return counts.errors > 0 ? 'error' : 'pass';
}
