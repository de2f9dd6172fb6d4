// Opens models: the table of hubs, and a model over the replies of an earlier run.

import { hash } from 'node:crypto';
import type { Model } from '../engine/model.ts';
import { formatList } from '../language/text.ts';
import { ConfigError, ModelError } from '../shared/errors.ts';
import { canonical, jsonText } from '../shared/json.ts';
import { scrubbed, scrubber } from '../shared/secrets.ts';
import { createContext, type Access } from './context.ts';
import { HUBS } from './hubs/addresses.ts';
import type { HubContext, HubFile } from './hubs/replies.ts';
import type { ModelSettings } from './settings.ts';

/** Opens one model for all equal settings of a section, so that equal questions are sent once. */
export function openSharedModel(settings: ModelSettings, access: Access) {
  const { models } = access.endpoints;
  return (models[canonical([access.section, settings])] ??= createModel(settings, access));
}

/** Creates a model over its store. Sends nothing. @throws ConfigError for a bad address or key */
export async function createModel(settings: ModelSettings, access: Access): Promise<Model> {
  const { endpoints } = access;
  const model = await openHub(await createContext(settings, access));
  const { timeout: _timeout, retries: _retries, ...deciding } = settings;
  const identity = canonical(deciding);
  const scrub = scrubber(access.grants.secrets);
  return {
    ...model,
    async answer(prompt, options = {}) {
      const { system, format, nth = 0, isFresh } = options;
      const store = isFresh ? undefined : access.store;
      const request = hash(
        'sha256',
        jsonText([identity, system, format, nth, prompt]),
        'base64url',
      );
      const stored = store?.answerTo(request);
      if (stored) {
        endpoints.meter.stored += 1;
        return stored;
      }
      // The parts of a reply were scrubbed one by one. Joined, they may still spell a key.
      const answer = scrubbed(await model.answer(prompt, options).catch(answerIfFiltered), scrub);
      store?.keep(request, answer);
      return answer;
    },
  };
}

/** Creates an embedding model. Sends nothing. @throws ConfigError for a bad address or key */
export async function createEmbedder(settings: ModelSettings, access: Access) {
  return openEmbedder(await createContext(settings, access));
}

/**
 * Turns a content filter's error into an answer: users of the system would see the refusal, too.
 */
function answerIfFiltered(error: unknown) {
  if (error instanceof ModelError && error.kind === 'filtered')
    return { text: '', filter: error.message };
  throw error;
}

const openProviders = () => import('./hubs/providers.ts');
/** Each hub, with its packages, is a chunk of the bundle: only a run that uses it loads it. */
const FILES = {
  openai: () => import('./hubs/openai.ts'),
  'azure-openai': () => import('./hubs/azure-openai.ts'),
  anthropic: openProviders,
  google: openProviders,
  bedrock: openProviders,
  huggingface: () => import('./hubs/huggingface.ts'),
  http: () => import('./hubs/http.ts'),
  reference: () => import('./hubs/reference.ts'),
};

/** Opens a model of its hub. Sends nothing. @throws ConfigError for settings the hub refuses */
export async function openHub(context: HubContext) {
  const { hub, api } = context.settings;
  const { apis = ['chat'] } = HUBS[hub];
  if (apis.includes(api)) return (await FILES[hub]()).default.open(context);
  throw new ConfigError(`The hub ${hub} has no \`api: ${api}\``, {
    where: `${context.section}.api`,
    remedy: `Allowed are ${formatList(apis)}.`,
  });
}

/** @throws ConfigError for a hub without embeddings */
export async function openEmbedder(context: HubContext) {
  const { hub } = context.settings;
  const { openEmbedder: open }: HubFile = (await FILES[hub]()).default;
  if (open) return open(context);
  throw new ConfigError(`The hub ${hub} has no embeddings`, {
    where: 'embeddings.hub',
    remedy: 'Write `embeddings: { hub: … }`: openai, azure-openai or huggingface.',
  });
}
