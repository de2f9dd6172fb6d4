/** Sentences on answers that could not be read. Plain text: the writer escapes it. */
import type { ResultRow, Results } from '../../engine/results.ts';
import { quantity } from './words.ts';

/** A sentence on answers that could not be read, over all tests; empty if all could. */
export function unreadSentences({
  report,
  results,
}: Pick<Results, 'report' | 'results'>): string[] {
  const triplets = new Set(
    report.filter(({ method }) => method === 'triplet').map(({ test_type }) => test_type),
  );
  const rows = results.filter(
    ({ test_type, counted, error }) =>
      triplets.has(test_type) && counted !== false && error?.kind === 'unreadable',
  );
  return rows.length === 0 ? [] : [unreadSentence(rows)];
}

export function unreadSentence(rows: readonly Pick<ResultRow, 'options'>[]): string {
  const labels = rows.some(({ options }) => options !== undefined) ? ['the letter alone'] : [];
  const stances = rows.some(({ options }) => options === undefined) ? ['True or False only'] : [];
  const formWords = [...labels, ...stances].join(', or for ');
  return `An answer could not be read in ${quantity(rows.length, 'row')}: ask for ${formWords}, in \`model.prompt\`, or name a \`judge\` that reads it.`;
}
