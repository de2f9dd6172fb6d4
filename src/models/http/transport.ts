import { ModelError } from '../../errors.js';
import { asRecord, jsonIn, quoted } from '../../json.js';
import { retryAfter } from '../../retry-after.js';
import { scrubbed } from '../../secrets.js';
import { mostPromptTokens, type Meter, type TokensTaken } from '../meter.js';
import { isModelSettings, sectionOf, type Settings } from '../settings.js';
import type { RequestShape } from '../store/request-numbers.js';
import { mostAnswerTokens } from '../tokens.js';
import type { HubFacts, UnsignedRequest } from '../hubs/hub.js';
import type { AttemptResult, WholeReply } from './attempt-result.js';
import type { Target } from './endpoint.js';
import {
  badReply,
  LONGEST_ANSWER,
  redirected,
  statusFailure,
  TOO_LONG,
  unreadable,
  type FailureContext,
} from './failures.js';
import { failureInside } from './failed-replies.js';
import { isLookup, refusalOfHost } from './host-trust.js';
import { networkFailure } from './network-failures.js';
import type { OwnHeader } from './headers.js';
import type { Clean } from './server-words.js';
import { headersFor, isSecret, shapingHeaders } from './request-headers.js';
import { usageIn } from './usage.js';
import type { HttpReply } from './wire.js';

export interface TransportOptions {
  hub: HubFacts;
  settings: Settings;
  /** No key and no header variable goes to another origin than that of the endpoint. */
  target: Target;
  meter: Meter;
  headers: readonly OwnHeader[];
  clean: Clean;
  /** True for a question that is asked again: it takes no reply to an equal request of its run. */
  isFresh?: boolean;
  /** The keys that are sent. They seal stored replies: if undefined, no reply is stored. */
  seal: string | undefined;
  /** Replaces the keys in a text. */
  scrub: (text: string) => string;
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
  let route: Route | undefined;
  return async (address, { method = 'GET', headers: givenHeaders, body = null } = {}) => {
    if (route?.address !== address || route.givenHeaders !== givenHeaders)
      route = {
        address,
        givenHeaders,
        prepared: prepared(new URL(address), givenHeaders ?? {}, options),
      };
    const request = { ...route.prepared, method, body };
    const { url, shapedBy: headers } = request;
    const shape = { hub: hub.name, method, url, body: body ?? '', headers, isFresh };
    if (shared === undefined) return storedOrSent(request, { shape, earlier: undefined }, options);
    const name = JSON.stringify(shape);
    const earlier = shared.take(name);
    const reply = await storedOrSent(request, { shape, earlier }, options);
    if (!earlier) shared.put(name, reply);
    return reply;
  };
}

/**
 * The last address and headers, and what follows from them. OpenAI's SDK passes the same two
 * objects with each request of a route. Preparing them once saves about 30 µs a request.
 */
interface Route {
  address: string | URL;
  givenHeaders: SendOptions['headers'];
  prepared: Omit<PreparedRequest, 'method' | 'body'>;
}

interface RepeatedRequest {
  shape: RequestShape;
  /** The reply that an earlier run of this process got. It is stored as this run's own. */
  earlier: WholeReply | undefined;
}

async function storedOrSent(
  request: PreparedRequest,
  { shape, earlier }: RepeatedRequest,
  options: TransportOptions,
): Promise<WholeReply> {
  const { seal, isFresh = false, meter } = options;
  const { store } = meter.run;
  if (store === undefined || seal === undefined) return earlier ?? sendInTurn(request, options);
  const numbered = store.numbers.assign(shape);
  try {
    const stored = store.recall(numbered, seal, { isOwn: isFresh || earlier !== undefined });
    if (stored !== undefined) return { text: stored, json: JSON.parse(stored) as unknown };
    const reply = earlier ?? (await sendInTurn(request, options));
    // A gateway reports errors with status 200. A stored error would outlive its cause.
    const isError = Boolean(asRecord(reply.json).error);
    if (!isError && !reply.heldKey) store.keep(numbered, reply.text, seal);
    return reply;
  } catch (error) {
    store.numbers.free(numbered);
    throw error;
  }
}

interface PreparedRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  context: FailureContext;
  /** Identifies the account: the key that is sent, or ''. */
  account: string;
  /** Headers that shape the answer, without keys. */
  shapedBy: (string | null)[];
  /** Headers that sign one attempt; undefined for a key that is sent. */
  sign?: (request: UnsignedRequest) => Promise<Record<string, string>>;
}

/** @throws ModelError for a refused host */
function prepared(
  url: URL,
  givenHeaders: Record<string, string>,
  options: TransportOptions,
): Omit<PreparedRequest, 'method' | 'body'> {
  const { hub, settings, target, clean } = options;
  const { owner, withheld } = target;
  const address = clean(`${url.origin}${url.pathname}`);
  refuseHost(url, address, options);
  const { headers, key, sign } = headersFor(url, givenHeaders, options);
  return {
    url,
    headers,
    account: key ?? '',
    sign,
    context: {
      hub,
      section: sectionOf(settings),
      timeout: settings.timeout,
      parameters: isModelSettings(settings) ? Object.keys(settings.parameters) : [],
      owner,
      withheld,
      clean,
      url,
      address,
      hasKey: key !== undefined,
    },
    shapedBy: [
      ...shapingHeaders(hub).map((name) => givenHeaders[name] ?? null),
      ...options.headers.map((header) =>
        isSecret(header) ? header.name : `${header.name}: ${header.value}`,
      ),
    ],
  };
}

