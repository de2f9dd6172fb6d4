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
  /** The default endpoint, whose host gets the key. Absent if the user must name one. */
  baseURL?: string;
  /** True if an endpoint that the user names also needs a key. */
  alwaysNeedsKey?: boolean;
  /** True for a hub that answers in this process, without an endpoint. */
  isLocal?: boolean;
  /** The APIs of the hub; absent for `chat` alone. */
  apis?: readonly string[];
  /** True if `ModelSettings.url` is the endpoint, and its key may be in `headers`. */
  isFreeForm?: boolean;
  /** An embedding model that is open to every account. */
  embeddingModel?: string;
}

export const HUBS: Readonly<Record<HubName, HubEntry>> = hubs;

/** Secret variables that are a key only together with a key variable. */
export const COMPANION_VARIABLES = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** Matches a region. Other texts, such as `x.evil.example/?`, could inject another host. */
export const REGION = /^[a-z]{2,4}(?:-[a-z]+){1,2}-\d{1,2}$/;

/** True for the host of a hub's default endpoint. `host` is in lower case, as `URL.host` is. */
export function isOwnHost(hub: HubName, host: string) {
  // Bedrock's hosts have the region after their first dot. Other hubs ignore it.
  const [, region] = host.split('.');
  return URL.parse(usualAddress(hub, region) ?? '')?.host === host;
}

/** The hub that has its default endpoint at this address. */
export function hubOfAddress(address: string) {
  const url = URL.parse(address);
  return HUB_NAMES.find((name) => url?.protocol === 'https:' && isOwnHost(name, url.host));
}

/** The default endpoint of a hub; undefined if the user must name one, or a region. */
export function usualAddress(hub: HubName, region = '') {
  const { baseURL } = HUBS[hub];
  if (baseURL?.includes('REGION') && !REGION.test(region)) return undefined;
  return baseURL?.replace('REGION', region);
}

/** The credentials of an endpoint: a key that requests carry, or one of AWS that signs them. */
export interface Credentials {
  apiKey?: string;
  awsKey?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

/** The credentials of a hub from the job's variables; undefined if none is set. */
export function keyFromEnv(hub: HubName, env: NodeJS.ProcessEnv): Credentials | undefined {
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  const name = HUBS[hub].keyVariables.find(valueOf);
  if (!name) return undefined;
  if (name !== 'AWS_ACCESS_KEY_ID') return { apiKey: valueOf(name) };
  const [accessKeyId, secretAccessKey, sessionToken] = [name, ...COMPANION_VARIABLES].map(valueOf);
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { awsKey: { accessKeyId, secretAccessKey, sessionToken } };
}

/** The names that APIs give to the limit of an answer, in tokens. */
export const LENGTH_PARAMETERS = parameters.answerLimits;

/** Parameters that an untrusted head may change: numbers that choose among answers, and limits. */
export const SAMPLING_PARAMETERS = [...parameters.sampling, ...LENGTH_PARAMETERS];

/** Matches headers that the connection sets. */
const CONNECTION_HEADER =
  /^(?:accept|accept-encoding|connection|content-.*|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;
/** Matches headers that carry a key or a session. */
const KEY_HEADER = /^(?:authorization|api-key|x-api-key|x-goog-api-key|x-amz-.*|cookie)$/;

/** True for a header that `headers` may not set, since the connection or the key sets it. */
export function isReservedHeader(hub: HubName, header: string) {
  const name = header.toLowerCase();
  return CONNECTION_HEADER.test(name) || (KEY_HEADER.test(name) && !HUBS[hub].isFreeForm);
}
