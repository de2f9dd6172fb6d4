// Doubts about a pass that come from the comparison with the base.

import { finalText } from './final-text.ts';
import { scoredPairs, type TestPlan } from './decide.ts';
import { answersIn, scoreIn, type CaseResults, type ScoreOrError } from './score.ts';
import type { PassDoubt } from './test.ts';
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