function refuseHost(url: URL, address: string, { hub, target }: TransportOptions): void {
  const refusal = isLookup(url, hub) ? undefined : refusalOfHost(url, target.trust);
  if (!refusal) return;
  const { message, remedy } = refusal;
  throw new ModelError(message, { kind: 'refused_host', fatal: true, where: address, remedy });
}

function sendInTurn(request: PreparedRequest, options: TransportOptions): Promise<WholeReply> {
  const { meter, settings } = options;
  const { url, account, context } = request;
  const queue = meter.accounts.queueOf(url.host, account);
  const { retries } = settings;
  return queue.run(() => sendCounted(request, options), { retries, address: context.address });
}

/** Counts one attempt: the request before it is sent, and the tokens after the reply. */
async function sendCounted(
  request: PreparedRequest,
  { meter, settings, scrub }: TransportOptions,
): Promise<AttemptResult> {
  // A look-up takes no tokens.
  if (request.body === null) {
    meter.request();
    return sendOnce(request, meter.accounts, scrub);
  }
  const most = { prompt: 0, completion: Infinity };
  if (meter.hasCaps) {
    most.prompt = mostPromptTokens(request.body);
    most.completion = mostAnswerTokens(settings) ?? Infinity;
  }
  const reserved = await meter.reserve(settings.name, most);
  let took: TokensTaken = 'nothing';
  try {
    meter.request();
    took = 'unknown';
    const outcome = await sendOnce(request, meter.accounts, scrub);
    took = takenBy(outcome);
    return outcome;
  } finally {
    meter.settle(reserved, took);
  }
}

/** A server does not bill a request that it refused. It may bill one whose reply did not arrive. */
function takenBy(outcome: AttemptResult): TokensTaken {
  if ('json' in outcome) return usageIn(outcome.json) ?? 'unknown';
  const { kind, fatal = false, isForeign = false } = outcome;
  const isBroken = kind === 'bad_response' && !isForeign;
  const isLost = kind === 'timeout' || (kind === 'network' && !fatal);
  return isBroken || isLost ? 'unknown' : 'nothing';
}

/** Maximum length of a reply that has a vector for each text or a list for each token, in bytes. */
const LONGEST_LIST = 50 * 1024 ** 2;

/** A request for log-probabilities. JSON escapes quotes, so a prompt does not match. */
const ASKS_LISTS = /"(?:(?:top_|prompt_)?logprobs|return_logprob|decoder_input_details)":/;

async function sendOnce(
  { context, sign, ...request }: PreparedRequest,
  { wire, clock }: Meter['accounts'],
  scrub: TransportOptions['scrub'],
): Promise<AttemptResult> {
  const { url, section } = context;
  const asksLists = section === 'embeddings' || ASKS_LISTS.test(request.body ?? '');
  const longest = asksLists ? LONGEST_LIST : LONGEST_ANSWER;
  let reply: HttpReply;
  const signature = await sign?.(request);
  const signedHeaders = { ...request.headers, ...signature };
  try {
    // One timeout for connection and reply: a server that stalls in the middle of a reply is as
    // slow as one that never starts.
    const timeout = Math.ceil(context.timeout * 1000);
    reply = await wire.send({ ...request, headers: signedHeaders, timeout, longest });
  } catch (error) {
    return networkFailure(error, context);
  }
  const { status, bytes, headers } = reply;
  if (status >= 300 && status < 400) return redirected(reply, context);
  if (bytes === undefined)
    return badReply(`${quoted(url.host)} sends more than ${longest / 1024 ** 2} MB.`, TOO_LONG);
  // TextDecoder drops a byte-order mark.
  const text = new TextDecoder().decode(bytes);
  if (status < 200 || status >= 300) {
    const failure = statusFailure({ status, body: scrub(text) }, context);
    const retriable = failure.retriable && headers['x-should-retry'] !== 'false';
    return { ...failure, retriable, wait: retryAfter(headers, clock.now()) ?? failure.wait };
  }
  const json = jsonIn(text);
  if (json === undefined) return unreadable(scrub(text), context);
  const received = withoutKeys({ text, json }, scrub);
  const failure = failureInside(received.json, scrub(text), context);
  if (!failure) return received;
  return { ...failure, wait: retryAfter(headers, clock.now()) ?? failure.wait };
}

/**
 * Removes the keys that a server sends back. An answer goes on to a judge at another host, and into
 * messages that are cut.
 */
function withoutKeys({ text, json }: WholeReply, scrub: TransportOptions['scrub']): WholeReply {
  // JSON may escape any character of a key: `/` as `\/`, and each character as `\u` and its code.
  const unescaped = text.includes('\\') ? JSON.stringify(json) : '';
  if (scrub(text) === text && scrub(unescaped) === unescaped) return { text, json };
  return { text, json: scrubbed(json, scrub), heldKey: true };
}
