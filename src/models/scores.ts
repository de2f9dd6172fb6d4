import { z } from 'zod';
import { ModelError } from '../errors.js';
import { read, type Place } from './replies.js';

const NO_SCORE = 'no score from 0 to 1';
const SCORE = z.number(NO_SCORE).min(0, NO_SCORE).max(1, NO_SCORE);

const MODERATION = z.object({
  results: z.array(
    z.object({
      category_scores: z.record(z.string(), SCORE).refine((scores) => Object.keys(scores).length > 0, 'there is no category in it'),
    }),
  ),
});

const LABELS = z
  .array(z.object({ label: z.string(), score: SCORE }))
  .min(1, 'there is no label in it')
  .refine((labels) => new Set(labels.map(({ label }) => label)).size === labels.length, 'two labels have one name');

/** The scores of a moderation by category, one record a text. */
export function categoryScores(reply: unknown, count: number, place: Place): Record<string, number>[] {
  const { results } = read(MODERATION, reply, place);
  if (results.length === count) return results.map(({ category_scores }) => category_scores);
  throw new ModelError(`Texts sent: ${count}; results that came back: ${results.length}.`, {
    kind: 'bad_response',
    where: place.where,
    remedy: `Check that \`${place.section}.name\` is a moderation model.`,
  });
}

/**
 * The labels of one text. Some servers put a list around them, as the SDK wants it, others send them alone: Text Embeddings
 * Inference, and all that hand `top_k` to a pipeline of transformers.
 */
export function labelScores(reply: unknown, place: Place): z.output<typeof LABELS> {
  const isWrapped = Array.isArray(reply) && reply.length === 1 && Array.isArray(reply[0]);
  return read(LABELS, isWrapped ? reply[0] : reply, place);
}
