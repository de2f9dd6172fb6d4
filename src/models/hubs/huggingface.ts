import type { InferenceClient } from '@huggingface/inference';
import { ConfigError } from '../../errors.ts';
import { listIn } from '../../json.ts';
import { HUBS } from './addresses.ts';
import { hubOver } from './openai.ts';
import {
  checkedParameters,
  refuseName,
  replyThrough,
  type HubContext,
  type Post,
} from './replies.ts';

/** Hugging Face's router, or a dedicated endpoint. */

/** Arguments of the package beside parameters. */
const RESERVED = ['inputs', 'accessToken', 'endpointUrl', 'provider'];
/** The usual limit of Text Embeddings Inference. */
const BATCH_SIZE = 32;

/** The package always gets an address, so that it looks nothing up at another host. */
function callOf(
  client: InferenceClient,
  [route, body]: [route: string, body: Record<string, unknown>],
  options: { fetch: typeof fetch },
) {
  const { endpointUrl: address, model, prompt, input, ...parameters } = body;
  const endpointUrl = String(address);
  if (route === 'embeddings')
    return client.featureExtraction({ endpointUrl, inputs: listIn(input).map(String) }, options);
  if (route === 'chat/completions')
    return client.chatCompletion(body as Parameters<InferenceClient['chatCompletion']>[0], options);
  const inputs = String(prompt);
  return client.textGeneration({ endpointUrl, model: String(model), inputs, parameters }, options);
}

async function openPost(context: HubContext): Promise<Post> {
  checkedParameters(context, RESERVED);
  // At the router a name is a part of the path. A dedicated endpoint may have `/repository`.
  if (context.baseURL === HUBS.huggingface.baseURL) refuseName(context);
  const { InferenceClient, setLogger } = await import('@huggingface/inference');
  const silent = () => undefined;
  setLogger({ debug: silent, info: silent, warn: silent, error: silent, log: silent });
  const client = new InferenceClient(context.apiKey, { retry_on_error: false });

  return async (route, body, isChat) => {
    const isEmbedding = route === 'embeddings';
    const isAnswer = isEmbedding ? Array.isArray : isChat;
    const request = { ...body, ...targetOf(route, context) };
    const reply = await replyThrough(
      (url, built) => context.send(url, { ...built, isAnswer }),
      async (ownFetch) => callOf(client, [route, request], { fetch: ownFetch }),
      context,
    );
    return isEmbedding ? { data: listIn(reply).map((embedding) => ({ embedding })) } : reply;
  };
}

/** Where a request goes, and the name there. At the router only its own servers do all tasks. */
function targetOf(route: string, { baseURL, section, settings }: HubContext) {
  const { name, provider = 'auto' } = settings;
  if (baseURL !== HUBS.huggingface.baseURL) return { endpointUrl: baseURL, model: name };
  if (route === 'chat/completions') {
    // The router takes the provider as a part of the name.
    const model = provider === 'auto' ? name : `${name}:${provider}`;
    return { endpointUrl: baseURL, model };
  }
  if (provider !== 'auto' && provider !== 'hf-inference')
    throw new ConfigError('At the router, only the provider hf-inference has this API.', {
      where: `${section}.provider`,
      remedy: 'Leave `provider` out, use `api: chat`, or name a dedicated endpoint in `base_url`.',
    });
  const steps = name.split('/').map(encodeURIComponent).join('/');
  const path = route === 'embeddings' ? '/pipeline/feature-extraction' : '';
  const { origin } = new URL(baseURL);
  return { endpointUrl: `${origin}/hf-inference/models/${steps}${path}`, model: name };
}

export default hubOver(openPost, BATCH_SIZE);
