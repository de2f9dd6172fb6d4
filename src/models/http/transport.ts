import { ModelError } from '../../errors.js';
import { asRecord, jsonIn, listIn, quoted } from '../../json.js';
import { retryAfter } from '../../retry-after.js';
import { mostPromptTokens, type Meter, type Took } from '../meter.js';
import { sectionOf, type Settings } from '../settings.js';
import type { RequestShape } from '../store/reply-store.js';
import { mostAnswerTokens } from '../tokens.js';
import type { HubFacts, UnsignedRequest } from '../hubs/hub.js';
import type { AttemptResult, EndpointFailure, WholeReply } from './attempt-result.js';
import { isLookup, whyNotSent, type Target } from './endpoint.js';
import {
  badReply,
  LONGEST_ANSWER,
  networkFailure,
  redirected,
  statusFailure,
  TOO_LONG,
  unreadable,
  type FailureContext,
} from './failures.js';
import type { OwnHeader } from './headers.js';
import type { Clean } from './server-words.js';
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
  /** Takes no reply of another run. */
  isFresh?: boolean;
  /** The keys that are sent, which seal stored replies. Nothing is stored without it. */
  seal: string | undefined;
  /** True for a text that contains a key: such a reply is not stored. */
  holdsKey: (text: string) => boolean;
}

export interface Init {
  method?: string;
  /** Names are in lower case. */
  headers?: Record<string, string>;
  body?: string | null;
}

export type Transport = (url: string | URL, init?: Init) => Promise<WholeReply>;

/**
 * Sends requests, or takes their stored replies. Asks allowed hosts only and follows no redirect.
 * Throws only ModelErrors, without keys.
 */
export function createTransport(options: TransportOptions): Transport {
  const { store } = options.meter.run;
  const shared = options.isFresh ? undefined : options.meter.run.shared;
  const { seal, hub, holdsKey } = options;
  /** Nearly all requests have the address and the headers of the one before. */
  let last:
    | {
        address: string | URL;
        headers: Init['headers'];
        request: Omit<Prepared, 'method' | 'body'>;
      }
    | undefined;
  return async (address, { method = 'GET', headers: given, body = null } = {}) => {
    if (last?.address !== address || last.headers !== given) {
      last = { address, headers: given, request: prepared(new URL(address), given ?? {}, options) };
    }
    const request = { ...last.request, method, body };
    const { url, shapedBy: headers } = request;
    return replyTo(request, { hub: hub.name, method, url, body: body ?? '', headers });
  };

  /** A reply of the run before is stored as the run's own, which a later run then prefers. */
  async function replyTo(request: Prepared, shape: RequestShape): Promise<WholeReply> {
    if (shared === undefined) return storedOr(request, { shape, earlier: undefined });
    const name = JSON.stringify(shape);
    const earlier = shared.take(name);
    const reply = await storedOr(request, { shape, earlier });
    if (!earlier) shared.put(name, reply);
    return reply;
  }

  async function storedOr(
    request: Prepared,
    { shape, earlier }: { shape: RequestShape; earlier: WholeReply | undefined },
  ): Promise<WholeReply> {
    if (store === undefined || seal === undefined) return earlier ?? sendInTurn(request, options);
    const asked = store.ask(shape);
    try {
      const known = store.recall(asked, seal, { isOwn: earlier !== undefined });
      if (known !== undefined) return { text: known, json: JSON.parse(known) as unknown };
      const reply = earlier ?? (await sendInTurn(request, options));
      // A gateway reports errors with status 200: a stored one would outlive the error.
      if (!asRecord(reply.json).error && !holdsKey(reply.text)) store.keep(asked, reply.text, seal);
      return reply;
    } catch (error) {
      store.failed(asked);
      throw error;
    }
  }
}

