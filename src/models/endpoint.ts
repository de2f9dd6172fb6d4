import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Model } from '../engine/model.ts';
import { ModelError } from '../shared/errors.ts';
import { MAX_AT_ONCE, openDispatcher } from '../shared/way-out.ts';
import { exchange, type EndpointRequest } from './exchange.ts';
import {
  describeConnectionFailure,
  MAX_WAIT_MS,
  type Failure,
  type FailureContext,
} from './failures.ts';
import { Meter } from './meter.ts';
import { Turns } from './turns.ts';

/** An endpoint is down after this many failures in a row, over at least this time. */
const DOWN_AFTER = { failures: 30, ms: 20_000 };
/** A route ends after this many consecutive refusals with the same message. */
const MAX_SAME_REFUSALS = 20;
/** Before its first answer, a server may answer 429 for this many first waits: two minutes. */
const MAX_FIRST_WAITS = 240;
/**
 * Maximum number of attempts of a rate-limited request, once the endpoint has answered any request.
 * Together, the waits exceed one minute, the window of most rate limits.
 */
const MAX_ATTEMPTS_AT_LIMIT = 10;
const MAX_BACK_OFF_MS = 30_000;
/** The limit may grow again after this many times the pause: the first answers come fast. */
const GROWTH_DELAY_IN_PAUSES = 10;

/** The requests of one model to one path, which end together. */
export interface Route extends FailureContext {
  /** Aborts every wait of its requests with the ModelError that ended the route. */
  ending: AbortController;
  /** The pattern of the last refusal, and how many times in a row it came. */
  refused?: { pattern: string; times: number };
}

export interface EndpointsOptions {
  concurrency: 'auto' | number;
  /** Time limit of the run, in ms. */
  deadline?: number;
  maxRequests?: number;
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Wait before the first retry, in ms; doubled each time. */
  firstWait?: number;
  /** `say` gets `asking: 12 requests so far` every `pause` ms, if requests were sent meanwhile. */
  progress?: { say: (line: string) => void; pause: number };
}

/** All endpoints of a run: opens, counts and closes them, and ends the run early. */
export class Endpoints {
  readonly meter = new Meter();
  /** Models of the run, by section and settings. */
  readonly models: Record<string, Promise<Model>> = {};
  readonly firstWait: number;
  readonly maxConcurrency: number;
  /** The end of the run, on the clock of `performance`, as every time in this file. */
  readonly deadlineAt: number;
  /** Says why all requests ended early. Undefined while the run may send. */
  endMessage?: string;
  /** The last failure since the last answer, which the error of the deadline quotes. */
  lastFailure = '';
  private readonly options: EndpointsOptions;
  private readonly byAccount: Record<string, Endpoint> = {};
  private readonly stopping = new AbortController();
  /** Aborts every wait with the ModelError that ended the run. */
  readonly stopSignal = this.stopping.signal;
  private readonly progress?: NodeJS.Timeout;
  private dispatcher?: Promise<Dispatcher>;

  constructor(options: EndpointsOptions) {
    const { concurrency, deadline = Infinity, signal, firstWait = 500, progress } = options;
    this.options = options;
    let reported = 0;
    this.progress =
      progress &&
      setInterval(() => {
        const { requests } = this.meter;
        if (requests > reported) progress.say(`asking: ${requests} requests so far`);
        reported = requests;
      }, progress.pause);
    this.firstWait = firstWait;
    this.maxConcurrency = concurrency === 'auto' ? MAX_AT_ONCE : concurrency;
    this.deadlineAt = performance.now() + deadline;
    if (deadline < Infinity)
      setTimeout(() => {
        this.stop(
          'deadline',
          `The deadline of ${seconds(deadline)} has passed.${this.lastFailure}`,
        );
      }, deadline).unref();
    const stopOnSignal = () => {
      this.stop('interrupted', 'The run was interrupted.');
    };
    signal?.addEventListener('abort', stopOnSignal);
    if (signal?.aborted) stopOnSignal();
  }

  /** The endpoint of an origin and a key. All models that use it share its limits. */
  endpointFor(origin: string, key = '') {
    return (this.byAccount[`${origin} ${key}`] ??= new Endpoint(this));
  }

  /** Counts a request that is about to be sent. @throws ModelError at the cap, and after the end */
  countRequest() {
    const { maxRequests = Infinity } = this.options;
    if (this.meter.requests >= maxRequests)
      this.stop('budget', `The cap of ${maxRequests} requests is reached.`);
    this.stopSignal.throwIfAborted();
    this.meter.requests += 1;
  }

  /**
   * Refuses a cap with which a run would cost something and reach no verdict. @throws ModelError
   */
  requireBudget(fewest: number, where = 'max-requests') {
    const { maxRequests = Infinity } = this.options;
    if (maxRequests < fewest)
      throw new ModelError(
        `At most ${maxRequests} requests may be sent, but a verdict takes ${fewest}`,
        { kind: 'budget', where, remedy: 'Raise the cap, or lower data.limit.' },
      );
  }

