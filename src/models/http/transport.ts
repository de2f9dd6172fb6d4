import { ModelError } from '../../errors.js';
import { asRecord, jsonIn, quoted } from '../../json.js';
import { destinationAt, type Trust } from './headers.js';
import { networkFailure, statusFailure, type Failure, type FailureContext } from './failures.js';
import { noAnswer, unreadable, EVENTS, eventsOf } from './good-status.js';
import { type Tokens, mostPromptTokens } from '../ledger.js';
import { backOff, wishTooLong } from './limiter.js';
import { count, type Meter } from '../meter.js';
import { LONGEST_ANSWER, TOO_LONG } from '../hubs/replies.js';
import { keyIn } from '../settings.js';
import { type Reply, type Sending, wholeReply } from './wire.js';

export interface TransportOptions extends Trust, Pick<FailureContext, 'section' | 'hub' | 'timeout'> {
  meter: Meter;
  /** The name that prices are given for, and the most tokens of an answer; left out, tokens are not counted. */
  billed?: { name: string; most: number | undefined } | undefined;
  /** How often a failed request is repeated, refusals for the rate aside. */
  retries: number;
}

/** Longest reply, in bytes, that has more than an answer: a vector for each text, a list for each token, or an event for each token. */
const LONGEST_LIST = 50 * 1024 ** 2;

/** The longest time that a server which failed, though not for the rate of requests, may ask for, in ms. */
const LONGEST_WAIT = 60_000;

/**
 * The one `fetch` that every SDK is given, and the only place that repeats a request. It asks allowed hosts only, follows no redirect,
 * sends when the limiter of the account allows it, counts every attempt, and resolves with nothing but a whole 2xx reply of JSON. All
 * that it throws is a ModelError without a key in it.
 */
export function createFetch(options: TransportOptions): typeof fetch {
  const { meter, retries } = options;
  const { clock } = meter.accounts;

  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError('A Request cannot be repeated: pass an address and its options.');
    const { url, where, refused, withheld, headers, key } = destinationAt(new URL(input), init.headers, options);
    if (refused) {
      throw new ModelError(refused.message, { kind: 'refused_host', fatal: true, where, remedy: refused.remedy });
    }
    const attempt: Attempt = { url, method: init.method ?? 'GET', headers, body: bodyOf(init.body) };
    const context: FailureContext = { ...options, url, hasKey: key !== undefined, withheld };
    const limiter = meter.accounts.of(url.host, key ?? '');

    /** When the request was first refused for the rate. */
    let since: number | undefined;
    let tries = 0;
    let goesFirst = false;
    for (let sent = 1; ; sent++) {
      const permit = await limiter.enter({ goesFirst });
      goesFirst = false;
      try {
        const outcome = await counted(options, attempt, () => send(attempt, context, options));
        if ('json' in outcome) {
          limiter.answered(permit);
          meter.tokens(usageOf(outcome.json));
          return wholeReply(outcome);
        }
        const { message, retriable, throttles, wait: wish = 0, isForeign, ...details } = outcome;
        const failed = (how: { why?: string; fatal?: true; passing?: boolean }) => {
          const sentences = [message, ...(sent > 1 ? [`Asked ${sent} times.`] : []), ...(how.why === undefined ? [] : [how.why])];
          return new ModelError(sentences.join(' '), { ...details, ...how, where });
        };
        // An endpoint that begins with a web page is no endpoint of models.
        if (!retriable) throw failed(isForeign && !limiter.hasAnswered ? { fatal: true } : {});
        let isDown = false;
        if (throttles) {
          since ??= clock.now();
          const ruling = limiter.refused({ permit, cause: throttles, since, wish });
          if ('pointless' in ruling) throw limiter.giveUp(failed({ why: ruling.pointless, fatal: true }));
          ({ goesFirst } = ruling);
          if (!ruling.counts) continue;
        } else if (wish > LONGEST_WAIT) {
          throw failed({ why: wishTooLong(wish, LONGEST_WAIT), fatal: true });
        } else {
          isDown = limiter.failed();
          // A server that names a time is overloaded by all requests together: they all pause, even if this one gives up.
          limiter.pause(wish);
        }
        tries += 1;
        if (tries > retries || isDown) throw failed({ passing: true });
        if (throttles || wish > 0) continue;
      } finally {
        limiter.leave();
      }
      await clock.sleep(backOff(tries, clock.random()));
    }
  };
}

/** Counts one attempt before it is sent, and what it took after. */
async function counted({ meter, billed }: TransportOptions, { body }: Attempt, sent: () => Promise<Outcome>): Promise<Outcome> {
  const { ledger } = meter;
  if (billed === undefined || body === null) {
    meter.request();
    return sent();
  }
  const prompt = ledger.hasCaps ? mostPromptTokens(body) : 0;
  const reserved = await ledger.reserve(billed.name, { prompt, completion: billed.most ?? Infinity });
  let took: Parameters<typeof ledger.settle>[1] = 'nothing';
  try {
    meter.request();
    took = 'unknown';
    const outcome = await sent();
    took = takenBy(outcome);
    return outcome;
  } finally {
    ledger.settle(reserved, took);
  }
}

