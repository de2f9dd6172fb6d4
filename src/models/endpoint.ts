import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Model } from '../engine/types.ts';
import { ModelError } from '../shared/errors.ts';
import { MAX_AT_ONCE, openWayOut } from '../shared/way-out.ts';
import { exchange, type EndpointRequest } from './exchange.ts';
import {
  failureOfConnection,
  MAX_WAIT_MS,
  type Attempted,
  type Failure,
  type FailureContext,
  type JsonReply,
} from './failures.ts';
import { Meter } from './meter.ts';
import { Turns } from './turns.ts';

/** An endpoint is down after this many failures in a row, over at least this time. */
const DOWN_AFTER = { failures: 30, ms: 20_000 };
/** A route ends once this many rows in a row were refused in the same words. */
const MAX_SAME_REFUSALS = 20;
/** An endpoint may refuse everything for this many first waits: by default two minutes. */
const MAX_FIRST_WAITS = 240;
/**
 * Maximum number of attempts of a request that a limit refuses, once other requests were answered.
 * The waits between the attempts take more than a minute, the time over which most limits count.
 */
const MAX_ATTEMPTS_AT_LIMIT = 10;
const MAX_BACK_OFF_MS = 30_000;
/** The limit stays for this many pauses after a pause: the first answers after one come fast. */
const PAUSES_BEFORE_GROWTH = 10;

/** The requests of one model to one path, which end together. */
export interface Route extends FailureContext {
  /** Ends every wait of its requests, with the ModelError that ends the route. */
  ending: AbortController;
  /** The words of the last refusal, and how often in a row they came. */
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
  /** Gets `asking: 12 requests so far` after each pause, in ms, in which requests were sent. */
  progress?: { say: (line: string) => void; pause: number };
}

/** All endpoints of a run: their connections, their counts, and their end. */
export class Endpoints {
  readonly meter = new Meter();
  /** Models of the run, by section and settings. */
  readonly models: Record<string, Promise<Model>> = {};
  readonly firstWait: number;
  readonly mostAtOnce: number;
  /** The end of the run, on the clock of `performance`, as every time in this file. */
  readonly deadlineAt: number;
  /** The sentence that says why all requests ended early. */
  endMessage?: string;
  /** A sentence on the last failure since the last answer, for the error of the deadline. */
  lastFailure = '';
  private readonly options: EndpointsOptions;
  private readonly byAccount: Record<string, Endpoint> = {};
  private readonly stopping = new AbortController();
  /** Ends every wait, with the ModelError that ends the run. */
  readonly stops = this.stopping.signal;
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
    this.mostAtOnce = concurrency === 'auto' ? MAX_AT_ONCE : concurrency;
    this.deadlineAt = performance.now() + deadline;
    if (deadline < Infinity)
      setTimeout(() => {
        this.stop('deadline', `The deadline of ${seconds(deadline)} is over.${this.lastFailure}`);
      }, deadline).unref();
    const stopOnSignal = () => {
      this.stop('interrupted', 'The run was interrupted.');
    };
    signal?.addEventListener('abort', stopOnSignal);
    if (signal?.aborted) stopOnSignal();
  }

  /** The endpoint of an origin and a key. All models there share its limits. */
  of(origin: string, key = '') {
    return (this.byAccount[`${origin} ${key}`] ??= new Endpoint(this));
  }

  /** Counts a request that is about to be sent. @throws ModelError at the cap, and after the end */
  countRequest() {
    const { maxRequests = Infinity } = this.options;
    if (this.meter.requests >= maxRequests)
      this.stop('budget', `The cap of ${maxRequests} requests is reached.`);
    this.stops.throwIfAborted();
    this.meter.requests += 1;
  }

  /** @throws ConfigError for a proxy that is no address */
  wayOut() {
    return (this.dispatcher ??= openWayOut(this.options.env));
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
  interrupted: 'Run it again: it goes on where it ended, if the cache directory is kept.',
};

