import type * as Sdk from '@huggingface/inference';
import { z } from 'zod';
import type { Embedder, Model } from '../../engine/model.ts';
import { ConfigError, GateError, ModelError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import { enumerate } from '../../language/enumerate.ts';
import { connect, type EndpointLink, type LinkOptions } from '../http/connect.ts';
import { causes } from '../http/network-failures.ts';
import { sdkFetch } from '../http/sdk-fetch.ts';
import type { Hub, SettingsOf } from './hub.ts';
import { COMMON_SAMPLING } from './parameters.ts';
import type { Meter } from '../meter.ts';
import { completionsModel } from './openai-requests.ts';
import { featureVectors, ServedModels } from './replies.ts';
import { configKeyOf, quotedConfigKeys } from '../config-keys.ts';
import type { Connection } from '../connection.ts';
import type { EmbeddingSettings, ModelSettings, Settings } from '../settings.ts';

/** Default limit of Text Embeddings Inference. */
const BATCH_SIZE = 32;

const RESERVED = [
  'model',
  'messages',
  'prompt',
  'inputs',
  'data',
  'accessToken',
  'endpointUrl',
  'provider',
  'urlTransform',
];

const KEYS = {
  provider: { schema: z.string().min(1), about: 'the inference provider.', default: 'auto' },
};

declare module '../settings.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnEndpointKeys extends SettingsOf<typeof KEYS> {}
}

/** Hugging Face's inference providers, or a dedicated endpoint by its URL. */
export const huggingFace: Hub = {
  name: 'huggingface',
  url: 'https://router.huggingface.co',
  // Not *.endpoints.huggingface.cloud: anyone can start an endpoint there.
  hosts: ['router.huggingface.co', 'api-inference.huggingface.co'],
  lookups: 'https://huggingface.co/api/models/',
  firstLines: ['parameters: { max_tokens: 512 }'],
  keyVariables: ['HF_TOKEN'],
  sampling: [
    ...COMMON_SAMPLING,
    'top_k',
    'typical_p',
    'max_new_tokens',
    'do_sample',
    'repetition_penalty',
  ],
  endpointKeys: KEYS,
  routeKey: 'provider',
  embeddingModel: 'sentence-transformers/all-mpnet-base-v2',
  createModel,
  createEmbedder,
};

async function createModel(
  settings: ModelSettings,
  connection: Connection,
  meter: Meter,
): Promise<Model> {
  const { parameters } = settings;
  const { link, client, target } = await openClient({ settings, connection, meter });
  const served = new ServedModels();
  return completionsModel(settings, link, {
    served,
    reserved: RESERVED,
    chat: async (body) =>
      served.count(await callSdk(link, () => client.chatCompletion({ ...target, ...body }))),
    async complete(inputs) {
      const request = { ...target, inputs, parameters };
      // The SDK drops the finish reason.
      const { generated_text } = await callSdk(link, () => client.textGeneration(request));
      return { text: generated_text };
    },
  });
}

async function createEmbedder(
  settings: EmbeddingSettings,
  connection: Connection,
  meter: Meter,
): Promise<Embedder> {
  const { name } = settings;
  const { link, client, target } = await openClient({ settings, connection, meter });
  return {
    hub: huggingFace.name,
    name,
    batchSize: BATCH_SIZE,
    embed: (inputs) =>
      link.ask(async () => {
        return featureVectors(
          await callSdk(link, () => client.featureExtraction({ ...target, inputs })),
          inputs.length,
          link,
        );
      }),
  };
}

async function openClient(options: Omit<LinkOptions, 'hub'>) {
  const { settings } = options;
  const link = connect({ hub: huggingFace, ...options });
  const { InferenceClient, PROVIDERS_OR_POLICIES, setLogger } =
    await import('@huggingface/inference');
  const silent = () => undefined;
  setLogger({ debug: silent, info: silent, warn: silent, error: silent, log: silent });
  const client = new InferenceClient(link.key ?? '', {
    fetch: fetchWithLookups(link),
    retry_on_error: false,
  });
  return {
    link,
    client,
    target: { model: settings.name, ...routeOf(settings, link, PROVIDERS_OR_POLICIES) },
  };
}

/**
 * A `fetch` for the SDK. Sends each look-up of a provider once, and with the key, since private
 * models are hidden without it.
 */
function fetchWithLookups(link: EndpointLink): typeof fetch {
  const lookups = new Map<string, Promise<unknown>>();
  const lookupHeaders: Record<string, string> = link.key?.startsWith('hf_')
    ? { authorization: `Bearer ${link.key}` }
    : {};

  async function lookUp(address: string): Promise<unknown> {
    try {
      return (await link.send(address, { headers: lookupHeaders })).json;
    } catch (error) {
      lookups.delete(address);
      throw error;
    }
  }

  return sdkFetch(async ({ address, ...init }) => {
    if (init.method !== 'GET') return (await link.send(address, init)).json;
    const name = String(address);
    const lookup = lookups.get(name) ?? lookUp(name);
    lookups.set(name, lookup);
    return lookup;
  });
}

/** Runs a call of the SDK. Keeps only the message of its errors: the objects contain the key. */
async function callSdk<T>(
  { clean, address, section }: EndpointLink,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const chain = causes(error);
    const ours = chain.find((cause) => cause instanceof GateError);
    if (ours) throw ours;
    const { name, message = String(error) } = chain[0] ?? {};
    const text = quoted(clean(String(message)));
    // Thrown before the SDK sends anything.
    if (name === 'InputError' || name === 'RoutingError') {
      const remedy = `Change ${enumerate(quotedConfigKeys(section, ['name', 'provider', 'api']), 'or')}.`;
      throw new ModelError(`The request cannot be sent: ${text}.`, {
        kind: 'bad_request',
        fatal: true,
        where: address,
        remedy,
      });
    }
    const remedy = `Check that \`${configKeyOf(section, 'hub')}\` and \`base_url\` go together.`;
    throw new ModelError(`The reply cannot be read: ${text}.`, {
      kind: 'bad_response',
      where: address,
      remedy,
    });
  }
}

/** An endpoint runs one model, so it excludes a provider. The input `base-url` overrides both. */
function routeOf(
  { base_url, provider = KEYS.provider.default }: Settings,
  link: EndpointLink,
  providers: typeof Sdk.PROVIDERS_OR_POLICIES,
) {
  const setting = `${link.section}.provider`;
  if (base_url !== undefined && provider !== KEYS.provider.default) {
    const remedy = 'Remove `provider` or `base_url`.';
    throw new ConfigError('`provider` and `base_url` exclude each other.', {
      where: setting,
      remedy,
    });
  }
  if (link.isDedicated) return { endpointUrl: link.endpoint.href };
  const knownProvider = providers.find((name) => name === provider);
  if (knownProvider !== undefined) return { provider: knownProvider };
  const remedy = `Allowed are ${providers.join(', ')}.`;
  throw new ConfigError(`${quoted(provider)} is not an inference provider.`, {
    where: setting,
    remedy,
  });
}