/** What a server refused, or failed at, it does not bill; what never came whole it may. */
function takenBy(outcome: Outcome): Tokens | 'nothing' | 'unknown' {
  if (!('json' in outcome)) {
    const { kind, fatal = false, isForeign = false } = outcome;
    return kind === 'timeout' || (kind === 'network' && !fatal) || (kind === 'bad_response' && !isForeign) ? 'unknown' : 'nothing';
  }
  return tokensIn(usageOf(outcome.json));
}

/** Of embeddings some servers count the total alone; `unknown` where none that is said is above 0. */
function tokensIn({ prompt_tokens, completion_tokens, total_tokens }: Record<string, unknown>): Tokens | 'unknown' {
  const took = { prompt: count(prompt_tokens) || count(total_tokens), completion: count(completion_tokens) };
  return took.prompt + took.completion > 0 ? took : 'unknown';
}

type Outcome = { text: string; json: unknown } | (Failure & { wait?: number | undefined });

type Attempt = Pick<Sending, 'url' | 'method' | 'headers' | 'body'>;

/** How a request asks for a list for each token. In a prompt such a name does not match, since JSON escapes its quotes. */
const ASKS_LISTS = /"(?:(?:top_|prompt_)?logprobs|return_logprob|decoder_input_details)":/;

/** The longest reply that is read, in bytes, by what the request asks for. */
function longestReply({ headers, body }: Attempt, { section }: TransportOptions): number {
  const asksLists = section === 'embeddings' || headers['accept'] === EVENTS || (typeof body === 'string' && ASKS_LISTS.test(body));
  return asksLists ? LONGEST_LIST : LONGEST_ANSWER;
}

async function send(attempt: Attempt, context: FailureContext, options: TransportOptions): Promise<Outcome> {
  const { meter } = options;
  const { url } = context;
  const { wire, clock } = meter.accounts;
  const longest = longestReply(attempt, options);
  let reply: Reply;
  try {
    // One time-out for all of it: a server that stalls in the middle of a reply is as slow as one that never starts.
    reply = await wire.send({ ...attempt, timeout: Math.ceil(context.timeout * 1000), longest });
  } catch (error) {
    return networkFailure(error, context);
  }
  const { status, bytes, headers } = reply;
  if (status >= 300 && status < 400) return redirected(reply, context);
  if (bytes === undefined) {
    return {
      kind: 'bad_response',
      message: `${quoted(url.host)} sends more than ${longest / 1024 ** 2} MB.`,
      retriable: false,
      remedy: TOO_LONG,
    };
  }
  // As TextDecoder reads it, which is the right one where a reply begins with a byte-order mark.
  const text = new TextDecoder().decode(bytes);
  if (status < 200 || status >= 300) {
    const failure = statusFailure(status, text, context);
    const retriable = failure.retriable && headers['x-should-retry'] !== 'false';
    return { ...failure, retriable, wait: retryAfter(headers, clock.now()) };
  }
  if (isEventStream(headers)) {
    const events = eventsOf(text);
    return events === undefined ? unreadable(text, context, 'events') : { text: JSON.stringify(events), json: events };
  }
  const json = jsonIn(text);
  if (json === undefined) return unreadable(text, context);
  const failure = noAnswer(json, text, context);
  return failure ? { ...failure, wait: retryAfter(headers, clock.now()) } : { text, json };
}

function isEventStream(headers: Reply['headers']): boolean {
  return String(headers['content-type'] ?? '')
    .toLowerCase()
    .startsWith(EVENTS);
}

/** How long a server asks to be left alone, in ms: `retry-after-ms`, or `retry-after` as seconds or HTTP date. */
export function retryAfter(headers: Reply['headers'], now: number): number | undefined {
  const numberIn = (value: unknown) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined);
  const milliseconds = numberIn(headers['retry-after-ms']);
  if (milliseconds !== undefined) return milliseconds;
  const value = headers['retry-after'];
  const seconds = numberIn(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(String(value ?? ''));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A redirect would take the key, and the prompts, to an unchecked host. */
function redirected({ status, headers }: Reply, { url, section, clean }: FailureContext): Failure {
  const location = String(headers.location ?? '');
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  const place = target === undefined ? 'an unnamed place' : quoted(clean(`${target.host}${target.pathname}`));
  return {
    kind: 'refused_host',
    fatal: true,
    message: `${quoted(url.host)} redirects to ${place} (HTTP ${status}), and no redirect is followed.`,
    retriable: false,
    remedy:
      'If the key may go there, give the final address in the input `base-url`, or in `base_url` with its host in the ' +
      `input \`allowed-hosts\`. A model that was renamed redirects, too: check \`${keyIn(section, 'name')}\`.`,
  };
}

function bodyOf(body: RequestInit['body']): Sending['body'] {
  if (body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array) return body ?? null;
  throw new TypeError('Such a body cannot be repeated: pass a text or bytes.');
}

/** Of a stream, the last event that says it. */
function usageOf(json: unknown): Record<string, unknown> {
  if (Array.isArray(json)) return json.map(usageOf).findLast((usage) => Object.keys(usage).length > 0) ?? {};
  return asRecord(asRecord(json).usage);
}
