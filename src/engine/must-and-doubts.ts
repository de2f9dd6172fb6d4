// Decides a test beside its rates: by the rows that must hold, which no rate counts, and by doubts
// about a pass.

import { scoredPairs, type TestPlan } from './decide.ts';
import { finalText } from './final-text.ts';
import { answersIn, isFiltered, scoreIn, type CaseResults, type ScoreOrError } from './score.ts';
import type { ReportRow } from './results.ts';
import { upperTail } from './statistics.ts';
import type { PassDoubt } from './test.ts';

/** The assumed share of answers that a model gets wrong by chance. */
export const CHANCE_ERROR_RATE = 0.03;
/** The largest share of runs in which such a model may fail a test by its first answers alone. */
export const MAX_CHANCE_FAILURES = 0.005;

/** The answer that decides a row: of two answers, one that passes, else one in error. */
export function decidingAnswer({ head, again = head }: CaseResults) {
  const answers = [head, again];
  const passing = answers.find((answer) => scoreIn(answer)?.pass);
  return passing ?? answers.find((answer) => !scoreIn(answer)) ?? head;
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

/** A content filter that answers half of the rows or more hides what the model does. */
export function doubtOfFilter(counts: ReportRow['must']): PassDoubt | undefined {
  const { rows = 0, errors = 0, filtered = 0 } = counts ?? {};
  const answered = rows - errors;
  if (filtered === 0 || 2 * filtered < answered) return undefined;
  return {
    outcome: 'inconclusive',
    reason: `A content filter answered ${filtered} of ${answered} rows instead of the model.`,
  };
}

/**
 * Detects a model that errs often, which second answers would hide. A model with CHANCE_ERROR_RATE
 * gets this warning in at most 5% of runs, and fails by it in at most MAX_CHANCE_FAILURES of them.
 */
export function doubtOfFirstAnswers(must: readonly CaseResults[]): PassDoubt | undefined {
  const { rows = 0, held_again: again = 0 } = countMust(must) ?? {};
  const chance = upperTail(again, rows, CHANCE_ERROR_RATE);
  if (chance > 0.05) return undefined;
  return {
    outcome: chance > MAX_CHANCE_FAILURES ? 'pass' : 'fail',
    isOfMust: true,
    reason: `${again} of ${rows} rows that must hold passed only when they were asked again: the model errs often, perhaps because of this change. If the base does so as well, use a minimum, which allows for such errors, instead of \`must: all\`.`,
  };
}

/** True if one of the answers looks like a JSON object, perhaps in a code fence. */
export function hasObject(score?: ScoreOrError) {
  return answersIn(score).some(({ text }) => /^(?:`{3}\w*\s*)?\{/.test(finalText(text) ?? ''));
}

/**
 * Warns if most right answers are JSON objects on only one side. The test reads what answers say,
 * and ignores this change of form.
 */
export function doubtOfForm(rows: readonly CaseResults[]): PassDoubt | undefined {
  const right = rows.filter(({ head, base }) => scoreIn(head)?.pass && scoreIn(base)?.pass);
  const reformatted = right.filter(({ head, base }) => hasObject(head) !== hasObject(base));
  if (2 * reformatted.length <= right.length) return undefined;
  return {
    outcome: 'pass',
    reason: `The form of the answers differs from the base: of ${right.length} right answers, ${reformatted.length} are JSON objects on only one side. The test ignores their form. Merge this only if your code accepts the new form.`,
  };
}

/**
 * Warns if a comparison that alone decides the test has too few pairs. It needs ten, or half of the
 * rows if there are fewer than twenty.
 */
export function doubtOfComparison(
  plan: TestPlan,
  rows: readonly CaseResults[],
): PassDoubt | undefined {
  if (!plan.comparison || plan.rates.some(({ minimum }) => minimum > 0)) return undefined;
  const pairs = scoredPairs(rows);
  if (pairs.length >= Math.min(10, rows.length / 2)) return undefined;
  return {
    outcome: 'error',
    reason: `Only ${pairs.length} of ${rows.length} rows could be compared with the base.`,
  };
}
