// Hugging Face's router, or a dedicated endpoint.

import type { InferenceClient } from '@huggingface/inference';
import { ConfigError } from '../../shared/errors.ts';
import { listIn } from '../../shared/json.ts';
import { HUBS } from './addresses.ts';
import { createOpenAiHub } from './openai.ts';
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

  return async (route, body, expected) => {
    const isEmbedding = route === 'embeddings';
    const isReply = isEmbedding ? Array.isArray : expected.isReply;
    const target = targetOf(isEmbedding, context);
    const inputs = listIn(body.input).map(String);
    const { url, ...request } = await builtRequest(
      async (catchRequest) =>
        isEmbedding
          ? client.featureExtraction({ ...target, inputs }, { fetch: catchRequest })
          : client.chatCompletion({ ...body, ...target } as Chat, { fetch: catchRequest }),
      context,
    );
    const reply = await context.send(url, { ...request, ...expected, isReply });
    return isEmbedding ? { data: listIn(reply).map((embedding) => ({ embedding })) } : reply;
  };
}

/** The address and the model name of a request. At the router, only hf-inference embeds. */
function targetOf(isEmbedding: boolean, { baseURL, section, settings }: HubContext) {
  const { name, provider = 'auto' } = settings;
  if (baseURL !== HUBS.huggingface.baseURL) return { endpointUrl: baseURL, model: name };
  // The router expects the provider after the name of the model.
  const model = provider === 'auto' ? name : `${name}:${provider}`;
  if (!isEmbedding) return { endpointUrl: baseURL, model };
  if (provider !== 'auto' && provider !== 'hf-inference')
    throw new ConfigError('At the router, only the provider hf-inference has embeddings', {
      where: `${section}.provider`,
      remedy: 'Leave `provider` out, or name a dedicated endpoint in `base_url`.',
    });
  const { origin } = new URL(baseURL);
  const endpointUrl = `${origin}/hf-inference/models/${name}/pipeline/feature-extraction`;
  return { endpointUrl, model };
}

export default createOpenAiHub(openPost, BATCH_SIZE);
