import { z } from 'zod';
import { ModelError } from '../../errors.js';
import { read, type Place } from './replies.js';

const EMBEDDINGS = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
});

type Nested = number[] | Nested[];
const VECTOR = z.array(z.number()).min(1);
const VECTORS = z.array(VECTOR).min(1);
const TOKENS = z.array(VECTORS).min(1);
// Some servers wrap each text once more.
const NESTED: z.ZodType<Nested> = z.union([VECTOR, VECTORS, TOKENS, z.array(TOKENS).min(1)]);

/** The vectors of an OpenAI reply, in the order of the texts: servers may send them in another. */
export function openAiVectors(reply: unknown, count: number, place: Place): number[][] {
  const { data } = read(EMBEDDINGS, reply, place);
  const inOrder = data.map((item, i) => ({ ...item, index: item.index ?? i })).sort((a, b) => a.index - b.index);
  const vectors = inOrder.map(({ embedding }) => embedding);
  return checked(vectors, count, place);
}

/** The vectors of a feature extraction: one a text, one a token of each text (their mean is taken), or a bare one for one text. */
export function featureVectors(reply: unknown, count: number, place: Place): number[][] {
  const features = read(NESTED, reply, place);
  const perText = isVector(features) ? [features] : features;
  return checked(perText.map(meanPooled), count, place);
}

/**
 * Mean over everything but the last dimension: what sentence-transformers does by default, and so what a server that
 * gives the tokens of such a model leaves to its clients. Padding is not told apart, as it is not in the reply.
 */
function meanPooled(features: Nested): number[] {
  if (isVector(features)) return features;
  const vectors = features.map(meanPooled);
  return vectors[0]!.map((_, i) => vectors.reduce((sum, vector) => sum + (vector[i] ?? NaN), 0) / vectors.length);
}

function isVector(features: Nested): features is number[] {
  return typeof features[0] === 'number';
}

function checked(vectors: number[][], count: number, { where }: Place): number[][] {
  const length = vectors[0]?.length ?? 0;
  const isVectorOfLength = (vector: number[]) => vector.length === length && vector.every(Number.isFinite);
  if (vectors.length === count && vectors.every(isVectorOfLength) && (length > 0 || count === 0)) return vectors;
  throw new ModelError(`${count} texts were sent; the vectors that came back are not one a text, of one length.`, {
    kind: 'bad_response',
    where,
    remedy: 'Check that `embeddings.model` is an embedding model.',
  });
}
