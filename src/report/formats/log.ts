/** Lines for the log of a job. */
import type { Problem, Results } from '../../engine/results.ts';
import { atPlace, QUOTING_ERRORS } from '../../errors.ts';
import { plainText } from '../story/blocks.ts';
import { certaintySentences } from '../story/certainty.ts';
import { errorKindSentences } from '../story/error-kinds.ts';
import { remarkText, storyOf, testSentence } from '../story/story.ts';

/** `fail: The model misses the "not" too often. It read the "not" in 17 of 25 questions …` */
export function verdictLine(results: Results): string {
  const { outcome, headline, tests } = storyOf(results);
  const [firstTest] = tests;
  return `${outcome}: ${headline}${firstTest?.isInHead ? `. ${plainText(...firstTest.sentences)}` : ''}`;
}

/**
 * Counts and reasons of a run, without text of the model or the data: a log has more readers than a
 * summary, and masks nothing.
 */
export function logLines(results: Results): string[] {
  const { problem } = results;
  const { outcome, headline, warnings, remarks, tests, funnels, next, notices } = storyOf(results);
  const lines: string[] = [
    `sensitivity: ${outcome}: ${headline}`,
    ...warnings.map((warning) => `warning: ${plainText(warning)}`),
    ...remarks.map(remarkText),
  ];
  if (problem) lines.push(...problemLines(problem));
  lines.push(
    ...tests.map((test) => `${test.test.outcome}: ${testSentence(test)}`),
    ...funnels.map((steps) => plainText(steps)),
    ...errorKindSentences(results, next),
  );
  if (!problem) lines.push(...next);
  lines.push(...notices);
  return lines;
}

export function logDetails(results: Results): string[] {
  return certaintySentences(results);
}

function problemLines({ name, message, where, remedy }: Problem): string[] {
  const safe = QUOTING_ERRORS.includes(name)
    ? `${name}: the job summary has the message, which may quote the data.`
    : message;
  return [atPlace({ where, message: safe }), ...remedy.split('\n')];
}
