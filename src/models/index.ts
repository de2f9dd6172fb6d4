import type { Classifier, Embedder, Model } from '../engine/model.js';
import { ConfigError } from '../errors.js';
import * as line from './connect.js';
import { hubNamed, HUBS, REGISTRY } from './hubs.js';
import type { Meter } from './meter.js';
import { Opening } from './opening.js';
import type { ClassifierSettings, Connection, EmbeddingSettings, ModelSettings } from './settings.js';

export { Accounts, paceOf } from './accounts.js';
export { costOf, priceOf } from './ledger.js';
export { estimatedTokens, mostAnswerTokens } from './tokens.js';
export { Halt } from './halt.js';
export { Memory, type AskedOnce, type Kept, type ReplyStore } from './memory.js';
export { Meter } from './meter.js';
export { BatchesOfRun } from './batches-of-run.js';
export { DEFAULT_MODERATION_MODEL } from './moderation.js';

/** Of whoever may be asked. */
export type Settings = ModelSettings | EmbeddingSettings | ClassifierSettings;

/** The environment variable that holds a hub's key, where the hub has one. */
export const KEY_VARIABLES: Partial<Record<string, string>> = Object.fromEntries(
  REGISTRY.map(({ name, keyVariable }) => [name, keyVariable]),
);

/** See `needsKey` of connect.ts. */
export function needsKey(settings: Settings, connection: Connection): boolean {
  return line.needsKey(hubNamed(settings.hub), settings, connection);
}

/** Whether nothing is sent, and so nothing is billed. */
export function isLocal({ hub }: Settings): boolean {
  return hubNamed(hub).isLocal === true;
}

/** @throws ConfigError for a model that is not asked in batches. */
export function checkBatches({ hub, api }: ModelSettings): void {
  const able = REGISTRY.filter(({ hasBatches }) => hasBatches).map(({ name }) => name);
  const where = "input 'batch'";
  if (!able.includes(hub)) {
    throw new ConfigError(`The hub ${hub} takes no batches.`, {
      where,
      remedy: `Leave \`batch\` out, or ask by the hub ${able.join(' or ')}.`,
    });
  }
  if (api !== 'chat') {
    throw new ConfigError('Only chats go in batches, and `model.api` is completions.', {
      where,
      remedy: 'Leave `batch` out, or set `model.api: chat`.',
    });
  }
}

/** See `shareOfBatches` of connect.ts. */
export function shareOfBatches(settings: ModelSettings, connection: Connection): number {
  return line.shareOfBatches(hubNamed(settings.hub), settings, connection);
}

/** See `destinationOf` of connect.ts. */
export function destinationOf(settings: Settings, connection: Connection): { endpoint: string | undefined; hasKey: boolean } {
  return line.destinationOf(hubNamed(settings.hub), settings, connection);
}

/** See `isAskedAtHome` of connect.ts. */
export function isAskedAtHome(settings: Settings, connection: Connection): boolean {
  return line.isAskedAtHome(hubNamed(settings.hub), settings, connection);
}

/** The day on which a model ends, where its hub serves it itself and says so; undefined else. */
export async function shutdownDate(settings: Settings, connection: Connection, meter: Meter): Promise<Date | undefined> {
  return isAskedAtHome(settings, connection) ? hubNamed(settings.hub).shutdownDate?.(settings, connection, meter) : undefined;
}

/**
 * The model under test, or a judge; whoever is asked is opened by one request. Sends nothing and needs no key yet. Throws ConfigError for
 * settings that cannot be used.
 */
export async function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Promise<Model> {
  const hub = hubNamed(settings.hub);
  const model = await hub.createModel(settings, connection, meter);
  if (hub.isLocal) return model;
  const [opening, ofChances] = [new Opening(meter.accounts.clock), new Opening(meter.accounts.clock)];
  return {
    ...model,
    answer: (prompt, format) => opening.pass(() => model.answer(prompt, format)),
    ...(model.answerWithChances && {
      // Whether the endpoint says them, the first one that asks for them finds out: an answer to another question does not show it.
      answerWithChances: (prompt, isNeeded) => opening.pass(() => ofChances.pass(() => model.answerWithChances!(prompt, isNeeded))),
    }),
    ...(model.loss && { loss: (prompt) => opening.pass(() => model.loss!(prompt)) }),
  };
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
  const embedder = await hub.createEmbedder(settings, connection, meter);
  if (hub.isLocal) return embedder;
  const opening = new Opening(meter.accounts.clock);
  return { ...embedder, embed: (texts) => opening.pass(() => embedder.embed(texts)) };
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
  const classifier = await hub.createClassifier(settings, connection, meter);
  if (hub.isLocal) return classifier;
  const opening = new Opening(meter.accounts.clock);
  return { ...classifier, classify: (texts) => opening.pass(() => classifier.classify(texts)) };
}
