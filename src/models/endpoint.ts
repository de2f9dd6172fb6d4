import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { ModelError } from '../errors.ts';
import { MOST_AT_ONCE, openWayOut } from '../way-out.ts';
import { exchange, type EndpointRequest } from './exchange.ts';
import {
  failureOfConnection,
  isAboutFormat,
  MAX_WAIT_MS,
  type Failure,
  type JsonReply,
  type FailureContext,
  type Attempted,
} from './failures.ts';
import { Meter } from './meter.ts';

const FIRST_LIMIT = 10;
/**
 * An endpoint is down after so many failures without an answer between them, and so long. Before
 * the first answer one request is sent at a time, of two minutes each where a server hangs.
 */
const DOWN_AFTER = { failures: 30, firstFailures: 5, ms: 20_000 };
/** Rows that are refused in the same words before these count as the endpoint's. */
const MOST_SAME_REFUSALS = { first: 10, later: 20 };
/** Waits of an endpoint that has answered nothing, in first waits: two minutes as a rule. */
const MOST_FIRST_WAITS = 240;
/** Parts of a request that ask for an answer in a format. JSON escapes the quotes of prompts. */
const FORMATTED =
  /"(?:response_format|responseSchema|responseMimeType|responseJsonSchema|output_format|output_config|format)":/;
const MAX_BACK_OFF_MS = 30_000;
/** Probing for a higher limit takes a tenth of the time at most. */
const PAUSES_BEFORE_GROWTH = 10;

/** The requests of one model to one path, which end together. */
export interface Route {
  context: FailureContext;
  retries: number;
  end?: ModelError;
  hasAnswered: boolean;
  /** Refusals in a row in the same words. */
  refused: { pattern: string; times: number };
}

export interface EndpointsOptions {
  concurrency: 'auto' | number;
  /** Of the run, in ms. */
  deadline?: number;
  maxRequests?: number;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
  /** Wait before the first retry, in ms; doubled each time. */
  firstWait?: number;
}

/** All endpoints of a run: their way out, what they sent, and the end of all of it. */
export class Endpoints {
  readonly meter = new Meter();
  readonly firstWait: number;
  readonly mostAtOnce: number;
  /** The last refusal for the rate: the cause, where the deadline ends the run. */
  lastRefusal: string | undefined;
  private readonly options: EndpointsOptions;
  private readonly byAccount = new Map<string, Endpoint>();
  private readonly stopping = new AbortController();
  private readonly deadlineAt: number;
  private readonly timer: NodeJS.Timeout | undefined;
  private dispatcher: Promise<Dispatcher> | undefined;
  private stopped: ModelError | undefined;

  constructor(options: EndpointsOptions) {
    const { concurrency, deadline, signal, firstWait = 500 } = options;
    this.options = options;
    this.firstWait = firstWait;
    this.mostAtOnce = concurrency === 'auto' ? MOST_AT_ONCE : concurrency;
    this.deadlineAt = performance.now() + (deadline ?? Infinity);
    if (deadline !== undefined) this.timer = setTimeout(this.noteDeadline, deadline).unref();
    signal?.addEventListener('abort', this.noteSignal);
    if (signal?.aborted) this.noteSignal();
  }

  /** The endpoint of an origin and a key: all that ask there share its limits. */
  of(origin: string, key: string): Endpoint {
    const account = `${origin} ${key}`;
    const endpoint = this.byAccount.get(account) ?? new Endpoint(this);
    this.byAccount.set(account, endpoint);
    return endpoint;
  }

  /** Why all requests ended early. */
  get end(): string | undefined {
    return this.stopped?.message;
  }

  /** Ms since 1970 before which nothing is sent; undefined while any endpoint may send. */
  get waitsUntil(): number | undefined {
    const pauses = [...this.byAccount.values()].map(({ pausedUntil }) => pausedUntil);
    const wait = Math.min(...pauses) - performance.now();
    return wait > 0 && wait < Infinity ? Date.now() + wait : undefined;
  }

  /** Ends every wait and every request under way. */
  get stops(): AbortSignal {
    return this.stopping.signal;
  }

