// Rows that must hold, which are a stratum of their own: no rate counts them.

import { doubtOfFilter } from './doubts.ts';
import { isFiltered, scoreIn, type CaseResults } from './score.ts';
import type { ReportRow } from './results.ts';

/** The answer that decides a row: of two answers, one that passes, else one in error. */
export function decidingAnswer({ head, again = head }: CaseResults) {
  const answers = [head, again];
  return (
    answers.find((answer) => scoreIn(answer)?.pass) ??
    answers.find((answer) => !scoreIn(answer)) ??
    head
  );
}

export function mustState(row: CaseResults) {
  const score = scoreIn(decidingAnswer(row));
  if (!score) return 'error';
  return score.pass ? 'held' : 'broken';
}

/** Counts rows that must hold; undefined for a test that has none. */
export function countMust(must: readonly CaseResults[]) {
  if (must.length === 0) return undefined;
  const { held = [], broken = [], error = [] } = Object.groupBy(must, mustState);
  return {
    rows: must.length,
    held: held.length,
    // Rows that hold only by their second answer.
    held_again: held.filter(({ again }) => again).length,
    broken: broken.length,
    errors: error.length,
    filtered: must.filter((row) => isFiltered(decidingAnswer(row))).length,
  };
}

export function outcomeOfMust(counts: ReportRow['must']) {
  if (!counts) return undefined;
  if (counts.broken > 0) return 'fail';
  if (counts.errors > 0) return 'error';
  return doubtOfFilter(counts)?.outcome ?? 'pass';
}
