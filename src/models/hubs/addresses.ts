// The table of hubs: addresses, variables of keys, APIs. Every start of the program loads it.

import hubs from './addresses.json' with { type: 'json' };
import parameters from './parameters.json' with { type: 'json' };

export type HubName = keyof typeof hubs;
/** In the order of the table. */
export const HUB_NAMES = Object.keys(hubs).filter((name): name is HubName => name in hubs);

export const APIS = ['chat', 'completions', 'responses'] as const;
export type Api = (typeof APIS)[number];

interface HubEntry {
  /** The variables of the job that may hold its key. The first one that is set counts. */
  keyVariables: readonly string[];
  /** The usual endpoint, whose host gets the key. Absent if the user must name an endpoint. */
  baseURL?: string;
  /** True if an endpoint that the user names needs a key, too. */
  alwaysNeedsKey?: boolean;
  /** True for a hub that answers in this process, without an endpoint. */
  isLocal?: boolean;
  /** The APIs of the hub; absent for `chat` alone. */
  apis?: readonly string[];
  /** True if `ModelSettings.url` is the endpoint, and `headers` may carry its key. */
  isFreeForm?: boolean;
  /** An embedding model that is open to every account. */
  embeddingModel?: string;
}

export const HUBS: Readonly<Record<HubName, HubEntry>> = hubs;

/** Secret variables that are a key only together with a key variable. */
export const COMPANION_VARIABLES = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** Matches a region. Other texts, as `x.evil.example/?`, could put another host into an address. */
export const REGION = /^[a-z]{2,4}(?:-[a-z]+){1,2}-\d{1,2}$/;

/** True for the host of a hub's usual endpoint. `host` is in lower case, as `URL.host` is. */
export function isOwnHost(hub: HubName, host: string) {
  // The hosts of Bedrock have a region behind their first dot. Other hubs ignore it.
  const [, region] = host.split('.');
  return URL.parse(usualAddress(hub, region) ?? '')?.host === host;
}

/** The hub whose usual endpoint the address is. */
export function hubAt(address: string) {
  const url = URL.parse(address);
  return HUB_NAMES.find((name) => url?.protocol === 'https:' && isOwnHost(name, url.host));
}

/** The usual endpoint of a hub; undefined where the user must name one, or a region. */
export function usualAddress(hub: HubName, region = '') {
  const { baseURL } = HUBS[hub];
  if (baseURL?.includes('REGION') && !REGION.test(region)) return undefined;
  return baseURL?.replace('REGION', region);
}

/** The key of a hub: one that requests carry, or one of AWS that signs them. */
export interface HubKey {
  key?: string;
  accessKey?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

/** The key of a hub in the variables of the job; undefined without one. */
export function keyIn(hub: HubName, env: NodeJS.ProcessEnv): HubKey | undefined {
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  const name = HUBS[hub].keyVariables.find((variable) => valueOf(variable) !== undefined);
  if (name === undefined) return undefined;
  if (name !== 'AWS_ACCESS_KEY_ID') return { key: valueOf(name) };
  const [accessKeyId, secretAccessKey, sessionToken] = [name, ...COMPANION_VARIABLES].map(valueOf);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKey: { accessKeyId, secretAccessKey, sessionToken } };
}

/** Limits of an answer in tokens, as the APIs call them. */
export const LENGTH_PARAMETERS = parameters.answerLimits;

/** Parameters that an untrusted head may change: numbers that choose among answers, and limits. */
export const SAMPLING_PARAMETERS = [...parameters.sampling, ...LENGTH_PARAMETERS];

/** Matches headers that the connection sets. */
const CONNECTION_HEADER =
  /^(?:accept|accept-encoding|connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;
/** Matches headers that carry a key or a session. */
const KEY_HEADER = /^(?:authorization|api-key|x-api-key|x-goog-api-key|x-amz-.*|cookie)$/;

/** True for a header of the connection or of the key, which `headers` may not set. */
export function isReservedHeader(hub: HubName, header: string) {
  const name = header.toLowerCase();
  return CONNECTION_HEADER.test(name) || (KEY_HEADER.test(name) && !HUBS[hub].isFreeForm);
}
