import { z } from 'zod';
import { ModelError } from '../../errors.js';
import { connect, type Link } from '../http/connect.js';
import { below } from '../http/endpoint.js';
import type { Hub } from './hub.js';
import { nextTokensOver } from './next-tokens.js';
import { clientOptions, embedderOver, moderationOver, modelOver, postBy, SAMPLING_OF_OPENAI } from './openai-requests.js';

/** https://developers.openai.com/api/reference/resources/models/methods/retrieve: `YYYY-MM-DD`, or null if none is announced. */
const MODEL = z.object({ shutdown_date: z.string().nullish() });

/** Timeout of the look-up, in seconds: it must not delay a run. */
const LOOKUP_TIMEOUT = 5;

/** OpenAI itself, and every server with its API: vLLM, Ollama, llama.cpp, LM Studio, a gateway. */
export const openAi: Hub = {
  name: 'openai',
  url: 'https://api.openai.com/v1',
  hosts: ['api.openai.com'],
  keyVariable: 'OPENAI_API_KEY',
  // The last ones are parameters of vLLM, Ollama and llama.cpp.
  sampling: [...SAMPLING_OF_OPENAI, 'top_k', 'min_p', 'typical_p', 'repetition_penalty', 'repeat_penalty'],
  firstLines: ['parameters: { max_completion_tokens: 64 }'],
  embeddingModel: 'text-embedding-3-small',

  async shutdownDate(settings, connection, meter) {
    const brief = { ...settings, timeout: Math.min(settings.timeout, LOOKUP_TIMEOUT), retries: 0 };
    const link = connect({ hub: openAi, settings: brief, connection, meter });
    try {
      const reply = await link.request(below(link.endpoint, `models/${encodeURIComponent(settings.name)}`), {});
      const date = new Date(MODEL.parse(reply).shutdown_date ?? NaN);
      return Number.isNaN(date.getTime()) ? undefined : date;
    } catch (error) {
      // A key may be forbidden to list models. The first question shows whether the model exists.
      if (error instanceof ModelError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  },

  async createModel(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return { ...modelOver(settings, link, await poster(link)), nextTokens: nextTokensOver(link, settings.name) };
  },

  async createEmbedder(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return embedderOver(settings, link, await poster(link));
  },

  async createClassifier(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return moderationOver(settings, link, await poster(link));
  },
};

async function poster(link: Link) {
  const { OpenAI } = await import('openai');
  const defaultHeaders = { authorization: link.key === undefined ? null : `Bearer ${link.key}`, 'api-key': null };
  return postBy(new OpenAI({ ...clientOptions(link), baseURL: link.endpoint.href, defaultHeaders }), link);
}
