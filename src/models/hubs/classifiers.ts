import type { OpenAI } from 'openai';
import type { Classifier } from '../../engine/model.js';
import { ModelError } from '../../errors.js';
import type { Link } from '../http/connect.js';
import type { ClassifierSettings } from '../settings.js';
import { z } from 'zod';
import { read, type Place } from './replies.js';

/** OpenAI's newest with a date: `omni-moderation-latest` may score otherwise tomorrow. */
export const DEFAULT_MODERATION_MODEL = 'omni-moderation-2024-09-26';

const BATCH_SIZE = 32;

/** The moderation endpoint: sent lists of texts, or text by text once it has refused a list. */
export function moderationOver(client: OpenAI, { hub, name }: ClassifierSettings, link: Link): Classifier {
  let takesLists = true;

  async function moderate(input: string | string[]): Promise<Record<string, number>[]> {
    const reply = await link.ask(() => client.moderations.create({ model: name, input }));
    return categoryScores(reply, typeof input === 'string' ? 1 : input.length, link);
  }

  /** In turn: how many requests run at once is not ours to say. */
  async function oneByOne(texts: string[]): Promise<Record<string, number>[]> {
    return (await Array.fromAsync(texts, moderate)).flat();
  }

  return {
    hub,
    name,
    batchSize: BATCH_SIZE,
    async classify(texts) {
      if (!takesLists || texts.length === 0) return oneByOne(texts);
      try {
        return await moderate(texts);
      } catch (error) {
        if (!refusesLists(error)) throw error;
      }
      const scores = await oneByOne(texts);
      // Not before: where one of the texts is refused alike, the list was not what was wrong.
      takesLists = false;
      return scores;
    },
  };
}

/** Words of OpenAI, FastAPI, Go, Rust and zod about a list where they want a text. There is no code that they share. */
function refusesLists(error: unknown): boolean {
  return error instanceof ModelError && error.kind === 'bad_request' && /\b(?:input|array|list|sequence)\b/i.test(error.said);
}

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

function categoryScores(reply: unknown, count: number, place: Place): Record<string, number>[] {
  const { results } = read(MODERATION, reply, place);
  if (results.length === count) return results.map(({ category_scores }) => category_scores);
  throw new ModelError(`Texts sent: ${count}; results that came back: ${results.length}.`, {
    kind: 'bad_response',
    where: place.where,
    remedy: `Check that \`${place.section}.name\` is a moderation model.`,
  });
}

/** The labels of one text, with or without a list around them (Text Embeddings Inference and pipelines send none). */
export function labelScores(reply: unknown, place: Place): z.output<typeof LABELS> {
  const isWrapped = Array.isArray(reply) && reply.length === 1 && Array.isArray(reply[0]);
  return read(LABELS, isWrapped ? reply[0] : reply, place);
}
