import { ModelError } from '../../errors.js';
import { asRecord } from '../../json.js';
import type { Meter, Took } from '../meter.js';
import type { HubFacts } from '../hubs/hub.js';
import type { RequestShape } from '../store/reply-store.js';
import { mostPromptTokens } from '../tokens.js';
import { isLookup, whyNotSent, type HostTrust } from './endpoint.js';
import type { FailureContext } from './failures.js';
import type { OwnHeader } from './headers.js';
import { backOff, waitTooLong } from './limiter.js';
import { sendOnce, usageIn, type HttpRequest, type AttemptResult } from './attempt.js';

export interface TransportOptions extends Pick<
  FailureContext,
  'section' | 'owner' | 'timeout' | 'clean' | 'withheld' | 'hasKey'
> {
  hub: HubFacts;
  trust: HostTrust;
  /** The origin of the endpoint: no key and no header variable goes to another one. */
  origin: string;
  meter: Meter;
  /**
   * The model name that prices are given for, and the maximum tokens of an answer. Without it,
   * tokens are not counted.
   */
  billed?: { name: string; most: number | undefined } | undefined;
  /** Maximum number of retries; refusals for the rate do not count. */
  retries: number;
  headers?: readonly OwnHeader[];
  /** Takes no reply of another run. */
  isFresh?: boolean | undefined;
  /** The keys that are sent, which seal stored replies. Nothing is stored without it. */
  seal?: string | undefined;
  /** True for a text that contains a key: such a reply is not stored. */
  holdsKey?: (text: string) => boolean;
}

export interface Init {
  method?: string | undefined;
  /** Names are in lower case. */
  headers?: Record<string, string> | undefined;
  body?: string | null | undefined;
}

export interface WholeReply {
  text: string;
  json: unknown;
}

export type Transport = (url: string | URL, init?: Init) => Promise<WholeReply>;

/**
 * The only place that retries. Asks allowed hosts only and follows no redirect. Throws only
 * ModelErrors, without keys.
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
    const name = JSON.stringify(shape);
    const earlier = shared?.take(name);
    const reply = await storedOr(request, { shape, earlier });
    if (!earlier) shared?.put(name, reply);
    return reply;
  }

  async function storedOr(
    request: Prepared,
    { shape, earlier }: { shape: RequestShape; earlier: WholeReply | undefined },
  ): Promise<WholeReply> {
    if (store === undefined || seal === undefined)
      return earlier ?? sendWithRetries(request, options);
    const asked = store.ask(shape);
    try {
      const known = store.recall(asked, seal, { isOwn: earlier !== undefined });
      if (known !== undefined) return { text: known, json: JSON.parse(known) as unknown };
      const reply = earlier ?? (await sendWithRetries(request, options));
      // A gateway reports errors with status 200: a stored one would outlive the error.
      if (!asRecord(reply.json).error && !holdsKey?.(reply.text))
        store.keep(asked, reply.text, seal);
      return reply;
    } catch (error) {
      store.failed(asked);
      throw error;
    }
  }
}

interface Prepared extends HttpRequest {
  context: FailureContext;
  /** Identifies the account: the key that is sent, or ''. */
  account: string;
  /** Headers that shape the answer, without keys. */
  shapedBy: (string | null)[];
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
  const { hub, trust, origin, hasKey, clean, headers: configured = [] } = options;
  const where = clean(`${url.origin}${url.pathname}`);
  const refused = isLookup(url, hub) ? undefined : whyNotSent(url, trust);
  if (refused)
    throw new ModelError(refused.message, {
      kind: 'refused_host',
      fatal: true,
      where,
      remedy: refused.remedy,
    });

  const isHome = url.origin === origin;
  const carriesKey = hasKey && (isHome || isLookup(url, hub));
  const shaping = ['accept', 'content-type'];
  const headers: Record<string, string> = {
    'user-agent': 'sensitivity-action',
    accept: '*/*',
    'accept-encoding': 'identity',
  };
  const passed = carriesKey ? [...shaping, ...KEY_HEADERS] : shaping;
  for (const name of passed) {
    const value = given[name];
    if (value !== undefined) headers[name] = value;
  }
  const isSecret = ({ variables }: OwnHeader) => variables.length > 0;
  const own = configured.filter((header) => isHome || !isSecret(header));
  for (const { name, value } of own) headers[name] = value;
  const keys = [
    ...KEY_HEADERS.map((name) => headers[name]),
    ...own.filter(isSecret).map(({ value }) => value),
  ];
  const key = keys.find((value) => value !== undefined);
  return {
    url,
    headers,
    account: key ?? '',
    context: { ...options, url, where, hasKey: key !== undefined },
    shapedBy: [
      ...shaping.map((name) => given[name] ?? null),
      ...configured.map((header) =>
        isSecret(header) ? header.name : `${header.name}: ${header.value}`,
      ),
    ],
  };
}

/** Maximum wait that a failing server may ask for, in ms. A rate limit may ask for more. */
const LONGEST_WAIT = 60_000;

async function sendWithRetries(request: Prepared, options: TransportOptions): Promise<WholeReply> {
  const { meter, retries } = options;
  const { context, url, account } = request;
  const { clock } = meter.accounts;
  const limiter = meter.accounts.of(url.host, account);
  let since: number | undefined;
  let tries = 0;
  let goesFirst = false;
  for (let sent = 1; ; sent++) {
    const permit = await limiter.enter({ goesFirst });
    goesFirst = false;
    try {
      const outcome = await counted(request, options);
      if ('json' in outcome) {
        limiter.answered(permit);
        return outcome;
      }
      const { message, retriable, throttles, wait = 0, isForeign, ...details } = outcome;
      const failed = (why: string, how: { fatal?: true; passing?: true } = {}) => {
        const sentences = [message, sent > 1 ? `Asked ${sent} times.` : '', why].filter(Boolean);
        return new ModelError(sentences.join(' '), { ...details, ...how, where: context.where });
      };
      // An endpoint whose first reply is a web page does not serve a model.
      if (!retriable) throw failed('', isForeign && !limiter.hasAnswered ? { fatal: true } : {});
      let isDown = false;
      if (throttles) {
        since ??= clock.now();
        const ruling = limiter.refused({ permit, cause: throttles, since, wait });
        if ('pointless' in ruling) throw limiter.giveUp(failed(ruling.pointless, { fatal: true }));
        ({ goesFirst } = ruling);
        if (!ruling.counts) continue;
      } else if (wait > LONGEST_WAIT) {
        throw failed(waitTooLong(wait, LONGEST_WAIT), { fatal: true });
      } else {
        isDown = limiter.failed();
        // A server that names a wait is overloaded by all requests together, so all of them pause.
        limiter.pause(wait);
      }
      tries += 1;
      if (tries > retries || isDown) throw failed('', { passing: true });
      if (throttles || wait > 0) continue;
    } finally {
      limiter.leave();
    }
    await clock.sleep(backOff(tries, clock.random()));
  }
}

/** Counts one attempt: the request before it is sent, the tokens after. */
async function counted(
  request: Prepared,
  { meter, billed }: TransportOptions,
): Promise<AttemptResult> {
  if (billed === undefined || request.body === null) {
    meter.request();
    return sendOnce(request, meter.accounts);
  }
  const prompt = meter.hasCaps ? mostPromptTokens(request.body) : 0;
  const reserved = await meter.reserve(billed.name, {
    prompt,
    completion: billed.most ?? Infinity,
  });
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