  /** @throws ConfigError if the proxy is not an address */
  getDispatcher() {
    return (this.dispatcher ??= openDispatcher(this.options.env));
  }

  async close() {
    clearInterval(this.progress);
    const dispatcher = await this.dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  private stop(kind: keyof typeof END_REMEDIES, message: string) {
    this.endMessage ??= message;
    this.stopping.abort(
      new ModelError(message, { kind, remedy: END_REMEDIES[kind], isFatal: true }),
    );
    // At the cap, the requests under way are already paid for, and may end.
    if (kind !== 'budget') void this.close();
  }
}

const END_REMEDIES = {
  budget: 'Raise `max-requests` or `budget.max_requests`, or lower `data.limit`.',
  deadline: 'Raise `deadline`, or lower `data.limit`.',
  interrupted: 'Run it again: it resumes where it stopped if the cache directory is kept.',
};

/** A request that has no reply yet, with the counts of its attempts. */
interface PendingRequest {
  request: EndpointRequest;
  route: Route;
  attempts: number;
  /** Attempts that failed for a reason other than a rate limit. */
  breakdowns: number;
  /** How often the limit had been halved when the last attempt was sent. */
  halvingsBefore: number;
}

/** Sends the requests to one origin with one key: paces them, retries them, gives up on them. */
class Endpoint {
  private readonly endpoints: Endpoints;
  private readonly turns: Turns;
  private pausedUntil = 0;
  private failures = { count: 0, since: 0 };
  private refusedSince: number | undefined;
  private answersSinceRefusal = Infinity;

  constructor(endpoints: Endpoints) {
    this.endpoints = endpoints;
    this.turns = new Turns(endpoints.maxConcurrency);
  }

  /** Waits its turn, and sends a request until it gets a reply. @throws ModelError */
  async send(request: EndpointRequest, route: Route) {
    const { endpoints, turns } = this;
    const pending = { request, route, attempts: 0, breakdowns: 0, halvingsBefore: 0 };
    const stopSignal = AbortSignal.any([endpoints.stopSignal, route.ending.signal]);
    for (;;) {
      await turns.take(stopSignal);
      try {
        while (this.pausedUntil > performance.now() && !stopSignal.aborted)
          await pauseFor(this.pausedUntil - performance.now(), stopSignal);
        stopSignal.throwIfAborted();
        endpoints.countRequest();
        const outcome = await this.attempt(pending);
        if ('reply' in outcome) {
          this.noteAnswer(pending);
          return outcome.reply;
        }
        // A failure without `next` concerns this row alone, and is reported even after the run
        // ended.
        if (outcome.next) stopSignal.throwIfAborted();
        endpoints.lastFailure = ` The last failure: ${outcome.message}`;
        if (outcome.next === 'pause') this.handleRateLimit(pending, outcome);
        else if (outcome.next === 'retry') this.handleBreakdown(pending, outcome);
        else throw this.giveUp(pending, outcome);
      } finally {
        turns.release();
      }
      await pauseFor(backOff(endpoints.firstWait, pending.attempts), stopSignal);
    }
  }

  /** Sends the request once, and reads the reply. */
  private async attempt(pending: PendingRequest) {
    pending.attempts += 1;
    pending.halvingsBefore = this.turns.halvings;
    try {
      return await exchange(pending.request, pending.route, await this.endpoints.getDispatcher());
    } catch (error) {
      // A `TypeError` without a code is a defect of this program.
      if (error instanceof TypeError && !('code' in error)) throw error;
      return describeConnectionFailure(error, pending.route);
    }
  }

  private noteAnswer({ route, halvingsBefore }: PendingRequest) {
    this.failures.count = 0;
    this.refusedSince = undefined;
    this.answersSinceRefusal += 1;
    this.endpoints.lastFailure = '';
    route.refused = undefined;
    this.turns.noteAnswer(halvingsBefore);
  }

  /** Gives the error of a request that is not retried. The error may end the route. */
  private giveUp(pending: PendingRequest, failure: Failure) {
    const { request, route } = pending;
    const { kind, next, words, status } = failure;
    const error = createModelError(failure, pending);
    if (kind === 'bad_request' && request.isResentByHub?.(words)) return error;
    if (next === 'end') return this.endRoute(pending, failure);
    if (kind === 'filtered') {
      this.noteAnswer(pending);
      return error;
    }
    // Otherwise equal refusals differ in ids and counts.
    const fixedWords = words.split(/\s+/).filter((word) => !/\d/.test(word));
    const pattern = [status, kind, ...fixedWords].join(' ');
    if (route.refused?.pattern !== pattern) route.refused = { pattern, times: 0 };
    route.refused.times += 1;
    if (route.refused.times < MAX_SAME_REFUSALS) return error;
    // The message is unchanged, so that the report counts all these rows under one cause.
    return this.endRoute(pending, failure);
  }

