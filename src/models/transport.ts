import { ModelError } from '../errors.js';
import { wishTooLong, type Accounts } from './account.js';
import type { Clean } from './clean.js';
import type { Refusal } from './endpoint.js';
import { networkFailure, statusFailure, unreadable, type Failure, type FailureContext } from './failures.js';
import type { Meter } from './meter.js';
import { backOff, retryAfter, type Clock } from './pace.js';
import type { HubFacts } from './hub.js';
import { keyIn, type Section } from './section.js';

export interface TransportOptions {
  section: Section;
  hub: HubFacts;
  /** Says why an address may not be asked; `undefined` where it may. */
  refusal(url: URL): Refusal | undefined;
  /** Whether the key may not go to an address that may be asked. */
  withholds?(url: URL): boolean;
  meter: Meter;
  accounts: Accounts;
  /** Seconds that one attempt may take, the reply's last byte included. */
  timeout: number;
  /** How often a failed request is repeated, refusals for the rate aside. */
  retries: number;
  clean: Clean;
}

/** The only headers that leave: SDKs add some about the machine, and read more from the environment. */
const KEY_HEADERS = ['api-key', 'authorization'];
const HEADERS = ['accept', 'content-type', ...KEY_HEADERS];

const LONGEST_REPLY = 50 * 1024 * 1024;

/** The longest that a server which failed, though not for the rate of requests, may ask to be left alone, in ms. */
const LONGEST_WAIT = 60_000;

/** A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The one `fetch` that every SDK is given. It asks allowed hosts only, follows no redirect, sends when the account has room,
 * repeats what is worth repeating, counts every attempt, and resolves with nothing but a whole 2xx reply of JSON. Whatever
 * it throws is a ModelError without a key in it.
 */
export function createFetch(options: TransportOptions): typeof fetch {
  const { accounts, meter, retries } = options;
  const { clock } = accounts;

  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError('A Request cannot be repeated: pass an address and its options.');
    const url = new URL(input);
    const where = options.clean(`${url.origin}${url.pathname}`);
    const refused = options.refusal(url);
    if (refused) {
      throw new ModelError(refused.message, { kind: 'refused_host', fatal: true, where, remedy: refused.remedy });
    }
    const headers = allowedHeaders(init.headers);
    const withheld = options.withholds?.(url) ?? false;
    // Whatever the SDK makes of a reply: this is the one place that all requests pass.
    if (withheld)
      KEY_HEADERS.forEach((name) => {
        headers.delete(name);
      });
    const key = KEY_HEADERS.map((name) => headers.get(name)).find((value) => value !== null);
    const context: FailureContext = { ...options, url, hasKey: key !== undefined, withheld };
    const account = accounts.of(url.host, key ?? '');

    let since: number | undefined;
    let tries = 0;
    for (let sent = 1; ; sent++) {
      const turn = await account.turn();
      try {
        meter.request();
        const outcome = await send({ ...init, headers }, context, clock);
        if ('bytes' in outcome) {
          account.answered(turn);
          meter.tokens(usageOf(outcome.json));
          return new Response(outcome.bytes, { headers: { 'content-type': 'application/json' } });
        }
        const { message, retriable, throttles = false, wait = 0, ...details } = outcome;
        const failed = (how: { why?: string; fatal?: true; passing?: boolean }) => {
          const sentences = [message, ...(sent > 1 ? [`Asked ${sent} times.`] : []), ...(how.why === undefined ? [] : [how.why])];
          return new ModelError(sentences.join(' '), { ...details, ...how, where });
        };
        if (!retriable) throw failed({});
        if (throttles) {
          since ??= clock.now();
          const ruling = account.refused({ turn, since, wish: wait });
          if (typeof ruling === 'object') throw account.giveUp(failed({ why: ruling.pointless, fatal: true }));
          if (ruling === 'waits') continue;
        } else if (wait > LONGEST_WAIT) {
          throw failed({ why: wishTooLong(wait, LONGEST_WAIT), fatal: true });
        } else {
          // A server that names a time is overloaded by all requests together: they all pause, even if this one gives up.
          account.pause(wait);
        }
        tries += 1;
        if (tries > retries) throw failed({ passing: true });
        if (throttles || wait > 0) continue;
      } finally {
        account.endTurn();
      }
      await clock.sleep(backOff(tries, clock.random()));
    }
  };
}

type Outcome = { bytes: Uint8Array<ArrayBuffer>; json: unknown } | (Failure & { wait?: number | undefined });

/** One attempt. */
async function send(init: RequestInit, context: FailureContext, clock: Clock): Promise<Outcome> {
  const { url } = context;
  // One signal for all of it: a server that stalls in the middle of a reply is as slow as one that never starts.
  const signal = AbortSignal.timeout(Math.min(Math.ceil(context.timeout * 1000), LONGEST_TIMER));
  let response: Response;
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal });
    bytes = await read(response);
  } catch (error) {
    return networkFailure(error, context);
  }
  if (response.status >= 300 && response.status < 400) return redirected(response, context);
  if (bytes === undefined) {
    const message = `${url.host} sends more than ${LONGEST_REPLY / 1024 ** 2} MB.`;
    return { kind: 'bad_response', message, retriable: false, remedy: 'Check `base_url`, and lower `max_tokens`.' };
  }
  const text = new TextDecoder().decode(bytes);
  if (!response.ok) {
    const failure = statusFailure(response.status, text, context);
    const retriable = failure.retriable && response.headers.get('x-should-retry') !== 'false';
    return { ...failure, retriable, wait: retryAfter(response.headers, clock.now()) };
  }
  try {
    return { bytes, json: JSON.parse(text) as unknown };
  } catch {
    return unreadable(text, context);
  }
}

/** The whole body, decompressed; `undefined` where it is too long to be the answer of a model. */
async function read(response: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > LONGEST_REPLY) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A redirect would take the key, and the prompts, to a host that nobody checked. */
function redirected(response: Response, { url, section, clean }: FailureContext): Failure {
  const location = response.headers.get('location') ?? '';
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  const place = target === undefined ? 'an unnamed place' : clean(`${target.host}${target.pathname}`, 120);
  return {
    kind: 'refused_host',
    fatal: true,
    message: `${url.host} redirects to ${place} (HTTP ${response.status}), and no redirect is followed.`,
    retriable: false,
    remedy:
      'If the key may go there, give the final address in the input `base-url`, or in `base_url` with its host in the input ' +
      `\`allowed-hosts\`. A model that was renamed redirects, too: check \`${keyIn(section, 'name')}\`.`,
  };
}

function allowedHeaders(given: RequestInit['headers']): Headers {
  const all = new Headers(given);
  const kept = new Headers({ 'user-agent': 'sensitivity-action' });
  for (const name of HEADERS) {
    const value = all.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}

function usageOf(json: unknown): Record<string, unknown> {
  const usage = typeof json === 'object' && json !== null && 'usage' in json ? json.usage : undefined;
  return typeof usage === 'object' && usage !== null ? { ...usage } : {};
}