  /** @throws ModelError once all requests have ended */
  refuseIfStopped(): void {
    if (this.stopped) throw this.stopped;
  }

  /** Counts a request that is about to be sent. @throws ModelError at the cap */
  take(): void {
    const { maxRequests = Infinity } = this.options;
    if (this.meter.requests >= maxRequests)
      this.stopped ??= endOfRun('budget', `The cap of ${maxRequests} requests is reached.`);
    this.refuseIfStopped();
    this.meter.requests += 1;
  }

  /** Why a wait cannot be waited for. */
  tooLong(wait: number): string | undefined {
    const isPastDeadline = performance.now() + wait > this.deadlineAt;
    if (wait <= MAX_WAIT_MS && !isPastDeadline) return undefined;
    const limit = isPastDeadline ? 'the deadline of the run is before' : 'that is too long';
    return `It asks to wait for ${seconds(wait)}, and ${limit}.`;
  }

  /** @throws ConfigError for a proxy that is no address */
  wayOut(): Promise<Dispatcher> {
    this.dispatcher ??= openWayOut(this.options.env);
    return this.dispatcher;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.noteSignal);
    const dispatcher = await this.dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  private readonly noteDeadline = (): void => {
    const cause = this.lastRefusal === undefined ? '' : ` The last refusal: ${this.lastRefusal}`;
    const message = `The deadline of ${seconds(this.options.deadline ?? 0)} is over.${cause}`;
    this.stopAll(endOfRun('deadline', message));
  };

  private readonly noteSignal = (): void => {
    this.stopAll(endOfRun('interrupted', 'The run was interrupted.'));
  };

  private stopAll(end: ModelError): void {
    this.stopped ??= end;
    this.stopping.abort();
  }
}

const END_REMEDIES = {
  budget: 'Raise `max-requests` or `budget.max_requests`, or lower `data.limit`.',
  deadline: 'Raise `deadline`, or lower `data.limit`.',
  interrupted: 'Run it again: it goes on where it ended, if the cache directory is kept.',
};

function endOfRun(kind: keyof typeof END_REMEDIES, message: string): ModelError {
  const remedy = END_REMEDIES[kind];
  return new ModelError(message, { kind, remedy, fatal: true, unasked: message });
}

/** A request on its way through its attempts. */
interface Sending {
  request: EndpointRequest;
  route: Route;
  attempts: number;
  /** Attempts that failed for another reason than the rate. */
  breakdowns: number;
  /** The number of cuts before the last attempt: requests of one burst are refused together. */
  cuts: number;
}

/** Owns the requests to one origin with one key: their turn, their retries and their end. */
export class Endpoint {
  /** On the clock of `performance`, as all times here. */
  pausedUntil = 0;
  private readonly run: Endpoints;
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;
  /** One until the first answer, so that a wrong key costs one request. */
  private limit = 1;
  private answersAtLimit = 0;
  private answersInAll = 0;
  private failures = { count: 0, since: 0 };
  private cuts = 0;
  private refusedSince: number | undefined;
  private growsFrom = 0;

  constructor(run: Endpoints) {
    this.run = run;
    run.stops.addEventListener('abort', () => {
      this.wake(Infinity);
    });
  }

  /** Sends a request in its turn, until it has a reply. @throws ModelError */
  async send(request: EndpointRequest, route: Route): Promise<JsonReply> {
    const sending: Sending = { request, route, attempts: 0, breakdowns: 0, cuts: 0 };
    for (;;) {
      await this.turn(sending);
      let failure: Failure;
      try {
        this.run.take();
        const outcome = await this.attempt(sending);
        if ('reply' in outcome) {
          this.noteAnswer(sending);
          return outcome.reply;
        }
        this.run.refuseIfStopped();
        ({ failure } = outcome);
        this.rule(sending, failure);
      } finally {
        this.underWay -= 1;
        this.wake(1);
      }
      if (failure.ends !== 'rate') await this.rest(backOff(this.run.firstWait, sending.breakdowns));
    }
  }

