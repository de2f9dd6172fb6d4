import { checkShare } from './check.js';
import { mcnemar } from './mcnemar.js';

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

/** Adds rows that are still to be asked, of which nothing is known. */
export function withOpenRows({ known, best, worst }: ChangeBounds, open: number): ChangeBounds {
  return {
    known,
    best: { ...best, fixed: best.fixed + open, rows: best.rows + open },
    worst: { ...worst, broken: worst.broken + open, rows: worst.rows + open },
  };
}

/** P(so many broken or more, of so many that changed, if a change breaks as often as it mends). */
export function pValueOf(change: Change): number {
  return mcnemar(change).oneSided;
}

export interface RegressionRule {
  /** The largest loss of pass rate that is put up with, 0 to 1. */
  maxRegression: number;
  /** One minus the share of unchanged models that may be called worse. */
  confidence: number;
}

/** Worse by more than is put up with, and by more than chance explains. Both are asked for: noise alone must not stop a merge. */
function isRegression({ broken, fixed, rows }: Change, pValue: number, { maxRegression, confidence }: RegressionRule): boolean {
  return rows > 0 && (broken - fixed) / rows > maxRegression && pValue < 1 - confidence;
}

/**
 * The verdict over a change: it must hold however the rows without a verdict had gone. More broken and fewer fixed rows never make it
 * better, so the two ends are enough. `pValues` are those of `best` and `worst`, corrected where several tests are compared.
 * @throws RangeError where a share is out of range.
 */
export function decideRegression(
  { best, worst }: ChangeBounds,
  pValues: { best: number; worst: number },
  rule: RegressionRule,
): 'pass' | 'fail' | 'inconclusive' {
  checkShare('max_regression', rule.maxRegression);
  checkShare('confidence', rule.confidence);
  if (isRegression(best, pValues.best, rule)) return 'fail';
  return isRegression(worst, pValues.worst, rule) ? 'inconclusive' : 'pass';
}
