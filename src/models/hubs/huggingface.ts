import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { listIn } from '../../json.ts';
import { HUBS } from './addresses.ts';
import { embedderOver, modelOver, openPost as openOpenAi } from './openai.ts';
import { refuseName, type HubContext, type HubFile, type Post } from './replies.ts';

/** Hugging Face's router, or a dedicated endpoint: OpenAI's API, but for embeddings. */

/** The usual limit of Text Embeddings Inference. */
const BATCH_SIZE = 32;

async function open(context: HubContext): Promise<Model> {
  return modelOver(await openPost(context), context);
}

async function openEmbedder(context: HubContext): Promise<Embedder> {
  return embedderOver(await openPost(context), context, BATCH_SIZE);
}

async function openPost(context: HubContext): Promise<Post> {
  // At the router a name is a part of the path. A dedicated endpoint may have `/repository`.
  if (context.baseURL === HUBS.huggingface.baseURL) refuseName(context);
  const post = await openOpenAi(context);
  return async (route, { input, max_new_tokens: limit, ...body }, isAnswer) => {
    const { address, model } = targetOf(route, context);
    if (route === 'embeddings') {
      const vectors = await post(address, { inputs: input }, Array.isArray);
      return { data: listIn(vectors).map((embedding) => ({ embedding })) };
    }
    const request = limit === undefined ? body : { max_tokens: limit, ...body };
    return post(address, { ...request, model }, isAnswer);
  };
}

/** Where a request goes, and the name there. At the router only its own servers do all tasks. */
function targetOf(route: string, { baseURL, section, settings }: HubContext) {
  const { name, provider = 'auto' } = settings;
  const isRouter = baseURL === HUBS.huggingface.baseURL;
  const isChat = route === 'chat/completions';
  // The router takes the provider as a part of the name.
  const model = isRouter && isChat && provider !== 'auto' ? `${name}:${provider}` : name;
  let base = baseURL;
  if (isRouter && !isChat) {
    if (provider !== 'auto' && provider !== 'hf-inference')
      throw new ConfigError('At the router, only the provider hf-inference has this API.', {
        where: `${section}.provider`,
        remedy:
          'Leave `provider` out, use `api: chat`, or name a dedicated endpoint in `base_url`.',
      });
    const steps = name.split('/').map(encodeURIComponent).join('/');
    base = `${new URL(baseURL).origin}/hf-inference/models/${steps}`;
  }
  if (route !== 'embeddings')
    return {
      model,
      address: base.replace(/(?:\/v1)?(?:\/(?:chat\/)?completions)?$/, `/v1/${route}`),
    };
  return { model, address: isRouter ? `${base}/pipeline/feature-extraction` : base };
}

export default { open, openEmbedder } satisfies HubFile;
