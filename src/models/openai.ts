import type { OpenAI } from 'openai';
import { connect, type Link } from './connect.js';
import type { Hub } from './hub.js';
import { moderationOver } from './moderation.js';
import { clientOptions, embedderOver, modelOver, SAMPLING_OF_OPENAI } from './openai-client.js';

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

  async createModel(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return modelOver(await clientOf(link), settings, link);
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
    // The SDK wants some key; the header that would carry it is what counts.
    apiKey: link.key ?? 'none',
    defaultHeaders: { authorization: link.key === undefined ? null : `Bearer ${link.key}`, 'api-key': null },
  });
}
