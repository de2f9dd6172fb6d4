import { connect } from '../http/connect.ts';
import type { Hub } from './hub.ts';
import { nextTokensOver } from './next-tokens.ts';
import { embedderOver, openAiPoster, SAMPLING_OF_OPENAI } from './openai-requests.ts';
import { openAiModel } from './responses.ts';

/** OpenAI itself, and every server with its API: vLLM, Ollama, llama.cpp, LM Studio, a gateway. */
export const openAi: Hub = {
  name: 'openai',
  url: 'https://api.openai.com/v1',
  hosts: ['api.openai.com'],
  apis: ['chat', 'completions', 'responses'],
  keyVariables: ['OPENAI_API_KEY'],
  // The last ones are parameters of vLLM, Ollama and llama.cpp.
  sampling: [
    ...SAMPLING_OF_OPENAI,
    'top_k',
    'min_p',
    'typical_p',
    'repetition_penalty',
    'repeat_penalty',
  ],
  firstLines: ['parameters: { max_completion_tokens: 512 }'],
  embeddingModel: 'text-embedding-3-small',

  async createModel(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return {
      ...openAiModel(settings, link, await openAiPoster(link, link.endpoint.href)),
      nextTokens: nextTokensOver(link, settings.name),
    };
  },

  async createEmbedder(settings, connection, meter) {
    const link = connect({ hub: openAi, settings, connection, meter });
    return embedderOver(settings, link, await openAiPoster(link, link.endpoint.href));
  },
};
