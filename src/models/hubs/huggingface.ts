import type { InferenceClient } from '@huggingface/inference';
import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { asRecord, listIn } from '../../json.ts';
import { HUBS } from './addresses.ts';
import { embedderOver, modelOver } from './openai.ts';
import {
  checkedParameters,
  refuseName,
  type HubContext,
  type HubFile,
  type Post,
} from './replies.ts';

/** Hugging Face's router, or a dedicated endpoint. */

/** Arguments of the package beside parameters. */
const RESERVED = ['inputs', 'accessToken', 'endpointUrl', 'provider'];
/** The usual limit of Text Embeddings Inference. */
const BATCH_SIZE = 32;

async function open(context: HubContext): Promise<Model> {
  checkedParameters(context, RESERVED);
  return modelOver(await openPost(context), context);
}

async function openEmbedder(context: HubContext): Promise<Embedder> {
  return embedderOver(await openPost(context), context, BATCH_SIZE);
}

type Body = Record<string, unknown>;
type Options = { fetch: typeof fetch };

/** The package always gets an address, so that it looks nothing up at another host. */
const CALLS: Readonly<
  Record<string, (client: InferenceClient, body: Body, options: Options) => Promise<unknown>>
> = {
  'chat/completions': (client, body, options) =>
    client.chatCompletion(body as Parameters<InferenceClient['chatCompletion']>[0], options),
  completions: (client, { endpointUrl, model, prompt, ...parameters }, options) => {
    const request = { endpointUrl: String(endpointUrl), model: String(model), parameters };
    return client.textGeneration({ ...request, inputs: String(prompt) }, options);
  },
  embeddings: (client, { endpointUrl, input }, options) => {
    const inputs = listIn(input).map(String);
    return client.featureExtraction({ endpointUrl: String(endpointUrl), inputs }, options);
  },
};

async function openPost(context: HubContext): Promise<Post> {
  // At the router a name is a part of the path. A dedicated endpoint may have `/repository`.
  if (context.baseURL === HUBS.huggingface.baseURL) refuseName(context);
  const { InferenceClient, setLogger } = await import('@huggingface/inference');
  const silent = () => undefined;
  setLogger({ debug: silent, info: silent, warn: silent, error: silent, log: silent });
  const client = new InferenceClient(context.apiKey, { retry_on_error: false });

  return async (route, body, isAnswer) => {
    const isEmbedding = route === 'embeddings';
    const request = { ...body, ...targetOf(route, context) };
    let reply: unknown;
    // The package refuses replies with something new.
    const pass: typeof fetch = async (address, { headers, body: sent } = {}) => {
      const url = address instanceof Request ? address.url : new URL(address).href;
      const text = typeof sent === 'string' ? sent : '';
      const own = isEmbedding ? Array.isArray : isAnswer;
      reply = await context.send(url, { headers, body: text, isAnswer: own });
      return Response.json(reply);
    };
    const asked = CALLS[route]?.(client, request, { fetch: pass });
    const fault: unknown = await asked?.catch((error: unknown) => error);
    if (reply === undefined) throw fault;
    return isEmbedding
      ? { data: listIn(reply).map((embedding) => ({ embedding })) }
      : asRecord(reply);
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

export default { open, openEmbedder } satisfies HubFile;
