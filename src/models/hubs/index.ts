// The table of hubs, and what opens a model of one.

import { formatList } from '../../language/text.ts';
import { ConfigError } from '../../shared/errors.ts';
import { HUBS } from './addresses.ts';
import type { HubContext, HubFile } from './replies.ts';

const openProviders = () => import('./providers.ts');
/** Each hub, with its packages, is a chunk of the bundle: only a run that uses it loads it. */
const FILES = {
  openai: () => import('./openai.ts'),
  'azure-openai': () => import('./azure-openai.ts'),
  anthropic: openProviders,
  google: openProviders,
  bedrock: openProviders,
  huggingface: () => import('./huggingface.ts'),
  http: () => import('./http.ts'),
  reference: () => import('./reference.ts'),
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
