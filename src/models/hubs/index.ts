import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { enumerate } from '../../language/enumerate.ts';
import type { HubDoor } from '../door.ts';
import type { EndpointSettings, ModelSettings } from '../settings.ts';
import { HUB_NAMES, HUBS, type HubName } from './addresses.ts';
import type { HubContext, HubFile, Section } from './context.ts';

/** Each hub with its packages is a chunk of the bundle, which only a run that uses it loads. */
const FILES: Readonly<Record<HubName, () => Promise<{ default: HubFile }>>> = {
  openai: () => import('./openai.ts'),
  'azure-openai': () => import('./azure-openai.ts'),
  anthropic: () => import('./providers.ts'),
  google: () => import('./providers.ts'),
  bedrock: () => import('./providers.ts'),
  huggingface: () => import('./huggingface.ts'),
  http: () => import('./http.ts'),
  reference: () => import('./reference.ts'),
};

/**
 * Sends nothing yet.
 *
 * @throws ConfigError for settings that the hub cannot take
 */
export async function openHub(
  settings: ModelSettings,
  door: HubDoor,
  section: Section,
): Promise<Model> {
  const { hub, file } = await loadHub(settings);
  const { apis } = HUBS[hub];
  if (apis.includes(settings.api)) return file.open(contextOf(settings, door, section));
  throw new ConfigError(`The hub ${hub} has no \`api: ${settings.api}\`.`, {
    where: `${section}.api`,
    remedy: `Allowed are ${enumerate(apis)}.`,
  });
}

/** @throws ConfigError for a hub without embeddings */
export async function openEmbedder(settings: EndpointSettings, door: HubDoor): Promise<Embedder> {
  const { hub, file } = await loadHub(settings);
  const model: ModelSettings = { ...settings, api: 'chat', parameters: {} };
  if (file.openEmbedder) return file.openEmbedder(contextOf(model, door, 'embeddings'));
  throw new ConfigError(`The hub ${hub} has no embeddings.`, {
    where: 'embeddings.hub',
    remedy: 'Write `embeddings: { hub: … }`: openai, azure-openai or huggingface.',
  });
}

async function loadHub({ hub: name }: EndpointSettings): Promise<{ hub: HubName; file: HubFile }> {
  const hub = HUB_NAMES.find((known) => known === name);
  if (hub === undefined) throw new TypeError(`There is no hub ${name}.`);
  return { hub, file: (await FILES[hub]()).default };
}

function contextOf(settings: ModelSettings, door: HubDoor, section: Section): HubContext {
  const { origin = '', pathname = settings.hub } = URL.parse(door.baseURL) ?? {};
  return { settings, door, section, where: `${origin}${pathname}` };
}
