// Hugging Face's router, or a dedicated endpoint.

import type { InferenceClient } from '@huggingface/inference';
import { ConfigError } from '../../shared/errors.ts';
import { listIn } from '../../shared/json.ts';
import { HUBS } from './addresses.ts';
import { createOpenAiHub, EMBEDDINGS_PATH } from './openai.ts';
import { builtRequest } from './built-requests.ts';
import { checkedParameters, refuseName, type HubContext, type Post } from './replies.ts';

/** Arguments of the package that `parameters` may not set. */
const RESERVED = ['inputs', 'accessToken', 'endpointUrl', 'provider'];
/** The usual limit of Text Embeddings Inference. */
const BATCH_SIZE = 32;

type Chat = Parameters<InferenceClient['chatCompletion']>[0];

/** Each call names the address; otherwise the package looks it up at another host. */
async function openPost(context: HubContext): Promise<Post> {
  checkedParameters(context, RESERVED);
  // The router takes the name of the model as part of the path. A dedicated endpoint does not: the
  // package refuses only a name that is an address or begins with `/`.
  if (context.baseURL === HUBS.huggingface.baseURL) refuseName(context);
  const { InferenceClient, setLogger } = await import('@huggingface/inference');
  const silent = () => undefined;
  setLogger({ debug: silent, info: silent, warn: silent, error: silent, log: silent });
  const client = new InferenceClient(context.apiKey, { retry_on_error: false });

  return async (path, body, expected) => {
    if (path !== EMBEDDINGS_PATH) {
      const chat = { ...body, ...chatTarget(context) } as Chat;
      const { url, ...request } = await builtRequest(
        async (options) => client.chatCompletion(chat, options),
        context,
      );
      return context.send(url, { ...request, ...expected });
    }
    const texts = { ...embeddingTarget(context), inputs: listIn(body.input).map(String) };
    const { url, ...request } = await builtRequest(
      async (options) => client.featureExtraction(texts, options),
      context,
    );
    const vectors = await context.send(url, { ...request, ...expected, isReply: Array.isArray });
    return { data: listIn(vectors).map((embedding) => ({ embedding })) };
  };
}

/** The address and the model name of a chat. The router expects the provider after the name. */
function chatTarget({ baseURL: endpointUrl, settings: { name, provider = 'auto' } }: HubContext) {
  const takesProvider = endpointUrl === HUBS.huggingface.baseURL && provider !== 'auto';
  return { endpointUrl, model: takesProvider ? `${name}:${provider}` : name };
}

/** The address and the model name for embeddings. At the router, only hf-inference has any. */
function embeddingTarget({ baseURL, section, settings }: HubContext) {
  const { name: model, provider = 'hf-inference' } = settings;
  if (baseURL !== HUBS.huggingface.baseURL) return { endpointUrl: baseURL, model };
  if (!['auto', 'hf-inference'].includes(provider))
    throw new ConfigError('At the router, only the provider hf-inference has embeddings', {
      where: `${section}.provider`,
      remedy: 'Leave `provider` out, or name a dedicated endpoint in `base_url`.',
    });
  const { origin } = new URL(baseURL);
  const endpointUrl = `${origin}/hf-inference/models/${model}/pipeline/feature-extraction`;
  return { endpointUrl, model };
}

export default createOpenAiHub(openPost, BATCH_SIZE);