/** A request with the counts of its attempts. */
interface Sending {
  request: EndpointRequest;
  route: Route;
  attempts: number;
  /** Attempts that failed for another reason than the rate. */
  breakdowns: number;
  /** Number of halvings of the limit before the last attempt. */
  halvingsBefore: number;
}

/** Owns the requests to one origin with one key: their pauses, their retries and their end. */
class Endpoint {
  private readonly run: Endpoints;
  private readonly turns: Turns;
  private pausedUntil = 0;
  private failures = { count: 0, since: 0 };
  private refusedSince: number | undefined;
  private answersSinceRefusal = Infinity;

  constructor(run: Endpoints) {
    this.run = run;
    this.turns = new Turns(run.mostAtOnce);
    run.stops.addEventListener('abort', () => {
      this.turns.wake();
    });
  }

  /** Sends a request in its turn, until it has a reply. @throws ModelError */
  async send(request: EndpointRequest, route: Route): Promise<JsonReply> {
    const { run, turns } = this;
    const sending: Sending = { request, route, attempts: 0, breakdowns: 0, halvingsBefore: 0 };
    const stops = AbortSignal.any([run.stops, route.ending.signal]);
    for (;;) {
      await turns.take(stops);
      try {
        while (this.pausedUntil > performance.now() && !stops.aborted)
          await pauseFor(this.pausedUntil - performance.now(), stops);
        stops.throwIfAborted();
        run.countRequest();
        const outcome = await this.attempt(sending);
        if ('reply' in outcome) {
          this.noteAnswer(sending);
          return outcome.reply;
        }
        // A failure without `next` is that of the row alone, and is reported even after the end.
        if (outcome.next) stops.throwIfAborted();
        run.lastFailure = ` The last failure: ${outcome.message}`;
        if (outcome.next === 'pause') this.handleRefusal(sending, outcome);
        else if (outcome.next === 'retry') this.handleBreakdown(sending, outcome);
        else throw this.giveUp(sending, outcome);
      } finally {
        turns.release();
      }
      await pauseFor(backOff(run.firstWait, sending.attempts), stops);
    }
  }

  /** Sends the request once, and reads the reply. */
  private async attempt(sending: Sending): Promise<Attempted> {
    sending.attempts += 1;
    sending.halvingsBefore = this.turns.halvings;
    try {
      return await exchange(sending.request, sending.route, await this.run.wayOut());
    } catch (error) {
      // A `TypeError` without a code is a defect of this program.
      if (error instanceof TypeError && !('code' in error)) throw error;
      return failureOfConnection(error, sending.route);
    }
  }

  private noteAnswer({ route, halvingsBefore }: Sending) {
    this.failures.count = 0;
    this.refusedSince = undefined;
    this.answersSinceRefusal += 1;
    this.run.lastFailure = '';
    route.refused = undefined;
    this.turns.noteAnswer(halvingsBefore);
  }

  /** The error of a request that is not sent again. It may end the route. */
  private giveUp(sending: Sending, failure: Failure) {
    const { request, route } = sending;
    const { kind, next, words, status } = failure;
    if (kind === 'bad_request' && request.isSentAgain?.(words)) return errorOf(failure, sending);
    if (next === 'end') return this.endRoute(sending, failure);
    if (kind === 'filtered') {
      this.noteAnswer(sending);
      return errorOf(failure, sending);
    }
    // Ids and counts differ between equal refusals.
    const fixedWords = words.split(/\s+/).filter((word) => !/\d/.test(word));
    const pattern = [status, kind, ...fixedWords].join(' ');
    if (route.refused?.pattern !== pattern) route.refused = { pattern, times: 0 };
    route.refused.times += 1;
    if (route.refused.times < MAX_SAME_REFUSALS) return errorOf(failure, sending);
    // The message stays, so that all these rows show one cause.
    return this.endRoute(sending, failure);
  }