interface Prepared {
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

const KEY_HEADERS = ['api-key', 'authorization'];

/**
 * Adds headers: only those listed here are sent, because SDKs add others about the machine. @throws
 * ModelError for a refused host.
 */
function prepared(
  url: URL,
  given: Record<string, string>,
  options: TransportOptions,
): Omit<Prepared, 'method' | 'body'> {
  const { hub, settings, target, clean, headers: configured } = options;
  const { endpoint, trust, owner, withheld } = target;
  const where = clean(`${url.origin}${url.pathname}`);
  const refused = isLookup(url, hub) ? undefined : whyNotSent(url, trust);
  if (refused)
    throw new ModelError(refused.message, {
      kind: 'refused_host',
      fatal: true,
      where,
      remedy: refused.remedy,
    });

  const isHome = url.origin === endpoint.origin;
  const carriesKey = target.key !== undefined && (isHome || isLookup(url, hub));
  const { passedHeaders = [], keyHeaders = KEY_HEADERS } = hub;
  const shaping = ['accept', 'content-type', ...passedHeaders];
  const signature = carriesKey ? signatureOf(options) : undefined;
  const headers: Record<string, string> = {
    'user-agent': 'sensitivity-action',
    accept: '*/*',
    'accept-encoding': 'identity',
  };
  const passed = carriesKey && !signature ? [...shaping, ...keyHeaders] : shaping;
  for (const name of passed) {
    const value = given[name];
    if (value !== undefined) headers[name] = value;
  }
  const isSecret = ({ variables }: OwnHeader) => variables.length > 0;
  const own = configured.filter((header) => isHome || !isSecret(header));
  for (const { name, value } of own) headers[name] = value;
  const keys = [
    signature?.account,
    ...keyHeaders.map((name) => headers[name]),
    ...own.filter(isSecret).map(({ value }) => value),
  ];
  const key = keys.find((value) => value !== undefined);
  return {
    url,
    headers,
    sign: signature?.sign,
    account: key ?? '',
    context: {
      hub,
      section: sectionOf(settings),
      timeout: settings.timeout,
      owner,
      withheld,
      clean,
      url,
      where,
      hasKey: key !== undefined,
    },
    shapedBy: [
      ...shaping.map((name) => given[name] ?? null),
      ...configured.map((header) =>
        isSecret(header) ? header.name : `${header.name}: ${header.value}`,
      ),
    ],
  };
}

/** How the hub proves its key without sending it; undefined for a key that is sent. */
function signatureOf({ hub, settings, target }: TransportOptions) {
  const { signer } = hub;
  const { key } = target;
  const account = key === undefined ? undefined : signer?.accountOf(key);
  if (signer === undefined || key === undefined || account === undefined) return undefined;
  const credentials = { key, region: settings.region };
  return {
    account,
    sign: (request: UnsignedRequest) => signer.sign(request, credentials),
  };
}

function sendInTurn(request: Prepared, options: TransportOptions): Promise<WholeReply> {
  const { meter, settings } = options;
  const { url, account, context } = request;
  const queue = meter.accounts.of(url.host, account);
  const { retries } = settings;
  return queue.run(() => counted(request, options), { retries, where: context.where });
}

/** Counts one attempt: the request before it is sent, the tokens after. */
async function counted(
  request: Prepared,
  { meter, settings }: TransportOptions,
): Promise<AttemptResult> {
  // A look-up takes no tokens.
  if (request.body === null) {
    meter.request();
    return sendOnce(request, meter.accounts);
  }
  const most = { prompt: 0, completion: Infinity };
  if (meter.hasCaps) {
    most.prompt = mostPromptTokens(request.body);
    most.completion = mostAnswerTokens(settings) ?? Infinity;
  }
  const reserved = await meter.reserve(settings.name, most);
  let took: Took = 'nothing';
  try {
    meter.request();
    took = 'unknown';
    const outcome = await sendOnce(request, meter.accounts);
    took = takenBy(outcome);
    return outcome;
  } finally {
    meter.settle(reserved, took);
  }
}

/** A server does not bill a request that it refused. It may bill one whose reply did not arrive. */
function takenBy(outcome: AttemptResult): Took {
  if ('json' in outcome) return usageIn(outcome.json) ?? 'unknown';
  const { kind, fatal = false, isForeign = false } = outcome;
  return kind === 'timeout' ||
    (kind === 'network' && !fatal) ||
    (kind === 'bad_response' && !isForeign)
    ? 'unknown'
    : 'nothing';
}

/** Maximum length of a reply with a vector a text or a list a token, in bytes. */
const LONGEST_LIST = 50 * 1024 ** 2;

/** A request for log-probabilities. JSON escapes quotes, so a prompt does not match. */
const ASKS_LISTS = /"(?:(?:top_|prompt_)?logprobs|return_logprob|decoder_input_details)":/;

async function sendOnce(
  { context, sign, ...request }: Prepared,
  { wire, clock }: Meter['accounts'],
): Promise<AttemptResult> {
  const { url, section } = context;
  const asksLists = section === 'embeddings' || ASKS_LISTS.test(request.body ?? '');
  const longest = asksLists ? LONGEST_LIST : LONGEST_ANSWER;
  let reply: HttpReply;
  let { headers: sent } = request;
  if (sign !== undefined) sent = { ...sent, ...(await sign(request)) };
  try {
    // One timeout for connection and reply: a server that stalls in the middle of a reply is as
    // slow as one that never starts.
    const timeout = Math.ceil(context.timeout * 1000);
    reply = await wire.send({ ...request, headers: sent, timeout, longest });
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
    const failure = statusFailure({ status, body: text }, context);
    const retriable = failure.retriable && headers['x-should-retry'] !== 'false';
    return { ...failure, retriable, wait: retryAfter(headers, clock.now()) };
  }
  const json = jsonIn(text);
  if (json === undefined) return unreadable(text, context);
  const failure = failureInside(json, text, context);
  return failure ? { ...failure, wait: retryAfter(headers, clock.now()) } : { text, json };
}

/**
 * A failure of the model behind a gateway in a reply with status 200: an error that another attempt
 * may mend, in place of the answer or in it (`finish_reason: error`), no choice, or a null message.
 */
function failureInside(
  json: unknown,
  body: string,
  context: FailureContext,
): EndpointFailure | undefined {
  const isOfModel = context.hub.name !== 'http';
  const reply = asRecord(json);
  const choices = listIn(reply.choices);
  const choice = asRecord(choices[0]);
  const brokenOff = choice.finish_reason === 'error' || (choice.error ?? undefined) !== undefined;
  const isAnswered = choices.length > 0 || listIn(reply.data).length > 0;
  if (brokenOff || (reply.error && !isAnswered)) {
    const error = brokenOff ? choice.error : reply.error;
    const status = [asRecord(error).code, asRecord(error).status, reply.code, reply.status]
      .map(Number)
      .find((one) => one >= 400 && one < 600);
    // `error` may mean anything in the reply of another service.
    if (status === undefined && !brokenOff && !isOfModel) return undefined;
    const inside = {
      status: status ?? 502,
      body: brokenOff ? JSON.stringify({ error }) : body,
      came: 'an error with status 200',
    };
    const failure = statusFailure(inside, context);
    if (failure.retriable) return failure;
  }
  if (!isOfModel || reply.error || !Array.isArray(reply.choices)) return undefined;
  if (choices.length > 0 && choice.message !== null) return undefined;
  const found = choices.length === 0 ? '`choices` is empty' : '`choices.0.message` is null';
  const remedy =
    'Run again later. If the same row fails every time, a filter of the endpoint may be the cause: leave the row out.';
  const message = `${quoted(context.url.host)} answered without an answer: ${found}.`;
  return badReply(message, remedy, { retriable: true });
}