  /** Handles any failure but a rate limit. @throws ModelError if the request is not retried */
  private handleBreakdown(pending: PendingRequest, failure: Failure) {
    const { failures } = this;
    const now = performance.now();
    if (failures.count === 0) failures.since = now;
    failures.count += 1;
    pending.breakdowns += 1;
    // Until the first answer, one request is under way: for two minutes if the server hangs.
    const { answers, limit } = this.turns;
    const maxFailures =
      answers > 0 ? Math.max(DOWN_AFTER.failures, 3 * limit) : pending.route.retries + 1;
    if (failures.count >= maxFailures && now - failures.since > DOWN_AFTER.ms)
      throw this.endRoute(pending, failure, `${failures.count} requests failed in a row.`);
    // Until the first answer, all other requests wait as well.
    if (answers === 0) this.pausedUntil = now + backOff(this.endpoints.firstWait, failures.count);
    if (pending.breakdowns > pending.route.retries) throw createModelError(failure, pending);
    if (failure.wait !== undefined) this.pause(pending, failure, failure.wait);
  }

  /**
   * Handles a rate limit: pauses all requests, and halves the concurrency limit once per burst. An
   * isolated refusal, which at least `limit` answers separate from the one before, keeps the limit.
   * Unless the server states a wait, it delays the refused request only.
   *
   * @throws ModelError if this request was refused too often, or every request for too long
   */
  private handleRateLimit(pending: PendingRequest, failure: Failure) {
    const { endpoints, turns } = this;
    const now = performance.now();
    // Until the first answer, the server may still be starting, and refuse with 503 for minutes.
    if (turns.answers > 0 && pending.attempts >= MAX_ATTEMPTS_AT_LIMIT)
      throw createModelError(failure, pending);
    this.refusedSince ??= now;
    const isIsolated = this.answersSinceRefusal >= turns.limit;
    this.answersSinceRefusal = 0;
    if (isIsolated && failure.wait === undefined) return;
    if (!isIsolated) turns.halve(pending.halvingsBefore);
    const refusedFor = now - this.refusedSince;
    const maxRefusedFor =
      failure.status === 429 && turns.answers === 0
        ? MAX_FIRST_WAITS * endpoints.firstWait
        : MAX_WAIT_MS;
    if (refusedFor > maxRefusedFor)
      throw this.endRoute(
        pending,
        failure,
        `It has refused everything for ${seconds(refusedFor)}.`,
      );
    // Each pause is longer than the one before, until an answer comes.
    const usual = Math.min(MAX_BACK_OFF_MS, Math.max(endpoints.firstWait, refusedFor));
    const wait = Math.max(failure.wait ?? 0, usual);
    this.pause(pending, failure, wait);
    if (!isIsolated) turns.growsFrom = this.pausedUntil + GROWTH_DELAY_IN_PAUSES * wait;
  }

  /** Pauses all requests. @throws ModelError if the server asks for a wait that is too long */
  private pause(pending: PendingRequest, failure: Failure, wait: number) {
    const now = performance.now();
    const maxWait = Math.min(MAX_WAIT_MS, this.endpoints.deadlineAt - now);
    if (failure.wait !== undefined && wait > maxWait)
      throw this.endRoute(
        pending,
        failure,
        `It asks for a wait of ${seconds(wait)}; the run waits ${seconds(maxWait)} at most, and never past its deadline.`,
      );
    this.pausedUntil = Math.max(this.pausedUntil, now + wait * (1 + Math.random() / 10));
  }

  /** Ends all requests of the route. */
  private endRoute(pending: PendingRequest, failure: Failure, why = '') {
    const message = `${failure.message} ${why}`.trim();
    const error = createModelError({ ...failure, message, next: 'end' }, pending);
    pending.route.ending.abort(error);
    return error;
  }
}

/** Waits, or returns early once the signal aborts. */
function pauseFor(ms: number, signal: AbortSignal) {
  return sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
}

export function createModelError(
  { message, words, remedy, kind, next }: Failure,
  { attempts, route }: { attempts: number; route: FailureContext },
) {
  const times = attempts > 1 ? ' Every retry failed.' : '';
  return new ModelError(`${message}${times}`, {
    kind,
    remedy,
    serverText: words,
    where: route.section,
    isFatal: next === 'end',
    isTransient: next === 'retry' || next === 'pause',
  });
}

/**
 * The wait before the next attempt: doubles each time up to 30 s, less a random part of up to half.
 */
function backOff(first: number, attempt: number) {
  return Math.min(MAX_BACK_OFF_MS, first * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
}

function seconds(ms: number) {
  return `${Math.ceil(ms / 1000)} s`;
}
