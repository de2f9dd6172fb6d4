import type { OpenAI } from 'openai';
import type { Classifier } from '../engine/model.js';
import { ModelError } from '../errors.js';
import type { Link } from './connect.js';
import { categoryScores } from './scores.js';
import type { ClassifierSettings } from './settings.js';

/** OpenAI's newest with a date: `omni-moderation-latest` may score otherwise tomorrow. */
export const DEFAULT_MODERATION_MODEL = 'omni-moderation-2024-09-26';

const BATCH_SIZE = 32;

/**
 * The moderation endpoint behind any client of the SDK. It is sent lists of texts, or text by text where it refuses lists, which is
 * remembered: only requests that are under way by then pay for it twice.
 */
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
