import { connect } from '../http/connect.ts';
import { DEFAULT_MAX_TOKENS } from '../tokens.ts';
import type { Hub } from './hub.ts';

/** Claude by Anthropic's Messages API, and servers that speak it. */
export const anthropic: Hub = {
  name: 'anthropic',
  url: 'https://api.anthropic.com/v1',
  hosts: ['api.anthropic.com'],
  apis: ['chat'],
  shape: 'anthropic',
  keyVariables: ['ANTHROPIC_API_KEY'],
  keyHeaders: ['x-api-key'],
  passedHeaders: ['anthropic-version', 'anthropic-beta'],
  sampling: ['temperature', 'top_p', 'top_k', 'max_tokens', 'stop'],
  firstLines: ['parameters: { max_tokens: 512 }'],

  async createModel(settings, connection, meter) {
    const [{ createAnthropic }, { baseUrlOf, modelOverPackage, refuseName }] = await Promise.all([
      import('@ai-sdk/anthropic'),
      import('./provider-model.ts'),
    ]);
    const link = connect({ hub: anthropic, settings, connection, meter });
    refuseName(settings, link.section);
    const { name } = settings;
    // The package reads a missing option from the environment.
    const options = { baseURL: baseUrlOf(link, '/v1'), apiKey: link.key ?? '' };
    return modelOverPackage(settings, link, {
      open: (send) => createAnthropic({ ...options, fetch: send }).languageModel(name),
      reserved: ['model', 'messages', 'system'],
      sampleReply: {
        type: 'message',
        id: 'msg_0',
        role: 'assistant',
        model: name,
        content: [{ type: 'text', text: 'Yes.' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
      servedModel: ({ model }) => model,
      defaultMaxTokens: DEFAULT_MAX_TOKENS,
      takesFormats: true,
    });
  },
};
