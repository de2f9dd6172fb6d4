import type * as Sdk from '@huggingface/inference';
import { z } from 'zod';
import type { AnswerFormat, Classifier, Embedder, Model } from '../../engine/model.js';
import { ConfigError, ModelError } from '../../errors.js';
import { quoted } from '../../json.js';
import { formatAsker, type Send, chatBody, withSystemPrompt } from './openai-client.js';
import { connect, type Line, type Link } from '../http/connect.js';
import { type Hub, type SettingsOf, COMMON_SAMPLING, parametersOf } from './hub.js';
import { lossOfPrefill, noLogprobs } from './logprobs.js';
import type { Meter } from '../meter.js';
import { chatAnswer, featureVectors } from './replies.js';
import { labelScores } from './classifiers.js';
import { Served } from '../served.js';
import type { ClassifierSettings, Connection, EmbeddingSettings, ModelSettings, Settings } from '../settings.js';

/** What a text-embeddings server takes at once unless it is told otherwise. */
const BATCH_SIZE = 32;

/** Left to themselves, servers send the best label only. More than any classifier has: no interface knows a word for all of them. */
const ALL_LABELS = 1000;

/** Names that the SDK would take for its own options, beside those that `model` has keys for. */
const RESERVED = ['model', 'messages', 'prompt', 'inputs', 'data', 'accessToken', 'endpointUrl', 'provider', 'urlTransform'];

const KEYS = { provider: { schema: z.string().min(1), about: 'the inference provider.', default: 'auto' } };

declare module '../settings.js' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnEndpointKeys extends SettingsOf<typeof KEYS> {}
}

/** Hugging Face's inference providers, or a dedicated endpoint by its URL. */
export const huggingFace: Hub = {
  name: 'huggingface',
  url: 'https://router.huggingface.co',
  // Not *.endpoints.huggingface.cloud: anybody can start an endpoint there.
  hosts: ['router.huggingface.co', 'api-inference.huggingface.co'],
  lookups: 'https://huggingface.co/api/models/',
  firstLines: ['parameters: { max_tokens: 64 }'],
  keyVariable: 'HF_TOKEN',
  sampling: [...COMMON_SAMPLING, 'top_k', 'typical_p', 'max_new_tokens', 'do_sample', 'repetition_penalty'],
  endpointKeys: KEYS,
  routeKey: 'provider',
  embeddingModel: 'sentence-transformers/all-mpnet-base-v2',
  createModel,
  createEmbedder,
  createClassifier,
};

async function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Promise<Model> {
  const { name, api, system_prompt } = settings;
  const { link, client, target } = await opened({ settings, connection, meter });
  const parameters = parametersOf(settings, RESERVED);
  const askInFormat = formatAsker(parameters);
  const served = new Served();

  async function chat(prompt: string, format: AnswerFormat | undefined): Promise<string> {
    const send: Send = (more) => link.ask(() => client.chatCompletion({ ...target, ...chatBody(settings, prompt, more) }));
    const reply = await askInFormat(format, send);
    served.count(reply);
    return chatAnswer(reply, link);
  }

  async function complete(prompt: string): Promise<string> {
    const inputs = withSystemPrompt(prompt, system_prompt);
    return (await link.ask(() => client.textGeneration({ ...target, inputs, parameters }))).generated_text;
  }

  return {
    hub: huggingFace.name,
    name,
    served,
    answer: async (prompt, format) => ({ text: await (api === 'chat' ? chat(prompt, format) : complete(prompt)) }),
    async loss(prompt) {
      if (!link.isDedicated) throw noLogprobs('Inference providers give no log-probabilities of the prompt', link.where);
      const parameters = { details: true, decoder_input_details: true, max_new_tokens: 1 };
      // The SDK's text generation speaks OpenAI's language to endpoints, and drops the details.
      const reply = await link.post(generationRoot(link.endpoint), { inputs: prompt, parameters }).catch((error: unknown) => {
        const isOtherServer = error instanceof ModelError && error.kind === 'not_found';
        throw isOtherServer ? noLogprobs('The endpoint does not run Text Generation Inference', link.where) : error;
      });
      return lossOfPrefill(reply, link.where);
    },
  };
}

