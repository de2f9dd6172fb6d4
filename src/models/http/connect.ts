import { ConfigError, ModelError } from '../../errors.js';
import { scrubber } from '../../secrets.js';
import { quoted } from '../../json.js';
import { cleaner, type Clean } from './server-words.js';
import { isLookup, isOwnHost, mayHaveKey, refusal, resolveEndpoint, type HostTrust } from './endpoint.js';
import { keyRemedy, unwrap } from './failures.js';
import type { HubFacts } from '../hubs/hub.js';
import type { Meter } from '../meter.js';
import { remembering } from '../store/remembering.js';
import { sectionOf, type Section, type Connection, type Settings } from '../settings.js';
import { type OwnHeader, variableRemedy } from './headers.js';
import { mostAnswerTokens } from '../ledger.js';
import { createFetch } from './transport.js';

/** A hub's line to its endpoint: an address that may have the key, and the one way to send something there. */
export interface Link {
  endpoint: URL;
  /** The endpoint without its query: where an error is. */
  where: string;
  section: Section;
  isDedicated: boolean;
  key: string | undefined;
  fetch: typeof fetch;
  clean: Clean;
  /** Runs a call of an SDK; whatever it throws leaves as one of our errors. Refuses it where a key is needed and missing. */
  ask<T>(call: () => Promise<T>): Promise<T>;
  /** Sends a request, with the key as bearer where there is one, and resolves with the reply's JSON. */
  request(url: URL, init: Asking): Promise<unknown>;
  post(url: URL, body: unknown): Promise<unknown>;
}

interface Asking {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Line {
  hub: HubFacts;
  settings: Settings;
  connection: Connection;
  meter: Meter;
  headers?: readonly OwnHeader[];
}

/** Throws ConfigError for an endpoint that may not be asked. A missing key is an error of the first call, so that a plan needs none. */
export function connect({ hub, settings, connection, meter, headers = [] }: Line): Link {
  const { configured } = addressOf(hub, settings, connection);
  const endpoint = endpointOf(hub, settings, connection);
  const trust = trustOf(hub, connection);
  const withholds = (url: URL) => !mayHaveKey(url, trust);
  const key = withholds(endpoint) ? undefined : keyOf(hub, connection);
  const keyIsMissing = key === undefined && needsKey(hub, settings, connection);
  const secrets = headers.flatMap(({ isSecret, value }) => (isSecret ? [value] : []));
  const keys = [...Object.values(connection.keys), ...Object.values(connection.variables ?? {}), ...secrets].flatMap((key) => key || []);
  const clean = cleaner(keys);
  const where = clean(`${endpoint.origin}${endpoint.pathname}`);
  const section = sectionOf(settings);
  const { timeout, retries } = settings;
  const refuse = (url: URL) => (isLookup(url, hub) ? undefined : refusal(url, trust));
  // What classifies texts is free, or priced by something else than tokens.
  const isBilled = section !== 'moderation' && section !== 'classifier';
  const billed = isBilled ? { name: settings.name, most: mostAnswerTokens(settings) } : undefined;
  const asking = createFetch({ section, hub, refusal: refuse, withholds, meter, billed, timeout, retries, clean, headers });
  const { halt, store } = meter.run;
  const seal = [key, ...(withholds(endpoint) ? [] : secrets)].filter(Boolean).join('\n') || undefined;
  const scrub = scrubber(keys);
  const holdsKey = (text: string) => scrub(text) !== text;
  const known = remembering(asking, { hub, key: seal, headers, isRefused: (url) => refuse(url) !== undefined, holdsKey, store });
  if (store && section === 'model' && seal === undefined) store.isUnsealed = true;
  const send: typeof fetch = (input, init) => halt.orEnd(() => known(input, init));

  const lacking = headers.find(({ missing }) => missing !== undefined);
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    if (keyIsMissing) {
      const remedy = keyRemedy({ hub, section, url: endpoint, hasKey: false, withheld: withholds(endpoint) });
      throw new ModelError(`The hub ${hub.name} wants a key.`, { kind: 'authentication', fatal: true, where, remedy });
    }
    if (lacking !== undefined) {
      const { name, missing } = lacking;
      const message = `The header ${quoted(name)} wants the variable ${quoted(missing)}, which the workflow does not list, or which is empty.`;
      throw new ModelError(message, { kind: 'authentication', fatal: true, where, remedy: variableRemedy(missing!) });
    }
    try {
      return await call();
    } catch (error) {
      throw unwrap(error, { clean, where, section });
    }
  }

