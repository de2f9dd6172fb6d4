import { ModelError } from '../../errors.ts';
import { asRecord } from '../../json.ts';
import type { Meter, TokensTaken } from '../meter.ts';
import { isModelSettings, sectionOf, type Settings } from '../settings.ts';
import type { RequestShape } from '../store/request-numbers.ts';
import type { HubProfile } from '../hubs/hub.ts';
import { attempt, type PreparedRequest, type Scrub } from './attempt.ts';
import type { AttemptResult, WholeReply } from './attempt-result.ts';
import type { Clean } from './clean.ts';
import type { Target } from './endpoint.ts';
import { isLookup, refusalOfHost } from './host-trust.ts';
import type { OwnHeader } from './headers.ts';
import { headersFor, isSecret, shapingHeaders } from './request-headers.ts';
import { usageIn } from './usage.ts';

export interface TransportOptions {
  hub: HubProfile;
  settings: Settings;
  /** No key and no header variable goes to another origin than that of the endpoint. */
  target: Target;
  meter: Meter;
  /** Headers of the configuration. */
  headers: readonly OwnHeader[];
  clean: Clean;
  /** True if a question is asked again. Then no reply to an equal request of the run is taken. */
  isFresh?: boolean;
  /** The keys that are sent. They seal stored replies: if undefined, no reply is stored. */
  seal: string | undefined;
  scrub: Scrub;
}

export interface SendOptions {
  method?: string;
  /** Names are in lower case. */
  headers?: Record<string, string>;
  body?: string | null;
}

export type Transport = (url: string | URL, init?: SendOptions) => Promise<WholeReply>;

/**
 * Sends requests, or takes their stored replies. Asks allowed hosts only and follows no redirect.
 * Throws only ModelErrors, without keys.
 */
export function createTransport(options: TransportOptions): Transport {
  const { hub, isFresh, meter } = options;
  const shared = isFresh ? undefined : meter.run.shared;
  let lastRoute: Route | undefined;
  return async (address, { method = 'GET', headers: givenHeaders, body = null } = {}) => {
    if (lastRoute?.address !== address || lastRoute.givenHeaders !== givenHeaders)
      lastRoute = openRoute(address, givenHeaders, options);
    const request = { ...lastRoute.prepared, method, body };
    const { url, shapedBy: headers } = request;
    const shape = { hub: hub.name, method, url, body: body ?? '', headers, isFresh };
    if (shared === undefined) return storedOrSent(request, { shape }, options);
    const name = JSON.stringify(shape);
    const sharedReply = shared.take(name);
    const reply = await storedOrSent(request, { shape, sharedReply }, options);
    if (!sharedReply) shared.put(name, reply);
    return reply;
  };
}

/**
 * The parts of a request that depend only on address and headers. OpenAI's SDK passes the same two
 * objects with each request, so the parts of the last request are kept. This saves 30 µs a request.
 */
interface Route {
  address: string | URL;
  givenHeaders: SendOptions['headers'];
  prepared: Omit<PreparedRequest, 'method' | 'body'>;
}

/** @throws ModelError for a refused host */
function openRoute(
  address: string | URL,
  givenHeaders: SendOptions['headers'],
  options: TransportOptions,
): Route {
  const { hub, settings, target, clean } = options;
  const { owner, withheld } = target;
  const url = new URL(address);
  const shownAddress = clean(`${url.origin}${url.pathname}`);
  refuseHost(url, shownAddress, options);
  const { headers, key, sign } = headersFor(url, givenHeaders ?? {}, options);
  const context = {
    hub,
    section: sectionOf(settings),
    timeout: settings.timeout,
    parameters: isModelSettings(settings) ? Object.keys(settings.parameters) : [],
    owner,
    withheld,
    clean,
    url,
    address: shownAddress,
    hasKey: key !== undefined,
  };
  const shapedBy = [
    ...shapingHeaders(hub).map((name) => givenHeaders?.[name] ?? null),
    ...options.headers.map((header) =>
      isSecret(header) ? header.name : `${header.name}: ${header.value}`,
    ),
  ];
  const prepared = { url, headers, account: key ?? '', sign, context, shapedBy };
  return { address, givenHeaders, prepared };
}

function refuseHost(url: URL, address: string, { hub, target }: TransportOptions): void {
  const refusal = isLookup(url, hub) ? undefined : refusalOfHost(url, target.trust);
  if (!refusal) return;
  const { message, remedy } = refusal;
  throw new ModelError(message, { kind: 'refused_host', fatal: true, where: address, remedy });
}

interface RequestIdentity {
  shape: RequestShape;
  /** The reply of an earlier run of this process. It is stored as this run's own. */
  sharedReply?: WholeReply | undefined;
}

/** Takes the stored reply, else the shared one, else sends the request and stores the reply. */
async function storedOrSent(
  request: PreparedRequest,
  { shape, sharedReply }: RequestIdentity,
  options: TransportOptions,
): Promise<WholeReply> {
  const { seal, meter } = options;
  const { store } = meter.run;
  if (store === undefined || seal === undefined) return sharedReply ?? sendInTurn(request, options);
  const numbered = store.numbers.assign(shape);
  try {
    const stored = store.recall(numbered, seal);
    if (stored !== undefined) return { text: stored, json: JSON.parse(stored) as unknown };
    const reply = sharedReply ?? (await sendInTurn(request, options));
    // A gateway reports errors with status 200. A stored error would outlive its cause.
    const isError = Boolean(asRecord(reply.json).error);
    if (!isError && !reply.heldKey) store.keep(numbered, reply.text, seal);
    return reply;
  } catch (error) {
    store.numbers.free(numbered);
    throw error;
  }
}

function sendInTurn(request: PreparedRequest, options: TransportOptions): Promise<WholeReply> {
  const { meter, settings } = options;
  const { url, account, context } = request;
  const queue = meter.accounts.queueOf(url.host, account);
  const { retries } = settings;
  return queue.run(() => countedAttempt(request, options), { retries, address: context.address });
}

/** Counts the request before it is sent, and the tokens after its reply. */
async function countedAttempt(
  request: PreparedRequest,
  { meter, scrub }: TransportOptions,
): Promise<AttemptResult> {
  meter.countRequest();
  let taken: TokensTaken = 'unknown';
  try {
    const result = await attempt(request, meter.accounts, scrub);
    taken = tokensTakenBy(result);
    return result;
  } finally {
    // A look-up takes no tokens.
    if (request.body !== null) meter.countTokens(taken);
  }
}

/** A server does not bill a request that it refused. It may bill one whose reply did not arrive. */
function tokensTakenBy(result: AttemptResult): TokensTaken {
  if ('json' in result) return usageIn(result.json) ?? 'unknown';
  const { kind, fatal = false, isForeign = false } = result;
  const isBroken = kind === 'bad_response' && !isForeign;
  const isLost = kind === 'timeout' || (kind === 'network' && !fatal);
  return isBroken || isLost ? 'unknown' : 'nothing';
}
