import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Model } from '../engine/types.ts';
import { ModelError } from '../errors.ts';
import { MOST_AT_ONCE, openWayOut } from '../way-out.ts';
import { exchange, type EndpointRequest } from './exchange.ts';
import {
  failureOfConnection,
  isAboutFormat,
  MAX_WAIT_MS,
  type Attempted,
  type Failure,
  type FailureContext,
  type JsonReply,
} from './failures.ts';
import { Meter } from './meter.ts';

const FIRST_LIMIT = 10;
/** An endpoint is down after so many failures without an answer between them, and so long. */
const DOWN_AFTER = { failures: 30, ms: 20_000 };
/** Rows that are refused in the same words before these count as the endpoint's. */
const MOST_SAME_REFUSALS = 20;
/** Waits of an endpoint that has answered nothing, in first waits: two minutes as a rule. */
const MOST_FIRST_WAITS = 240;
const MAX_BACK_OFF_MS = 30_000;
/** Probing for a higher limit takes a tenth of the time at most. */
const PAUSES_BEFORE_GROWTH = 10;

/** The requests of one model to one path, which end together. */
export interface Route extends FailureContext {
  end?: ModelError;
  /** Refusals in a row in the same words. */
  refused?: { pattern: string; times: number };
}

export interface EndpointsOptions {
  concurrency: 'auto' | number;
  /** Time limit of the run, in ms. */
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
  /** Models of the run, by section and settings. */
  readonly models: Record<string, Promise<Model>> = {};
  readonly firstWait: number;
  readonly mostAtOnce: number;
  /** On the clock of `performance`, as all times here. */
  readonly deadlineAt: number;
  /** The last failure since an answer, as a sentence of what the deadline ends. */
  lastFailure = '';
  private readonly options: EndpointsOptions;
  private readonly byAccount: Record<string, Endpoint> = {};
  private readonly stopping = new AbortController();
  /** Ends every wait, with the ModelError that ends the run. */
  readonly stops = this.stopping.signal;
  private dispatcher: Promise<Dispatcher> | undefined;

  constructor(options: EndpointsOptions) {
    const { concurrency, deadline = Infinity, signal, firstWait = 500 } = options;
    this.options = options;
    this.firstWait = firstWait;
    this.mostAtOnce = concurrency === 'auto' ? MOST_AT_ONCE : concurrency;
    this.deadlineAt = performance.now() + deadline;
    if (deadline < Infinity)
      setTimeout(() => {
        this.stop('deadline', `The deadline of ${seconds(deadline)} is over.${this.lastFailure}`);
      }, deadline).unref();
    const noteSignal = () => {
      this.stop('interrupted', 'The run was interrupted.');
    };
    signal?.addEventListener('abort', noteSignal);
    if (signal?.aborted) noteSignal();
  }

  /** The endpoint of an origin and a key: all that ask there share its limits. */
  of(origin: string, key: string): Endpoint {
    return (this.byAccount[`${origin} ${key}`] ??= new Endpoint(this));
  }

  /** Why all requests ended early. */
  get end(): string | undefined {
    return (this.stops.reason as ModelError | undefined)?.message;
  }

  /** Counts a request that is about to be sent. @throws ModelError at the cap, and after the end */
  take(): void {
    const { maxRequests = Infinity } = this.options;
    if (this.meter.requests >= maxRequests)
      this.stop('budget', `The cap of ${maxRequests} requests is reached.`);
    this.stops.throwIfAborted();
    this.meter.requests += 1;
  }

  /** @throws ConfigError for a proxy that is no address */
  wayOut(): Promise<Dispatcher> {
    this.dispatcher ??= openWayOut(this.options.env);
    return this.dispatcher;
  }

