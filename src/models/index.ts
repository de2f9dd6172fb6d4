import type { Classifier, Embedder, Model } from '../engine/model.js';
import { ConfigError } from '../errors.js';
import * as line from './connect.js';
import { hubNamed, HUBS, REGISTRY } from './hubs.js';
import type { Meter } from './meter.js';
import type { ClassifierSettings, Connection, EmbeddingSettings, ModelSettings } from './settings.js';

export { Accounts, paceOf } from './accounts.js';
export { Halt } from './halt.js';
export { Memory, type AskedOnce, type Kept, type ReplyStore } from './memory.js';
export { Meter } from './meter.js';
export { DEFAULT_MODERATION_MODEL } from './moderation.js';

type Settings = ModelSettings | EmbeddingSettings | ClassifierSettings;

/** The environment variable that holds a hub's key, where the hub has one. */
export const KEY_VARIABLES: Partial<Record<string, string>> = Object.fromEntries(
  REGISTRY.map(({ name, keyVariable }) => [name, keyVariable]),
);

/** See `needsKey` of connect.ts. */
export function needsKey(settings: Settings, connection: Connection): boolean {
  return line.needsKey(hubNamed(settings.hub), settings, connection);
}

/** See `destinationOf` of connect.ts. */
export function destinationOf(settings: Settings, connection: Connection): { endpoint: string | undefined; hasKey: boolean } {
  return line.destinationOf(hubNamed(settings.hub), settings, connection);
}

/** See `isAskedAtHome` of connect.ts. */
export function isAskedAtHome(settings: Settings, connection: Connection): boolean {
  return line.isAskedAtHome(hubNamed(settings.hub), settings, connection);
}

/** The model under test, or a judge. Sends nothing and needs no key yet. Throws ConfigError for settings that cannot be used. */
export async function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Promise<Model> {
  return hubNamed(settings.hub).createModel(settings, connection, meter);
}

/**
 * The embedder of its answers; throws like `createModel`. As for a judge, the input `base-url` is trusted here but not used by
 * itself: where the embeddings share the model's endpoint, the caller says so in `base_url`.
 */
export async function createEmbedder(settings: EmbeddingSettings, connection: Connection, meter: Meter): Promise<Embedder> {
  const hub = hubNamed(settings.hub);
  if (!hub.createEmbedder) {
    throw new ConfigError(`The hub ${hub.name} has no embeddings.`, {
      where: 'embeddings.hub',
      remedy: `Allowed are ${HUBS.filter((name) => name !== hub.name).join(', ')}.`,
    });
  }
  return hub.createEmbedder(settings, connection, meter);
}

/** The classifier of its answers; throws like `createModel`. The input `base-url` is trusted but not used, as for an embedder. */
export async function createClassifier(settings: ClassifierSettings, connection: Connection, meter: Meter): Promise<Classifier> {
  const hub = hubNamed(settings.hub);
  if (!hub.createClassifier) {
    const others = REGISTRY.filter(({ createClassifier }) => createClassifier !== undefined);
    throw new ConfigError(`The hub ${hub.name} has no classifiers.`, {
      where: `${settings.section}.hub`,
      remedy: `Allowed are ${others.map(({ name }) => name).join(', ')}.`,
    });
  }
  return hub.createClassifier(settings, connection, meter);
}
