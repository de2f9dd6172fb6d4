/**
 * Words for a run that shows nothing: no test gates, or no row of a test can tell anything. Plain
 * text: the writer escapes it.
 */
import { isSequential, type ReportRow } from '../../engine/verdict/report-row.ts';
import { decidedRows } from '../../engine/verdict/answer-and-refuse.ts';
import type { AnswerCounts } from '../../engine/rows/wrong-answers.ts';
import { baseName } from './baseline.ts';
import { testsNoRule } from './bot-rules.ts';
import { quantity, formatNumber } from './words.ts';

export function gatesNothing(report: readonly ReportRow[]): boolean {
  return report.length > 0 && report.every(({ advisory }) => advisory);
}

/** True if rows were answered, and the test is an error because none of them shows anything. */
export function isNothingJudged(test: ReportRow): boolean {
  return decidedRows(test).some(
    (part) =>
      part.outcome === 'error' && isSequential(part) && (part.asked_count ?? 0) > part.error_count,
  );
}

/** Returns why nothing was judged, as a sentence about the test. */
export function unjudgedSentence(test: ReportRow, base: string | undefined): string {
  const { pass_rate } = test;
  const askedRows = quantity(isSequential(test) ? (test.asked_count ?? 0) : 0, 'row');
  if (testsNoRule(test)) return 'Nothing was judged: no rule was touched by 5 answers or more.';
  if (pass_rate !== null) {
    return `Nothing was judged: a minimum of 0 leaves the comparison with ${baseName(base)} to decide, and too few rows have a verdict in both.`;
  }
  if (test.method === 'triplet' && test.known_count === 0)
    return `Nothing was judged: the model knows the answer to none of ${askedRows}.`;
  return `Nothing was judged: none of ${askedRows} got a verdict.`;
}

/** For a model that declines questions of the team's own. */
export const WITHOUT_DOCUMENTS =
  ': the model does not have the documents that hold the answers, or its prompt keeps it from them. Fill them in (`data.columns.fill`), or write `decline` in a column `should` where declining is right.';

/** Returns the next step if wrong answers mostly decline or seem cut, else undefined. */
export function adviceOnAnswers(
  { answers, wrong, declined, cut }: AnswerCounts,
  onDeclines = '. If the prompt limits the model to its documents, ask it about them, with rows of your own (`data.source`).',
): string | undefined {
  const isMost = (count: number) => count > 0 && 2 * count >= wrong;
  if (isMost(declined))
    return `${formatNumber(declined)} of ${quantity(answers, 'answer')} decline${onDeclines}`;
  if (isMost(cut))
    return `${formatNumber(cut)} of ${quantity(answers, 'answer')} seem cut: raise the limit of tokens (\`max_tokens\`), or ask for a short answer in \`model.prompt\`.`;
  return undefined;
}
