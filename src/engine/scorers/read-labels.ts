import type { AnswerOption } from '../../language/options.js';
import { readPlainLabels } from '../../language/plain.js';
import { LABEL_READER } from '../judges/labels.js';
import type { RowError } from '../results.js';
import type { ScoringTools } from './scorer.js';

/**
 * Reads the labels of the options that an answer gives, by plain rules or else by the judge.
 * Returns undefined if no rule can read the answer and there is no judge.
 */
export async function readLabels(
  answer: string,
  question: { question: string; options: readonly AnswerOption[] },
  { judge, hasJudge }: ScoringTools,
): Promise<{ labels: readonly string[] } | { error: RowError } | undefined> {
  const plainLabels = readPlainLabels(answer, question.options);
  if (plainLabels) return { labels: plainLabels };
  if (!hasJudge) return undefined;
  const reading = await LABEL_READER.read({ ...question, answer }, judge);
  return 'failure' in reading ? { error: reading.failure } : { labels: reading.reading };
}
