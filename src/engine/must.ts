// Rows that must hold: a stratum of its own, which no rate counts.

import { scoreIn } from './decide.ts';
import type { ReportRow } from './results.ts';
import { upperTail } from './statistics.ts';
import { RowError, type PassDoubt, type Score } from './types.ts';

/** Share of answers that a model gets wrong by chance. */
export const CHANCE_ERROR_RATE = 0.03;
/** Largest share of runs in which such a model fails a test by its first answers alone. */
export const MAX_CHANCE_FAILURES = 0.005;

/** The answers of the head to a case, or the reasons why there are none. */
export interface HeadAnswers {
  head: Score | RowError;
  /** The second answer, where a row that must hold did not pass. */
  again?: Score | RowError;
}

/** The answer that decides a row. Of two answers, one that passes decides, else one in error. */
export function decidingAnswer({ head, again = head }: HeadAnswers) {
  const asked = [head, again];
  const passing = asked.find((one) => scoreIn(one)?.pass);
  return passing ?? asked.find((one) => one instanceof RowError) ?? head;
}

export function mustState(row: HeadAnswers) {
  const answer = decidingAnswer(row);
  if (answer instanceof RowError) return 'error';
  return answer.pass ? 'held' : 'broken';
}

/** Counts rows that must hold; undefined for a test that has none. */
export function countMust(must: readonly HeadAnswers[]) {
  if (must.length === 0) return undefined;
  const { held = [], broken = [], error = [] } = Object.groupBy(must, mustState);
  return {
    rows: must.length,
    held: held.length,
    /** Questions that hold only in their second answer. */
    held_again: held.filter(({ again }) => again).length,
    broken: broken.length,
    errors: error.length,
  };
}

export function outcomeOfMust(counts: ReportRow['must']): 'pass' | 'fail' | 'error' | undefined {
  if (!counts) return undefined;
  if (counts.broken > 0) return 'fail';
  return counts.errors > 0 ? 'error' : 'pass';
}

/**
 * Finds a model that errs often, which its second answers hide. A model that errs in CHANCE_ERROR_RATE
 * of its answers gets this warning in at most 5 % of runs, and fails by it in at most
 * MAX_CHANCE_FAILURES.
 */
export function doubtOfFirstAnswers(must: readonly HeadAnswers[]): PassDoubt | undefined {
  const { length } = must.filter(({ again }) => again);
  const chance = upperTail(length, must.length, CHANCE_ERROR_RATE);
  if (chance > 0.05) return undefined;
  return {
    outcome: chance > MAX_CHANCE_FAILURES ? 'pass' : 'fail',
    isOfMust: true,
    reason: `${length} of ${must.length} questions that must hold passed only when they were asked again: the model errs often, perhaps since this change. Where the base does, too, a minimum in place of \`must: all\` counts such errors.`,
  };
}