  /** A failure for another reason than the rate. @throws ModelError if no attempt follows */
  private handleBreakdown(sending: Sending, failure: Failure) {
    const { failures } = this;
    const now = performance.now();
    if (failures.count === 0) failures.since = now;
    failures.count += 1;
    sending.breakdowns += 1;
    // Before the first answer only one request is under way, for two minutes if the server hangs.
    const { answers, limit } = this.turns;
    const maxFailures =
      answers > 0 ? Math.max(DOWN_AFTER.failures, 3 * limit) : sending.route.retries + 1;
    if (failures.count >= maxFailures && now - failures.since > DOWN_AFTER.ms)
      throw this.endRoute(sending, failure, `${failures.count} requests failed in a row.`);
    // Before any answer, all other requests wait, too.
    if (answers === 0) this.pausedUntil = now + backOff(this.run.firstWait, failures.count);
    if (sending.breakdowns > sending.route.retries) throw errorOf(failure, sending);
    if (failure.wait !== undefined) this.pause(sending, failure, failure.wait);
  }

  /**
   * A refusal for the rate pauses all requests, and halves the limit once for each burst. A refusal
   * is single if at least as many answers as the limit came since the one before: the limit stays,
   * and unless the server states a wait, only the refused request waits.
   *
   * @throws ModelError if this request was refused too often, or everything for too long
   */
  private handleRefusal(sending: Sending, failure: Failure) {
    const { run, turns } = this;
    const now = performance.now();
    // Before any answer, the server may be starting, and refuses with 503 for minutes.
    if (turns.answers > 0 && sending.attempts >= MAX_ATTEMPTS_AT_LIMIT)
      throw errorOf(failure, sending);
    this.refusedSince ??= now;
    const isSingle = this.answersSinceRefusal >= turns.limit;
    this.answersSinceRefusal = 0;
    if (isSingle && failure.wait === undefined) return;
    if (!isSingle) turns.halve(sending.halvingsBefore);
    const refusedFor = now - this.refusedSince;
    const maxRefusedFor =
      failure.status === 429 && turns.answers === 0 ? MAX_FIRST_WAITS * run.firstWait : MAX_WAIT_MS;
    if (refusedFor > maxRefusedFor)
      throw this.endRoute(
        sending,
        failure,
        `It has refused everything for ${seconds(refusedFor)}.`,
      );
    // Each pause is longer than the one before, until an answer comes.
    const usual = Math.min(MAX_BACK_OFF_MS, Math.max(run.firstWait, refusedFor));
    const wait = Math.max(failure.wait ?? 0, usual);
    this.pause(sending, failure, wait);
    if (!isSingle) turns.growsFrom = this.pausedUntil + PAUSES_BEFORE_GROWTH * wait;
  }

  /** @throws ModelError if the server asks for too long a wait */
  private pause(sending: Sending, failure: Failure, wait: number) {
    const now = performance.now();
    const maxWait = Math.min(MAX_WAIT_MS, this.run.deadlineAt - now);
    if (failure.wait !== undefined && wait > maxWait)
      throw this.endRoute(
        sending,
        failure,
        `It asks to wait for ${seconds(wait)}; the run waits ${seconds(maxWait)} at most, and never beyond its deadline.`,
      );
    this.pausedUntil = Math.max(this.pausedUntil, now + wait * (1 + Math.random() / 10));
  }

  /** Ends all requests of the route. */
  private endRoute(sending: Sending, failure: Failure, why = '') {
    const message = `${failure.message} ${why}`.trim();
    const error = errorOf({ ...failure, message, next: 'end' }, sending);
    sending.route.ending.abort(error);
    this.turns.wake();
    return error;
  }
}

/** Waits for a time that the signal may end. */
function pauseFor(ms: number, signal: AbortSignal) {
  return sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
}

export function errorOf(
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
 * The wait before the next attempt: doubled each time up to 30 s, and cut at random by up to half.
 */
function backOff(first: number, attempt: number) {
  return Math.min(MAX_BACK_OFF_MS, first * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
}

function seconds(ms: number) {
  return `${Math.ceil(ms / 1000)} s`;
}