  /** Resolves when the request may go out. One that was sent before goes first. */
  private async turn({ route, attempts }: Sending): Promise<void> {
    const isOver = () => route.end !== undefined || this.run.stops.aborted;
    while (this.underWay >= this.limit && !isOver())
      await new Promise<void>((resolve) => {
        if (attempts > 0) this.waiting.unshift(resolve);
        else this.waiting.push(resolve);
      });
    this.underWay += 1;
    while (this.pausedUntil > performance.now() && !isOver())
      await this.rest(this.pausedUntil - performance.now());
    if (!isOver()) return;
    this.underWay -= 1;
    this.wake(1);
    this.run.refuseIfStopped();
    if (route.end) throw route.end;
  }

  /** A wait that the end of the run ends, too. */
  private async rest(ms: number): Promise<void> {
    await sleep(Math.max(0, ms), undefined, { signal: this.run.stops }).catch(() => undefined);
  }

  private wake(most: number): void {
    for (const go of this.waiting.splice(0, Math.min(most, this.waiting.length))) go();
  }

  /** Sends once, and reads the reply. */
  private async attempt(sending: Sending): Promise<Attempted> {
    const { context } = sending.route;
    sending.attempts += 1;
    sending.cuts = this.cuts;
    const dispatcher = await this.run.wayOut();
    const ending = new AbortController();
    const timeOut = () => {
      ending.abort(new DOMException('The time is up.', 'TimeoutError'));
    };
    const timer = setTimeout(timeOut, Math.min(context.timeout * 1000, 2 ** 31 - 1));
    const stop = () => {
      ending.abort();
    };
    this.run.stops.addEventListener('abort', stop);
    const { signal } = ending;
    const failed = (error: unknown) => ({ failure: failureOfConnection(error, context) });
    // undici ends no wait for a proxy or a handshake.
    const ended = once(signal, 'abort').then(() => failed(signal.reason));
    try {
      return await Promise.race([
        exchange(sending.request, context, { dispatcher, signal }),
        ended,
      ]);
    } catch (error) {
      // A `TypeError` of ours is a defect, and no failure of a server.
      if (error instanceof TypeError && !('code' in error)) throw error;
      return failed(signal.reason ?? error);
    } finally {
      clearTimeout(timer);
      this.run.stops.removeEventListener('abort', stop);
    }
  }

  private noteAnswer({ route, cuts }: Sending): void {
    this.failures.count = 0;
    this.refusedSince = undefined;
    this.run.lastRefusal = undefined;
    route.refused.times = 0;
    route.hasAnswered = true;
    this.answersInAll += 1;
    if (this.answersInAll === 1) {
      this.grow(FIRST_LIMIT);
      return;
    }
    // An answer to a request of an earlier burst says nothing about this limit.
    if (cuts !== this.cuts) return;
    this.answersAtLimit += 1;
    if (this.answersAtLimit < this.limit || performance.now() < this.growsFrom) return;
    this.grow(this.cuts === 0 ? 2 * this.limit : this.limit + 1);
  }

  private grow(limit: number): void {
    this.limit = Math.min(limit, this.run.mostAtOnce);
    this.answersAtLimit = 0;
    this.wake(this.limit - this.underWay);
  }

  /** What follows a failed attempt. @throws ModelError where no other one does */
  private rule(sending: Sending, failure: Failure): void {
    const { request, route } = sending;
    const { kind, ends, words } = failure;
    if (ends === 'rate') {
      this.ruleOnRefusal(sending, failure);
      return;
    }
    if (ends === 'retry') {
      this.ruleOnBreakdown(sending, failure);
      return;
    }
    // Its caller asks again without the format.
    if (kind === 'bad_request' && isAboutFormat(words) && FORMATTED.test(request.body))
      throw errorOf({ ...failure, ends: undefined }, sending);
    if (ends === 'fatal') throw this.endRoute(sending, failure);
    if (kind === 'filtered') {
      this.noteAnswer(sending);
      throw errorOf(failure, sending);
    }
    const { refused, hasAnswered } = route;
    // Ids and counts differ in what is the same refusal.
    const said = words.split(/\s+/).filter((word) => !/\d/.test(word));
    const pattern = [failure.status, kind, ...said].join(' ');
    refused.times = pattern === refused.pattern ? refused.times + 1 : 1;
    refused.pattern = pattern;
    const most = hasAnswered ? MOST_SAME_REFUSALS.later : MOST_SAME_REFUSALS.first;
    if (refused.times < most) throw errorOf(failure, sending);
    throw this.endRoute(sending, failure, 'It says so of every row.');
  }

