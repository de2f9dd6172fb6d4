import type { OpenAI } from 'openai';
import { z } from 'zod';
import { ModelError } from '../../errors.js';
import { connect, type Link } from '../http/connect.js';
import type { Hub } from './hub.js';
import { moderationOver } from './classifiers.js';
import { nextTokensOver } from './next-tokens.js';
import { clientOptions, embedderOver, modelOver, SAMPLING_OF_OPENAI } from './openai-client.js';

/** https://developers.openai.com/api/reference/resources/models/methods/retrieve: `YYYY-MM-DD`, or null where none is announced. */
const MODEL = z.object({ shutdown_date: z.string().nullish() });

/** A look aside must not hold up a run. */
const LOOKUP_SECONDS = 5;

/** OpenAI itself, and every server that speaks its language: vLLM, Ollama, llama.cpp, LM Studio, a gateway. */
export const openAi: Hub = {
  name: 'openai',
  url: 'https://api.openai.com/v1',
  hosts: ['api.openai.com'],
  keyVariable: 'OPENAI_API_KEY',
  // The last ones are those of vLLM, Ollama and llama.cpp, which speak OpenAI's language.
  sampling: [...SAMPLING_OF_OPENAI, 'top_k', 'min_p', 'typical_p', 'repetition_penalty', 'repeat_penalty'],
  firstLines: ['parameters: { max_completion_tokens: 64 }'],
  embeddingModel: 'text-embedding-3-small',

  async shutdownDate(settings, connection, meter) {
    const brief = { ...settings, timeout: Math.min(settings.timeout, LOOKUP_SECONDS), retries: 0 };
    const link = connect({ hub: openAi, settings: brief, connection, meter });
    const url = new URL(`${link.endpoint.href.replace(/\/$/, '')}/models/${encodeURIComponent(settings.name)}`);
    try {
      const reply = await link.fetch(url, { headers: link.key === undefined ? {} : { authorization: `Bearer ${link.key}` } });
      const { shutdown_date: said } = MODEL.parse(await reply.json());
      const date = new Date(said ?? NaN);
      return Number.isNaN(date.getTime()) ? undefined : date;
    } catch (error) {
      // A key may be forbidden to look, and whether the model is there the first question tells.
      if (error instanceof ModelError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  },

  async createModel(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return { ...modelOver(await clientOf(link), settings, link), nextTokens: nextTokensOver(link, settings.name) };
  },

  async createEmbedder(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return embedderOver(await clientOf(link), settings, link);
  },

  async createClassifier(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return moderationOver(await clientOf(link), settings, link);
  },
};

async function clientOf(link: Link): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    ...clientOptions(link),
    baseURL: link.endpoint.href,
    defaultHeaders: { authorization: link.key === undefined ? null : `Bearer ${link.key}`, 'api-key': null },
  });
}