  async function request(url: URL, { headers, ...rest }: Asking): Promise<unknown> {
    const bearer = key !== undefined && { authorization: `Bearer ${key}` };
    return ask(async () => (await send(url, { ...rest, headers: { ...headers, ...bearer } })).json() as Promise<unknown>);
  }

  return {
    endpoint,
    where,
    section,
    isDedicated: configured !== undefined,
    key,
    fetch: send,
    clean,
    ask,
    request,
    post: (url, body) => request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  };
}

/** Whether requests need a key: on the hub's own hosts and on Azure. @throws ConfigError where the endpoint cannot be used. */
export function needsKey(hub: HubFacts, settings: Settings, connection: Connection): boolean {
  if (hub.isLocal) return false;
  const endpoint = endpointOf(hub, settings, connection);
  return hub.alwaysNeedsKey ?? isOwnHost(endpoint, hub);
}

/** Where requests would go, and whether with a key. @throws ConfigError where the endpoint itself cannot be used. */
export function destinationOf(hub: HubFacts, settings: Settings, connection: Connection): { endpoint?: string; hasKey: boolean } {
  if (hub.isLocal) return { hasKey: false };
  const endpoint = endpointOf(hub, settings, connection);
  return {
    endpoint: `${endpoint.origin}${endpoint.pathname}`,
    hasKey: mayHaveKey(endpoint, trustOf(hub, connection)) && keyOf(hub, connection) !== undefined,
  };
}

/** Whether the hub itself answers, at its public address. Behind any other address the model may change at any time. */
export function isAskedAtHome(hub: HubFacts, settings: Settings, connection: Connection): boolean {
  const hasAddress = hub.isLocal === true || hub.url !== undefined;
  return hasAddress && addressOf(hub, settings, connection).configured === undefined;
}

function endpointOf(hub: HubFacts, settings: Settings, connection: Connection): URL {
  return resolveEndpoint({ ...trustOf(hub, connection), ...addressOf(hub, settings, connection) });
}

/** The address that the user chose, and the name of the place where it stands. */
function addressOf(hub: HubFacts, settings: Settings, connection: Connection): { configured: string | undefined; where: string } {
  const section = sectionOf(settings);
  // The input replaces the endpoint of the model under test; an embedder or a judge may be on another hub altogether.
  if (section === 'model' && connection.baseUrl !== undefined) return { configured: connection.baseUrl, where: "input 'base-url'" };
  if ('parameters' in settings && hub.addressKey !== undefined) {
    return { configured: settings[hub.addressKey] ?? settings.base_url, where: `${section}.${hub.addressKey}` };
  }
  const endpoint = connection.endpoints?.[hub.name];
  if (settings.base_url === undefined && endpoint !== undefined) {
    return { configured: endpoint, where: `environment variable ${hub.endpointVariable}` };
  }
  return { configured: settings.base_url, where: `${section}.base_url` };
}

function trustOf(hub: HubFacts, { baseUrl, endpoints, allowedHosts, allowLoopback, untrusted }: Connection): HostTrust {
  const trusted = [baseUrl, endpoints?.[hub.name]].filter((address) => address !== undefined);
  return { hub, trusted, allowedHosts, allowLoopback, untrusted };
}

function keyOf({ name }: HubFacts, { keys }: Connection): string | undefined {
  const key = keys[name] || undefined;
  // Node's own message about such a header shows the header.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const remedy = 'Store the key again, without quotes or line breaks.';
    throw new ConfigError('The key holds a blank, a line break or a letter that no key has.', { where: "input 'api-key'", remedy });
  }
  return key;
}
