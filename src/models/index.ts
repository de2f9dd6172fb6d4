import type { Embedder, Model } from '../engine/model.ts';
import { ConfigError } from '../errors.ts';
import type { Connection } from './connection.ts';
import {
  endpointDestination,
  endpointNeedsKey,
  isEndpointAtHome,
  originOf,
  type Destination,
} from './http/endpoint.ts';
import { withheldRemedy } from './http/key-remedies.ts';
import { USUAL_APIS, type Hub } from './hubs/hub.ts';
import { hubNamed, REGISTRY } from './hubs/registry.ts';
import type { Meter } from './meter.ts';
import {
  sectionOf,
  type EmbeddingSettings,
  type ModelSettings,
  type Settings,
} from './settings.ts';

export { Accounts, concurrencyOf } from './accounts.ts';
export type { Connection, HeaderVariables, HubValues } from './connection.ts';
export { Halt } from './halt.ts';
export type { Destination } from './http/endpoint.ts';
export type { HttpProxy } from './http/proxy.ts';
export { KEY_INPUTS } from './key-grants.ts';
export { KeyRing, type SectionKeys } from './keys.ts';
export { Meter } from './meter.ts';
export { sectionOf, type ModelSettings, type Section, type Settings } from './settings.ts';
export { ReplyStore, type EarlierRun, type StoreOptions } from './store/reply-store.ts';
export { sha256Base64 } from './store/sealed-line.ts';
export { sharedReplies, type SharedReplies } from './store/shared-replies.ts';
export { estimatedTokens, maxAnswerTokens, ROOMY_SELF_TOKENS, selfJudge } from './tokens.ts';

/** The environment variables that may hold a hub's key, in the order in which they are read. */
export const keyVariablesOf = (hub: string): readonly string[] => hubNamed(hub).keyVariables ?? [];

/** Explains why the address does not get the key, and how to let it have the key. */
export function remedyForWithheldKey(settings: Settings, endpoint: string): string {
  const section = sectionOf(settings);
  return withheldRemedy({ hub: hubNamed(settings.hub), section, url: new URL(endpoint) });
}

/** @throws ConfigError for an endpoint that cannot be used */
export function needsKey(settings: Settings, connection: Connection): boolean {
  return endpointNeedsKey(hubNamed(settings.hub), settings, connection);
}

/** @throws ConfigError for an endpoint that cannot be used */
export function destinationOf(settings: Settings, connection: Connection): Destination {
  return endpointDestination(hubNamed(settings.hub), settings, connection);
}

/** True if the hub itself answers, at its public address. */
export function isAskedAtHome(settings: Settings, connection: Connection): boolean {
  return isEndpointAtHome(hubNamed(settings.hub), settings, connection);
}

/** Returns the host and port of a model's endpoint; undefined for a model of this process. */
export function hostOf(
  settings: Settings,
  addresses: Pick<Connection, 'baseUrl' | 'endpoints'>,
): string | undefined {
  const hub = hubNamed(settings.hub);
  if (hub.isLocal) return undefined;
  const origin = originOf(hub, settings, addresses);
  return origin && new URL(origin).host;
}

/** True if the hub sends nothing, so nothing is billed. */
export function isLocal({ hub }: Settings): boolean {
  return hubNamed(hub).isLocal === true;
}

/**
 * Creates the model under test or a judge. Sends nothing and needs no key yet.
 * @throws ConfigError for unusable settings.
 */
export async function createModel(
  settings: ModelSettings,
  connection: Connection,
  meter: Meter,
): Promise<Model> {
  const hub = hubNamed(settings.hub);
  refuseOtherApi(settings, hub);
  const model = await hub.createModel(settings, connection, meter);
  const { system_prompt: template, system_fill } = settings;
  if (template === undefined || system_fill === undefined) return model;
  return { ...model, rowSystem: { template, defaults: system_fill } };
}

function refuseOtherApi(settings: ModelSettings, { name, apis = USUAL_APIS }: Hub): void {
  if (apis.includes(settings.api)) return;
  throw new ConfigError(`The hub ${name} has no API ${settings.api}.`, {
    where: `${sectionOf(settings)}.api`,
    remedy: `Allowed are ${apis.join(', ')}. Left out, it is chat.`,
  });
}

/**
 * Like `createModel`. The input `base-url` is trusted but not used, as for a judge.
 * @throws ConfigError for a hub without embeddings.
 */
export async function createEmbedder(
  settings: EmbeddingSettings,
  connection: Connection,
  meter: Meter,
): Promise<Embedder> {
  const hub = hubNamed(settings.hub);
  if (hub.createEmbedder) return hub.createEmbedder(settings, connection, meter);
  const ableHubs = REGISTRY.filter(({ createEmbedder: create }) => create !== undefined);
  throw new ConfigError(`The hub ${hub.name} has no embeddings.`, {
    where: `${sectionOf(settings)}.hub`,
    remedy: `Allowed are ${ableHubs.map(({ name }) => name).join(', ')}.`,
  });
}