  async close(): Promise<void> {
    const dispatcher = await this.dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  private stop(kind: keyof typeof END_REMEDIES, message: string): void {
    const remedy = END_REMEDIES[kind];
    this.stopping.abort(new ModelError(message, { kind, remedy, fatal: true }));
    // At the cap, what is under way is paid for.
    if (kind !== 'budget') void this.close();
  }
}

const END_REMEDIES = {
  budget: 'Raise `max-requests` or `budget.max_requests`, or lower `data.limit`.',
  deadline: 'Raise `deadline`, or lower `data.limit`.',
  interrupted: 'Run it again: it goes on where it ended, if the cache directory is kept.',
};

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
  private answersSinceRefusal = Infinity;
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
      await this.turn(route);
      try {
        while (this.pausedUntil > performance.now() && !this.run.stops.aborted)
          await this.rest(this.pausedUntil - performance.now());
        if (route.end) throw route.end;
        this.run.take();
        const outcome = await this.attempt(sending);
        if ('reply' in outcome) {
          this.noteAnswer(sending);
          return outcome.reply;
        }
        this.run.stops.throwIfAborted();
        this.run.lastFailure = ` The last failure: ${outcome.message}`;
        if (outcome.ends === 'rate') this.ruleOnRefusal(sending, outcome);
        else if (outcome.ends === 'retry') this.ruleOnBreakdown(sending, outcome);
        else throw this.lastError(sending, outcome);
      } finally {
        this.underWay -= 1;
        this.wake(1);
      }
      // After a refusal for the rate, the pause of all is longer.
      await this.rest(backOff(this.run.firstWait, sending.breakdowns));
    }
  }

  /** Takes room once there is some. */
  private async turn(route: Route): Promise<void> {
    while (this.underWay >= this.limit && !route.end && !this.run.stops.aborted)
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    this.underWay += 1;
  }

  /** A wait that the end of the run ends, too. */
  private async rest(ms: number): Promise<void> {
    await sleep(Math.max(0, ms), undefined, { signal: this.run.stops }).catch(() => undefined);
  }

  private wake(count: number): void {
    for (const resume of this.waiting.splice(0, count)) resume();
  }

  /** Sends once, and reads the reply. */
  private async attempt(sending: Sending): Promise<Attempted> {
    const { request, route } = sending;
    sending.attempts += 1;
    sending.cuts = this.cuts;
    try {
      return await exchange(request, route, await this.run.wayOut());
    } catch (error) {
      // A `TypeError` of ours is a defect, and no failure of a server.
      if (error instanceof TypeError && !('code' in error)) throw error;
      return failureOfConnection(error, route);
    }
  }

  private noteAnswer({ route, cuts }: Sending): void {
    this.failures.count = 0;
    this.refusedSince = undefined;
    this.answersSinceRefusal += 1;
    this.run.lastFailure = '';
    route.refused = undefined;
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

  private lastError(sending: Sending, failure: Failure): ModelError {
    const { request, route } = sending;
    const { kind, ends, words, status } = failure;
    // Its caller asks again without the format.
    if (kind === 'bad_request' && isAboutFormat(words) && request.hasFormat)
      return errorOf({ ...failure, ends: undefined }, sending);
    if (ends === 'fatal') return this.endRoute(sending, failure);
    if (kind === 'filtered') {
      this.noteAnswer(sending);
      return errorOf(failure, sending);
    }
    // Ids and counts differ in what is the same refusal.
    const said = words.split(/\s+/).filter((word) => !/\d/.test(word));
    const pattern = [status, kind, ...said].join(' ');
    if (route.refused?.pattern !== pattern) route.refused = { pattern, times: 0 };
    route.refused.times += 1;
    if (route.refused.times < MOST_SAME_REFUSALS) return errorOf(failure, sending);
    // In the words of the rows before: one cause.
    return this.endRoute(sending, failure);
  }

  /** @throws ModelError where no attempt follows, as the next one */
  private ruleOnBreakdown(sending: Sending, failure: Failure): void {
    const { failures } = this;
    const now = performance.now();
    if (failures.count === 0) failures.since = now;
    failures.count += 1;
    sending.breakdowns += 1;
    // Before the first answer one request is sent at a time, of two minutes where a server hangs.
    const maxFailures =
      this.answersInAll > 0
        ? Math.max(DOWN_AFTER.failures, 3 * this.limit)
        : sending.route.retries + 1;
    if (failures.count >= maxFailures && now - failures.since > DOWN_AFTER.ms)
      throw this.endRoute(sending, failure, `${failures.count} requests failed in a row.`);
    // Without any answer the endpoint is down: the other requests wait, too.
    if (this.answersInAll === 0)
      this.pausedUntil = now + backOff(this.run.firstWait, failures.count);
    if (sending.breakdowns > sending.route.retries) throw errorOf(failure, sending);
    if (failure.wait !== undefined) this.pause(sending, failure, failure.wait);
  }

  /**
   * Pauses all requests, and halves the limit, once for each burst. A refusal behind as many
   * answers as the limit has places leaves the limit as it is; without a wait of its own it pauses
   * its request alone.
   */
  private ruleOnRefusal(sending: Sending, failure: Failure): void {
    const now = performance.now();
    this.refusedSince ??= now;
    const isAlone = this.answersSinceRefusal >= this.limit;
    this.answersSinceRefusal = 0;
    if (isAlone && failure.wait === undefined) return;
    // Requests of one burst are refused together: they cut the limit once.
    if (!isAlone && sending.cuts === this.cuts) {
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
    const wait = Math.max(failure.wait ?? 0, usual);
    this.pause(sending, failure, wait);
    if (!isAlone) this.growsFrom = this.pausedUntil + PAUSES_BEFORE_GROWTH * wait;
  }

  /** @throws ModelError where the server asks for too long a wait */
  private pause(sending: Sending, failure: Failure, wait: number): void {
    const now = performance.now();
    const maxWait = Math.min(MAX_WAIT_MS, this.run.deadlineAt - now);
    if (failure.wait !== undefined && wait > maxWait) {
      const why = `It asks to wait for ${seconds(wait)}; the run waits ${seconds(maxWait)} at most, and never beyond its deadline.`;
      throw this.endRoute(sending, failure, why);
    }
    this.pausedUntil = Math.max(this.pausedUntil, now + wait * (1 + Math.random() / 10));
  }

  /** Ends all requests of these settings. */
  private endRoute(sending: Sending, failure: Failure, why = ''): ModelError {
    const message = `${failure.message} ${why}`.trim();
    this.wake(Infinity);
    return (sending.route.end ??= errorOf({ ...failure, message, ends: 'fatal' }, sending));
  }
}

function errorOf({ message, words, remedy, kind, ends }: Failure, sending: Sending): ModelError {
  const { attempts, route } = sending;
  const times = attempts > 1 ? ' Every retry failed.' : '';
  return new ModelError(`${message}${times}`, {
    kind,
    remedy,
    serverText: words,
    where: route.section,
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
