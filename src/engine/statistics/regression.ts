import { checkShare } from './check.js';
import { mcnemar } from './mcnemar.js';

/** Share of unchanged models that may be called worse. */
const ALPHA = 0.05;

/** One row in the baseline and now: passed, failed, or (null) without a verdict, so that it may have gone either way. */
export interface PairedRow {
  before: boolean | null;
  now: boolean | null;
}

/** Rows that went another way than before, among so many. */
export interface Change {
  broken: number;
  fixed: number;
  rows: number;
}

/** What is known of a change, and how it would look had every row without a verdict spoken for it, or against it. */
export interface ChangeBounds {
  known: Change;
  best: Change;
  worst: Change;
}

/** A row that has no verdict in one of the runs could have had either there; one that has none in both could have broken or been fixed. */
export function changeOf(pairs: readonly PairedRow[]): ChangeBounds {
  const count = (of: readonly PairedRow[], lost: boolean, found: boolean): Change => ({
    broken: of.filter(({ before, now }) => (before ?? lost) && !(now ?? found)).length,
    fixed: of.filter(({ before, now }) => !(before ?? lost) && (now ?? found)).length,
    rows: of.length,
  });
  const decided = pairs.filter(({ before, now }) => before !== null && now !== null);
  return { known: count(decided, false, false), best: count(pairs, false, true), worst: count(pairs, true, false) };
}

/** P(so many broken or more, of so many that changed, if a change breaks as often as it mends). */
export function pValueOf(change: Change): number {
  return mcnemar(change).oneSided;
}

/** Worse by more than is put up with, and by more than chance explains. Both are asked for: noise alone must not stop a merge. */
function isRegression({ broken, fixed, rows }: Change, pValue: number, maxRegression: number): boolean {
  return rows > 0 && (broken - fixed) / rows > maxRegression && pValue < ALPHA;
}

/**
 * The verdict over a change: it must hold however the rows without a verdict had gone. More broken and fewer fixed rows never make it
 * better, so the two ends are enough. `pValues` are those of `best` and `worst`, corrected where several tests are compared.
 * @param maxRegression the largest loss of pass rate that is put up with, 0 to 1.
 * @throws RangeError where it is out of range.
 */
export function decideRegression(
  { best, worst }: ChangeBounds,
  pValues: { best: number; worst: number },
  maxRegression: number,
): 'pass' | 'fail' | 'inconclusive' {
  checkShare('max_regression', maxRegression);
  if (isRegression(best, pValues.best, maxRegression)) return 'fail';
  return isRegression(worst, pValues.worst, maxRegression) ? 'inconclusive' : 'pass';
}
