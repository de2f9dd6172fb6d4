import { ModelError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import { scrubber } from '../../secrets.ts';
import type { HubProfile } from '../hubs/hub.ts';
import type { ReplyShape } from '../hubs/reply-shapes.ts';
import type { Meter } from '../meter.ts';
import type { Connection } from '../connection.ts';
import { sectionOf, type Section, type Settings } from '../settings.ts';
import { endpointNeedsKey, targetOf, type Target } from './endpoint.ts';
import { keyRemedy } from './key-remedies.ts';
import { type OwnHeader, ownHeaders, variableRemedy } from './headers.ts';
import { isSecret } from './request-headers.ts';
import { Lane } from './lane.ts';
import { cleaner, type Clean } from './clean.ts';
import { createTransport, type SendOptions, type Transport } from './transport.ts';

/** A section's endpoint, with what a hub needs to build requests and to explain failures. */
interface ConnectedEndpoint {
  endpoint: URL;
  /** The endpoint without its query, for messages. */
  address: string;
  section: Section;
  /** True if the user named the endpoint. */
  isDedicated: boolean;
  /** The shape of the hub's replies. */
  shape: ReplyShape;
  key: string | undefined;
  /** Headers of the configuration. */
  headers: readonly OwnHeader[];
  clean: Clean;
}

interface EndpointRequests {
  /**
   * Runs one question of one or more requests. The first question runs alone, so that an error that
   * all questions share occurs once. Do not nest calls.
   */
  ask<T>(question: () => Promise<T>): Promise<T>;
  /** Sends a request as an SDK has built it. */
  send: Transport;
  /**
   * Sends a request with the key, if there is one. Resolves with the reply's JSON. Rejects if a
   * required key is missing.
   */
  request(url: URL, init: SendOptions): Promise<unknown>;
  /** Sends a body as JSON, as `request` does. */
  post(url: URL, body: unknown): Promise<unknown>;
}

export interface EndpointLink extends ConnectedEndpoint, EndpointRequests {}

export interface LinkOptions {
  hub: HubProfile;
  settings: Settings;
  connection: Connection;
  meter: Meter;
}

/**
 * @throws ConfigError for an endpoint that is not allowed. A missing key is an error of the first
 * question: a plan needs no key.
 */
export function connect(options: LinkOptions): EndpointLink {
  const { hub, settings } = options;
  const parts = linkParts(options);
  const { target, headers, clean, address } = parts;
  const { endpoint, key, isDedicated } = target;
  return {
    endpoint,
    address,
    section: sectionOf(settings),
    isDedicated,
    shape: hub.shape ?? 'chat',
    key,
    headers,
    clean,
    ...endpointRequests(options, parts),
  };
}

/** The resolved settings of a link. */
interface LinkParts {
  target: Target;
  headers: readonly OwnHeader[];
  /** All keys and values of variables, to be removed from texts. */
  secrets: readonly string[];
  clean: Clean;
  /** The endpoint without its query, for messages. */
  address: string;
}

function linkParts({ hub, settings, connection }: LinkOptions): LinkParts {
  const target = targetOf(hub, settings, connection);
  const { variables } = connection;
  const headers = ownHeaders(settings.headers ?? {}, sectionOf(settings), { hub, variables });
  const secrets = [...connection.secrets, ...valuesWithVariables(headers)].filter(Boolean);
  const clean = cleaner(secrets);
  const { origin, pathname } = target.endpoint;
  return { target, headers, secrets, clean, address: clean(`${origin}${pathname}`) };
}

function endpointRequests(options: LinkOptions, parts: LinkParts): EndpointRequests {
  const { key } = parts.target;
  const send = openTransport(options, parts);
  const lane = new Lane(options.meter.accounts.clock);
  const bearer: Record<string, string> =
    key === undefined ? {} : { authorization: `Bearer ${key}` };

  function refuseWithoutSecret(): void {
    const error = missingSecret(options, parts);
    if (error) throw error;
  }

  async function request(url: URL, init: SendOptions): Promise<unknown> {
    refuseWithoutSecret();
    return (await send(url, { ...init, headers: { ...init.headers, ...bearer } })).json;
  }

  return {
    async ask(question) {
      refuseWithoutSecret();
      return lane.run(question);
    },
    send,
    request,
    post: (url, body) =>
      request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/**
 * Opens a transport that ends with the run, and that seals stored replies with the keys it sends.
 */
function openTransport(
  { hub, settings, connection, meter }: LinkOptions,
  { target, headers, secrets, clean }: LinkParts,
): Transport {
  const { isFresh } = connection;
  const { halt, store } = meter.run;
  const sentHeaders = headers.filter(({ variables }) =>
    variables.every((name) => target.variables.includes(name)),
  );
  const sentKeys = [target.key, ...valuesWithVariables(sentHeaders)].filter(Boolean);
  const seal = sentKeys.join('\n') || undefined;
  const isUnsealed = sectionOf(settings) === 'model' && !isFresh && seal === undefined;
  if (store && isUnsealed) store.isUnsealed = true;
  const scrub = scrubber(secrets);
  const transport = createTransport({
    hub,
    settings,
    target,
    meter,
    headers: sentHeaders,
    clean,
    isFresh,
    seal,
    scrub,
  });
  return (url, init) => halt.orEnd(() => transport(url, init));
}

function valuesWithVariables(headers: readonly OwnHeader[]): string[] {
  return headers.filter(isSecret).map(({ value }) => value);
}

/** Returns the error for a key or a header variable that the endpoint needs and the run lacks. */
function missingSecret(
  { hub, settings, connection }: LinkOptions,
  { target, headers, address }: LinkParts,
): ModelError | undefined {
  const { endpoint, key, owner, withheld } = target;
  const details = { kind: 'authentication', fatal: true, where: address } as const;
  if (key === undefined && endpointNeedsKey(hub, settings, connection)) {
    const section = sectionOf(settings);
    const remedy = keyRemedy({ hub, section, owner, url: endpoint, hasKey: false, withheld });
    return new ModelError(`The hub ${hub.name} needs a key.`, { ...details, remedy });
  }
  const lacking = headers.find(({ missing }) => missing !== undefined);
  if (lacking?.missing === undefined) return undefined;
  const { name, missing } = lacking;
  const message = `The header ${quoted(name)} needs the variable ${quoted(missing)}, which is empty, or which the workflow does not list.`;
  return new ModelError(message, { ...details, remedy: variableRemedy(missing) });
}
