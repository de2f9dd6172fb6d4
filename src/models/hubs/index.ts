import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { enumerate } from '../../language/text.ts';
import type { EndpointSettings, ModelSettings } from '../settings.ts';
import { HUBS, type HubName } from './addresses.ts';
import type { HubContext, HubDoor, HubFile, Section } from './context.ts';

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
  const { hub, api } = settings;
  const { apis } = HUBS[hub];
  if (apis.includes(api)) {
    const { open } = (await FILES[hub]()).default;
    return open(contextOf(settings, door, section));
  }
  throw new ConfigError(`The hub ${hub} has no \`api: ${api}\`.`, {
    where: `${section}.api`,
    remedy: `Allowed are ${enumerate(apis)}.`,
  });
}

/** @throws ConfigError for a hub without embeddings */
export async function openEmbedder(settings: EndpointSettings, door: HubDoor): Promise<Embedder> {
  const { openEmbedder: open } = (await FILES[settings.hub]()).default;
  if (open)
    return open(contextOf({ ...settings, api: 'chat', parameters: {} }, door, 'embeddings'));
  throw new ConfigError(`The hub ${settings.hub} has no embeddings.`, {
    where: 'embeddings.hub',
    remedy: 'Write `embeddings: { hub: … }`: openai, azure-openai or huggingface.',
  });
}

function contextOf(settings: ModelSettings, door: HubDoor, section: Section): HubContext {
  const { origin = '', pathname = settings.hub } = URL.parse(door.baseURL) ?? {};
  return { ...door, settings, section, where: `${origin}${pathname}` };
}
