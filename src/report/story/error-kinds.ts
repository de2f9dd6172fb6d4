/** The errors of a run by kind, without text of the model or the data: a log masks nothing. */
import type { Results, RowError } from '../../engine/results.ts';
import { kindWords } from './cause.ts';
import { isCounted } from './states.ts';
import { countByKey, formatNumber, type ItemCount, quantity } from './words.ts';

/**
 * `3 rows in error (timeout): its endpoint gives no answer in time. Raise …`, a sentence a kind.
 * @param steps the next steps, whose remedies are not repeated
 */
export function errorKindSentences(
  results: Pick<Results, 'results'>,
  steps: readonly string[],
): string[] {
  return errorKinds(results).map(({ item: { kind }, count }) => {
    return `${quantity(count, 'row')} in error (${kind}): ${kindSentence(kind, steps)}`;
  });
}

function kindSentence(kind: string, steps: readonly string[]): string {
  const words = kindWords(kind);
  if (!words) return 'the job summary has the messages.';
  const isRepeated = steps.some((step) => step.includes(words.remedy));
  return isRepeated ? `${words.summary}.` : `${words.summary}. ${words.remedy}`;
}

/**
 * The most frequent error of the rows without a score, for the end of a log; undefined if the
 * outcome does not rest on errors.
 */
export function causeLine(results: Pick<Results, 'outcome' | 'results'>): string | undefined {
  const { outcome } = results;
  if (outcome !== 'error' && outcome !== 'inconclusive') return undefined;
  const errors = errorKinds(results);
  const [mostFrequent] = errors;
  if (!mostFrequent) return undefined;
  const { kind } = mostFrequent.item;
  const errorCount = errors.reduce((sum, { count }) => sum + count, 0);
  const affectedRows =
    errors.length === 1
      ? quantity(mostFrequent.count, 'row')
      : `${formatNumber(mostFrequent.count)} of ${quantity(errorCount, 'row')}`;
  return `cause: ${kindWords(kind)?.summary ?? kind} (${affectedRows} in error)`;
}

function errorKinds({ results }: Pick<Results, 'results'>): ItemCount<RowError>[] {
  const errors = results.flatMap((row) => (row.error && isCounted(row) ? [row.error] : []));
  return countByKey(errors, ({ kind }) => kind);
}
