import type { Classifier, Embedder, Model } from '../engine/model.js';
import { ConfigError } from '../errors.js';
import { HUB_FACTS, HUBS, type Hub } from './hubs.js';
import type { Meter } from './meter.js';
import type { ClassifierSettings, Connection, EmbeddingSettings, ModelSettings } from './settings.js';

export { Accounts } from './account.js';
export { isAskedAtHome, needsKey } from './connect.js';
export { Meter } from './meter.js';
export { DEFAULT_MODERATION_MODEL } from './moderation.js';

/** The environment variable that holds a hub's key, where the hub has one. */
export const KEY_VARIABLES = Object.fromEntries(
  HUBS.map((hub) => [hub, HUB_FACTS[hub].keyVariable]),
) as Record<Hub, string | undefined>;

/** The model under test, or a judge. Sends nothing and needs no key yet. Throws ConfigError for settings that cannot be used. */
export async function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Promise<Model> {
  const hub = await HUB_FACTS[settings.hub].load();
  return hub.createModel(settings, connection, meter);
}

/**
 * The embedder of its answers; throws like `createModel`. As for a judge, the input `base-url` is trusted here but not used by
 * itself: where the embeddings share the model's endpoint, the caller says so in `base_url`.
 */
export async function createEmbedder(settings: EmbeddingSettings, connection: Connection, meter: Meter): Promise<Embedder> {
  const hub = await HUB_FACTS[settings.hub].load();
  if (!hub.createEmbedder) {
    throw new ConfigError(`The hub ${settings.hub} has no embeddings.`, {
      where: 'embeddings.hub',
      remedy: `Allowed are ${HUBS.filter((name) => name !== settings.hub).join(', ')}.`,
    });
  }
  return hub.createEmbedder(settings, connection, meter);
}

/** The classifier of its answers; throws like `createModel`. The input `base-url` is trusted but not used, as for an embedder. */
export async function createClassifier(settings: ClassifierSettings, connection: Connection, meter: Meter): Promise<Classifier> {
  const hub = await HUB_FACTS[settings.hub].load();
  if (!hub.createClassifier) {
    throw new ConfigError(`The hub ${settings.hub} has no classifiers.`, {
      where: `${settings.section}.hub`,
      remedy: `Allowed are ${(await hubsWithClassifiers()).join(', ')}.`,
    });
  }
  return hub.createClassifier(settings, connection, meter);
}

/** Asks the hubs' files themselves: no list that could say otherwise. */
async function hubsWithClassifiers(): Promise<Hub[]> {
  const modules = await Promise.all(HUBS.map((hub) => HUB_FACTS[hub].load()));
  return HUBS.filter((_, i) => modules[i]?.createClassifier !== undefined);
}