  private ruleOnBreakdown(sending: Sending, failure: Failure): void {
    const { failures } = this;
    const now = performance.now();
    if (failures.count === 0) failures.since = now;
    failures.count += 1;
    sending.breakdowns += 1;
    const most =
      this.answersInAll > 0
        ? Math.max(DOWN_AFTER.failures, 3 * this.limit)
        : Math.max(DOWN_AFTER.firstFailures, sending.route.retries + 1);
    const isMuch = failures.count >= most;
    if (isMuch && now - failures.since > DOWN_AFTER.ms)
      throw this.endRoute(sending, failure, `${failures.count} requests failed in a row.`);
    // Without any answer the endpoint is down: the other requests wait, too.
    if (this.answersInAll === 0)
      this.pausedUntil = now + backOff(this.run.firstWait, failures.count);
    if (sending.breakdowns > sending.route.retries) throw errorOf(failure, sending);
    if (failure.wait !== undefined) this.pause(sending, failure, failure.wait);
  }

  /** Pauses all requests, and cuts the limit to what was accepted. */
  private ruleOnRefusal(sending: Sending, failure: Failure): void {
    const now = performance.now();
    this.run.lastRefusal = failure.message;
    this.refusedSince ??= now;
    // Requests of one burst are refused together: they cut the limit once.
    if (sending.cuts === this.cuts) {
      this.cuts += 1;
      this.limit = Math.ceil(this.limit / 2);
      this.answersAtLimit = 0;
    }
    const refusedFor = now - this.refusedSince;
    // A server that is starting says 503 for long.
    const isLimit = failure.status === 429 && this.answersInAll === 0;
    if (refusedFor > (isLimit ? MOST_FIRST_WAITS * this.run.firstWait : MAX_WAIT_MS)) {
      const why = `It has refused everything for ${seconds(refusedFor)}.`;
      throw this.endRoute(sending, failure, why);
    }
    // Without an answer since, each pause is longer than the one before.
    const usual = Math.min(MAX_BACK_OFF_MS, Math.max(this.run.firstWait, refusedFor));
    this.pause(sending, failure, Math.max(failure.wait ?? 0, usual));
  }

  /** @throws ModelError where the server asks for too long a wait */
  private pause(sending: Sending, failure: Failure, wait: number): void {
    const tooLong = failure.wait === undefined ? undefined : this.run.tooLong(wait);
    if (tooLong !== undefined) throw this.endRoute(sending, failure, tooLong);
    const length = wait * (1 + Math.random() / 10);
    this.pausedUntil = Math.max(this.pausedUntil, performance.now() + length);
    this.growsFrom = this.pausedUntil + PAUSES_BEFORE_GROWTH * length;
  }

  /** Ends all requests of these settings. */
  private endRoute(sending: Sending, failure: Failure, why = ''): ModelError {
    const message = [failure.message, why].filter(Boolean).join(' ');
    const end = errorOf({ ...failure, message, ends: 'fatal' }, sending);
    sending.route.end ??= end;
    this.wake(Infinity);
    return sending.route.end;
  }
}

function errorOf({ message, words, remedy, kind, ends }: Failure, sending: Sending): ModelError {
  const { attempts, route } = sending;
  const times = attempts > 1 ? ' Every retry failed.' : '';
  return new ModelError(`${message}${times}`, {
    kind,
    remedy,
    serverText: words,
    where: route.context.section,
    fatal: ends === 'fatal',
    transient: ends === 'retry' || ends === 'rate',
  });
}

/** Half to all of 0.5 s, doubled each time, at most 30 s. */
function backOff(first: number, attempt: number): number {
  return Math.min(MAX_BACK_OFF_MS, first * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
