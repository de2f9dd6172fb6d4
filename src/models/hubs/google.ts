import { connect } from '../http/connect.ts';
import type { Hub } from './hub.ts';

/** Gemini by Google's generateContent, and servers that speak it. */
export const google: Hub = {
  name: 'google',
  url: 'https://generativelanguage.googleapis.com/v1beta',
  hosts: ['generativelanguage.googleapis.com'],
  apis: ['chat'],
  shape: 'google',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  keyHeaders: ['x-goog-api-key'],
  sampling: ['temperature', 'top_p', 'top_k', 'max_tokens', 'seed', 'stop'],
  firstLines: ['parameters: { max_tokens: 512 }'],

  async createModel(settings, connection, meter) {
    const [{ createGoogleGenerativeAI }, { baseUrlOf, modelOverPackage, refuseName }] =
      await Promise.all([import('@ai-sdk/google'), import('./provider-model.ts')]);
    const link = connect({ hub: google, settings, connection, meter });
    refuseName(settings, link.section);
    // The package reads a missing key from the environment.
    const options = { baseURL: baseUrlOf(link, '/v1beta'), apiKey: link.key ?? '' };
    return modelOverPackage(settings, link, {
      open: (send) =>
        createGoogleGenerativeAI({ ...options, fetch: send }).languageModel(settings.name),
      reserved: ['contents', 'systemInstruction'],
      sampleReply: {
        candidates: [
          { content: { role: 'model', parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' },
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
      servedModel: ({ modelVersion }) => modelVersion,
      takesFormats: true,
    });
  },
};