async function createEmbedder(settings: EmbeddingSettings, connection: Connection, meter: Meter): Promise<Embedder> {
  const { name } = settings;
  const { link, client, target } = await opened({ settings, connection, meter });
  return {
    hub: huggingFace.name,
    name,
    batchSize: BATCH_SIZE,
    async embed(texts) {
      return featureVectors(await link.ask(() => client.featureExtraction({ ...target, inputs: texts })), texts.length, link);
    },
  };
}

async function createClassifier(settings: ClassifierSettings, connection: Connection, meter: Meter): Promise<Classifier> {
  const { name } = settings;
  const { link, client, target } = await opened({ settings, connection, meter }, withWrappedLabels);
  const parameters = { top_k: ALL_LABELS };

  async function classifyOne(inputs: string): Promise<Record<string, number>> {
    const labels = await link.ask(() => client.textClassification({ ...target, inputs, parameters }));
    return Object.fromEntries(labels.map(({ label, score }) => [label, score]));
  }

  return {
    hub: huggingFace.name,
    name,
    // Lists are no part of the interface: to Text Embeddings Inference two texts are a pair.
    batchSize: 1,
    classify: (texts) => Array.fromAsync(texts, classifyOne),
  };
}

/** The model that is asked, and the way; `fetchBy` is another `fetch` over the link's. */
async function opened(line: Omit<Line, 'hub'>, fetchBy: (link: Link) => typeof fetch = (link) => link.fetch) {
  const { settings } = line;
  const link = connect({ hub: huggingFace, ...line });
  const { InferenceClient, PROVIDERS_OR_POLICIES, setLogger } = await import('@huggingface/inference');
  // The SDK tells the console which provider it chose; the log is ours.
  const silent = () => undefined;
  setLogger({ debug: silent, info: silent, warn: silent, error: silent, log: silent });
  const fetch = withLookups({ ...link, fetch: fetchBy(link) });
  const client = new InferenceClient(link.key ?? '', { fetch, retry_on_error: false });
  return { link, client, target: { model: settings.name, ...routeOf(settings, link, PROVIDERS_OR_POLICIES) } };
}

/** An endpoint runs one model, so a provider beside it is a contradiction. The input `base-url` overrides both. */
function routeOf({ base_url, provider = KEYS.provider.default }: Settings, link: Link, providers: typeof Sdk.PROVIDERS_OR_POLICIES) {
  const where = `${link.section}.provider`;
  if (base_url !== undefined && provider !== KEYS.provider.default) {
    const remedy = 'Remove `provider` or `base_url`.';
    throw new ConfigError('A provider and an endpoint of its own exclude each other.', { where, remedy });
  }
  if (link.isDedicated) return { endpointUrl: link.endpoint.href };
  const known = providers.find((name) => name === provider);
  if (known !== undefined) return { provider: known };
  const remedy = `Allowed are ${providers.join(', ')}.`;
  throw new ConfigError(`${quoted(provider)} is no inference provider.`, { where, remedy });
}

/** Sends each look-up of a model's provider once, and with the key: without it the hub denies that a private model is there. */
function withLookups({ fetch, key }: Link): typeof fetch {
  const lookups = new Map<string, Promise<Response>>();
  const headers: Record<string, string> = key?.startsWith('hf_') ? { authorization: `Bearer ${key}` } : {};
  return async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return fetch(input, init);
    const address = input instanceof Request ? input.url : String(input);
    const lookup = lookups.get(address) ?? fetch(address, { headers });
    lookups.set(address, lookup);
    try {
      return (await lookup).clone();
    } catch (error) {
      lookups.delete(address); // What failed once may be asked again.
      throw error;
    }
  };
}

/** The SDK knows one of the shapes in use, and says of the others only that they are malformed: replies are read before it. */
function withWrappedLabels(link: Link): typeof fetch {
  return async (input, init) => {
    const reply = await link.fetch(input, init);
    if ((init?.method ?? 'GET') === 'GET') return reply;
    return Response.json([labelScores(await reply.json(), link)]);
  };
}

/** Text Generation Inference answers in its own language at the root, in OpenAI's below /v1. */
function generationRoot(endpoint: URL): URL {
  const root = new URL(endpoint);
  root.pathname = root.pathname.replace(/\/v1(?:\/[^]*)?$/, '') || '/';
  return root;
}
