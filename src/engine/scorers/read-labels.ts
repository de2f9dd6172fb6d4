import type { AnswerOption } from '../../language/options.ts';
import { readPlainLabels } from '../../language/plain.ts';
import { LABEL_READER } from '../judges/labels.ts';
import type { RowError } from '../results.ts';
import type { ScoringTools } from './scorer.ts';

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
