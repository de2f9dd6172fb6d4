import { ConfigError, ModelError } from '../errors.js';
import { cleaner, type Clean } from './clean.js';
import { isLookup, isOwnHost, mayHaveKey, refusal, resolveEndpoint, type HostTrust } from './endpoint.js';
import { keyRemedy, unwrap } from './failures.js';
import { HUB_FACTS } from './hubs.js';
import type { Meter } from './meter.js';
import { sectionOf, type Section } from './section.js';
import type { ClassifierSettings, Connection, EmbeddingSettings, ModelSettings } from './settings.js';
import { createFetch } from './transport.js';

/** A hub's line to its endpoint: an address that may have the key, and the one way to send something there. */
export interface Link {
  endpoint: URL;
  /** The endpoint without its query: where an error is. */
  where: string;
  /** What the settings are part of. */
  section: Section;
  /** The user named the endpoint. */
  isDedicated: boolean;
  key: string | undefined;
  fetch: typeof fetch;
  clean: Clean;
  /** Runs a call of an SDK; whatever it throws leaves as one of our errors. Refuses it where a key is needed and missing. */
  ask<T>(call: () => Promise<T>): Promise<T>;
  /** Posts JSON, with the key as bearer where there is one, and resolves with the reply's JSON. */
  post(url: URL, body: unknown): Promise<unknown>;
}

type Settings = ModelSettings | EmbeddingSettings | ClassifierSettings;

/**
 * Throws ConfigError for an endpoint that may not be asked or a key that no header can carry. A missing key is an error of the
 * first call (ModelError `authentication`, nothing sent), so that whoever only plans needs none.
 */
export function connect(settings: Settings, connection: Connection, meter: Meter): Link {
  const { configured } = addressOf(settings, connection);
  const endpoint = endpointOf(settings, connection);
  const trust = trustOf(settings, connection);
  const withholds = (url: URL) => !mayHaveKey(url, trust);
  const key = withholds(endpoint) ? undefined : keyOf(settings, connection);
  const keyIsMissing = key === undefined && needsKey(settings, connection);
  const clean = cleaner(Object.values(connection.keys).filter(Boolean));
  const where = clean(`${endpoint.origin}${endpoint.pathname}`);
  const section = sectionOf(settings);
  const { hub, timeout, retries } = settings;
  const refuse = (url: URL) => (isLookup(url, hub) ? undefined : refusal(url, trust));
  const send = createFetch({ section, hub, refusal: refuse, withholds, meter, accounts: meter.accounts, timeout, retries, clean });

  async function ask<T>(call: () => Promise<T>): Promise<T> {
    if (keyIsMissing) {
      const remedy = keyRemedy({ hub, section, url: endpoint, hasKey: false, withheld: withholds(endpoint) });
      throw new ModelError(`The hub ${hub} wants a key.`, { kind: 'authentication', fatal: true, where, remedy });
    }
    try {
      return await call();
    } catch (error) {
      throw unwrap(error, { clean, where, section });
    }
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
    post: (url, body) =>
      ask(async () => {
        const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
        const response = await send(url, { method: 'POST', headers, body: JSON.stringify(body) });
        return response.json();
      }),
  };
}

/**
 * Whether requests would fail for want of a key: on the hub's own hosts and on Azure, but not on a server of the user's
 * own. Throws ConfigError where the endpoint itself cannot be used.
 */
export function needsKey(settings: Settings, connection: Connection): boolean {
  if (settings.hub === 'reference') return false;
  const endpoint = endpointOf(settings, connection);
  return HUB_FACTS[settings.hub].alwaysNeedsKey ?? isOwnHost(endpoint, settings.hub);
}

/**
 * Whether nobody but the hub itself can answer, at the address that it has for everybody. Behind any other address, whoever named it,
 * the same settings may be answered by another model tomorrow.
 */
export function isAskedAtHome(settings: Settings, connection: Connection): boolean {
  const hasAddress = settings.hub === 'reference' || HUB_FACTS[settings.hub].url !== undefined;
  return hasAddress && addressOf(settings, connection).configured === undefined;
}

function endpointOf(settings: Settings, connection: Connection): URL {
  return resolveEndpoint({ ...trustOf(settings, connection), ...addressOf(settings, connection) });
}

/** The address that the user chose, and the name of the place where it stands. */
function addressOf(settings: Settings, connection: Connection): { configured: string | undefined; where: string } {
  const section = sectionOf(settings);
  // The input replaces the endpoint of the model under test; an embedder or a judge may be on another hub altogether.
  if (section === 'model' && connection.baseUrl !== undefined) return { configured: connection.baseUrl, where: "input 'base-url'" };
  if ('parameters' in settings && settings.hub === 'http') {
    return { configured: settings.url ?? settings.base_url, where: `${section}.url` };
  }
  if (settings.base_url === undefined && settings.hub === 'azure-openai' && connection.azureEndpoint !== undefined) {
    return { configured: connection.azureEndpoint, where: 'environment variable AZURE_OPENAI_ENDPOINT' };
  }
  return { configured: settings.base_url, where: `${section}.base_url` };
}

function trustOf({ hub }: Settings, { baseUrl, azureEndpoint, allowedHosts, allowLoopback, untrusted }: Connection): HostTrust {
  const trusted = [baseUrl, hub === 'azure-openai' ? azureEndpoint : undefined].filter((address) => address !== undefined);
  return { hub, trusted, allowedHosts, allowLoopback, untrusted };
}

function keyOf({ hub }: Settings, { keys }: Connection): string | undefined {
  const key = keys[hub] || undefined;
  // Node's own message about such a header shows the header.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError('The key holds a blank, a line break or a letter that no key has.', {
      where: "input 'api-key'",
      remedy: 'Store the key again, without quotes or line breaks.',
    });
  }
  return key;
}
