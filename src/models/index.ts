import type { Classifier, Embedder, Model } from '../engine/model.js';
import { ConfigError, ModelError, type ModelErrorKind } from '../errors.js';
import * as line from './http/connect.js';
import type { Hub } from './hubs/hub.js';
import { hubNamed, REGISTRY } from './hubs/registry.js';
import type { Meter } from './meter.js';
import {
  sectionOf,
  type ClassifierSettings,
  type Connection,
  type EmbeddingSettings,
  type ModelSettings,
  type Settings,
} from './settings.js';
import type { Clock } from './http/limiter.js';

export { Accounts, paceOf, Halt, Meter } from './meter.js';
export { ROOMY_SELF_TOKENS, selfJudge, estimatedTokens, mostAnswerTokens, costOf, priceOf } from './ledger.js';
export { DEFAULT_MODERATION_MODEL } from './hubs/classifiers.js';
export { digestOf } from './store/store-folder.js';
export { ReplyStore, type StoreOptions } from './store/reply-store.js';
export type { Settings } from './settings.js';

/** The environment variable that holds a hub's key, where the hub has one. */
export const KEY_VARIABLES: Partial<Record<string, string>> = Object.fromEntries(
  REGISTRY.map(({ name, keyVariable }) => [name, keyVariable]),
);

function ofHub<Answer>(ask: (hub: Hub, settings: Settings, connection: Connection) => Answer) {
  return (settings: Settings, connection: Connection): Answer => ask(hubNamed(settings.hub), settings, connection);
}

export const needsKey = ofHub(line.needsKey);
export const destinationOf = ofHub(line.destinationOf);
export const isAskedAtHome = ofHub(line.isAskedAtHome);

/** Whether nothing is sent, and so nothing is billed. */
export function isLocal({ hub }: Settings): boolean {
  return hubNamed(hub).isLocal === true;
}

/** The day on which a model ends, where its hub serves it itself and says so; undefined else. */
export async function shutdownDate(settings: Settings, connection: Connection, meter: Meter): Promise<Date | undefined> {
  return isAskedAtHome(settings, connection) ? hubNamed(settings.hub).shutdownDate?.(settings, connection, meter) : undefined;
}

/** The model under test, or a judge. Sends nothing and needs no key yet. Throws ConfigError for settings that cannot be used. */
export async function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Promise<Model> {
  const hub = hubNamed(settings.hub);
  const model = await hub.createModel(settings, connection, meter);
  if (hub.isLocal) return model;
  const alone = firstAlone(meter.accounts.clock);
  return {
    ...model,
    answer: (prompt, format) => alone(() => model.answer(prompt, format)),
    ...(model.loss && { loss: (prompt) => alone(() => model.loss!(prompt)) }),
  };
}

/** The embedder of its answers; throws like `createModel`. The input `base-url` is trusted but not used, as for a judge. */
export async function createEmbedder(settings: EmbeddingSettings, connection: Connection, meter: Meter): Promise<Embedder> {
  const embedder = await makerOf(settings, 'createEmbedder', 'embeddings')(settings, connection, meter);
  if (isLocal(settings)) return embedder;
  const alone = firstAlone(meter.accounts.clock);
  return { ...embedder, embed: (texts) => alone(() => embedder.embed(texts)) };
}

/** The classifier of its answers; throws like `createModel`. The input `base-url` is trusted but not used, as for an embedder. */
export async function createClassifier(settings: ClassifierSettings, connection: Connection, meter: Meter): Promise<Classifier> {
  const classifier = await makerOf(settings, 'createClassifier', 'classifiers')(settings, connection, meter);
  if (isLocal(settings)) return classifier;
  const alone = firstAlone(meter.accounts.clock);
  return { ...classifier, classify: (texts) => alone(() => classifier.classify(texts)) };
}

/** @throws ConfigError for a hub that has no such maker. */
function makerOf<Maker extends 'createEmbedder' | 'createClassifier'>(settings: Settings, maker: Maker, made: string) {
  const { name, [maker]: make } = hubNamed(settings.hub);
  if (make) return make;
  const able = REGISTRY.filter((hub) => hub[maker] !== undefined).map((hub) => hub.name);
  const remedy = `Allowed are ${able.join(', ')}.`;
  throw new ConfigError(`The hub ${name} has no ${made}.`, { where: `${sectionOf(settings)}.hub`, remedy });
}

/** The other requests wait at most this long for the first answer, in ms: a slow model is no wrong one. */
const LONGEST_WAIT = 10_000;

/** The endpoint is no model's after this many first replies in a row that no model gives. */
const STRANGE_REPLIES = 3;

/** They end the whole run, and say so themselves. */
const OF_THE_RUN: readonly ModelErrorKind[] = ['interrupted', 'deadline', 'budget'];

/** Sends the first request alone, and the others once it is answered, so that an error of all requests is met once. */
export function firstAlone(clock: Clock): <T>(ask: () => Promise<T>) => Promise<T> {
  let isOpen = false;
  let strange = 0;
  /** Resolves with why the waiting requests are not sent, or with nothing. */
  let first: Promise<ModelError | undefined> | undefined;

  /** @returns why nothing else is sent, if so. */
  function end(error: unknown): ModelError | undefined {
    if (!(error instanceof ModelError)) isOpen = true;
    else if (error.fatal && !OF_THE_RUN.includes(error.kind)) return error;
    // A gateway may break off once.
    else if (error.kind !== 'bad_response' || error.passing) isOpen = true;
    else if (++strange >= STRANGE_REPLIES) return new ModelError(error.message, { ...error, fatal: true });
    return undefined;
  }

  async function lead<T>(ask: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<ModelError | undefined>();
    const answered = new AbortController();
    first = promise;
    void clock.sleep(LONGEST_WAIT, answered.signal).then(() => {
      if (!answered.signal.aborted) isOpen = true;
      resolve(undefined);
    });
    try {
      const answer = await ask();
      isOpen = true;
      return answer;
    } catch (error) {
      const refusal = end(error);
      resolve(refusal);
      throw refusal ?? error;
    } finally {
      first = undefined;
      resolve(undefined);
      answered.abort();
    }
  }

  return async (ask) => {
    while (!isOpen) {
      if (first === undefined) return lead(ask);
      const refusal = await first;
      if (refusal) throw new ModelError(`Not asked, after: ${refusal.message}`, { ...refusal, fatal: true });
    }
    return ask();
  };
}
