import { ModelError } from '../../errors.ts';
import type { AttemptResult, EndpointFailure, WholeReply } from './attempt-result.ts';
import { backOff, ConcurrencyLimit, type RequestPace } from './pace.ts';
import { Permits, type Permit } from './permits.ts';

/** A service is down after this many failures in a row: three times the limit, and at least 30. */
const DOWN = { timesLimit: 3, minimum: 30 };

/** Maximum wait that a failing server may ask for, in ms. A rate limit may ask for more. */
const MAX_SERVER_WAIT_MS = 60_000;

/**
 * Maximum number of requests under way before the first answer, and of refusals of the key. A wrong
 * key costs at most this many requests.
 */
const MAX_UNPROVEN = 10;

/** Before any answer, this many refusals in the same words show that no prompt is the cause. */
const IDENTICAL_REFUSALS = 3;

interface RequestLimits {
  /** Maximum number of retries. Refusals for the rate do not count. */
  retries: number;
  /** The endpoint, for errors. */
  address: string;
}

/** A refusal for the rate (429, 503), and its time in ms since the epoch. */
export interface RateRefusal {
  message: string;
  at: number;
}

/** A request with the counts of its attempts. */
interface QueuedRequest extends RequestLimits {
  timesSent: number;
  retriesUsed: number;
  /** True for a refused request: the next permit is its own. */
  goesFirst: boolean;
  /** Number of answers of the account before the last attempt. */
  answersBefore: number;
  /** Time of the first refusal for the rate, in ms. */
  refusedSince: number | undefined;
}

/** The decision on a request after a failed attempt: try again, or end. */
type Ruling = { isOver: false; backsOff: boolean } | RequestEnd;

interface RequestEnd {
  isOver: true;
  /** A sentence that follows the message of the failure. */
  reason?: string;
  fatal?: boolean;
  transient?: boolean;
  /** True if all other requests of the account end with this one. */
  isForAll?: boolean;
  /** Replaces the remedy of the failure. */
  remedy?: string;
}

/**
 * Sends the requests of one account (host and key). Only this class decides what follows a failed
 * attempt. A refusal (429, 503) pauses all requests, and cuts the limit once in each episode. If no
 * answer arrives for `maxRefusedMs`, the last refusal ends all requests of the account.
 */
export class Queue {
  readonly limit: ConcurrencyLimit;
  /** The last refusal for the rate since the last answer. */
  lastRefusal: RateRefusal | undefined;

  private readonly permits: Permits;
  private readonly pace: RequestPace;
  private answers = 0;
  private failuresInARow = 0;

  private keyRefusals = 0;
  /** The words of the last refusal before any answer, and how many in a row had them. */
  private repeatedRefusal = { words: '', times: 0 };

  /** Number of rate-limit episodes since the last answer. */
  private episodesInARow = 0;
  private refusedSince: number | undefined;
  private refusalsUseRetries = false;

  constructor(pace: RequestPace) {
    this.pace = pace;
    this.limit = new ConcurrencyLimit(pace);
    this.permits = new Permits(this.limit, pace.clock, MAX_UNPROVEN);
  }

  /** The time at which a pause for the rate ends, in ms since the epoch; undefined without one. */
  get refusedUntil(): number | undefined {
    return this.refusedSince === undefined ? undefined : this.permits.pausedUntil;
  }

  /**
   * Sends a request in its turn until it has an answer.
   * @throws ModelError for a failure that another attempt would not mend, and after the end
   */
  async run(attempt: () => Promise<AttemptResult>, limits: RequestLimits): Promise<WholeReply> {
    const { clock } = this.pace;
    const request: QueuedRequest = {
      ...limits,
      timesSent: 0,
      retriesUsed: 0,
      goesFirst: false,
      answersBefore: 0,
      refusedSince: undefined,
    };
    for (;;) {
      const permit = await this.permits.take(request.goesFirst);
      request.timesSent += 1;
      request.goesFirst = false;
      request.answersBefore = this.answers;
      let ruling: Ruling;
      try {
        const result = await attempt();
        if ('json' in result) {
          this.noteAnswer(permit);
          return result;
        }
        ruling = this.ruleOn(result, request, permit);
        if (ruling.isOver) throw this.errorOf(result, request, ruling);
      } finally {
        // After the ruling, so that the next request gets the new limit.
        this.permits.giveBack();
      }
      if (ruling.backsOff) await clock.sleep(backOff(request.retriesUsed, clock.random()));
    }
  }

  private noteAnswer({ episode }: Permit): void {
    this.answers += 1;
    this.permits.cap = Infinity;
    this.episodesInARow = 0;
    this.failuresInARow = 0;
    this.refusedSince = undefined;
    this.lastRefusal = undefined;
    this.limit.answered(episode, this.pace.clock.now());
  }

  private ruleOn(failure: EndpointFailure, request: QueuedRequest, permit: Permit): Ruling {
    const { retriable, throttles, wait = 0 } = failure;
    if (!retriable) return this.endAfter(failure);
    if (throttles === undefined) return this.ruleOnBreakdown(wait, request);
    this.lastRefusal = { message: failure.message, at: this.pace.clock.now() };
    return this.ruleOnRefusal({ cause: throttles, wait }, request, permit);
  }

  /** Ends a request that no other attempt would mend. */
  private endAfter(failure: EndpointFailure): RequestEnd {
    if (this.answers > 0) return { isOver: true };
    if (failure.kind === 'authentication') this.keyRefusals += 1;
    this.permits.cap = MAX_UNPROVEN - this.keyRefusals;
    // An endpoint whose first reply is a web page does not serve a model.
    const fatal = failure.isForeign ? true : failure.fatal;
    const isForAll = this.keyRefusals >= MAX_UNPROVEN;
    if (!this.isSameRefusal(failure)) return { isOver: true, fatal, isForAll };
    return {
      isOver: true,
      reason: 'Every request so far was refused in these words, so the prompt is not the cause.',
      fatal,
      isForAll,
      remedy: failure.remedyForAll,
    };
  }

  /** True if the last requests were refused in the same words. Called before the first answer. */
  private isSameRefusal({ kind, serverText = '' }: EndpointFailure): boolean {
    if (kind !== 'bad_request' || serverText === '') return false;
    const { words, times } = this.repeatedRefusal;
    this.repeatedRefusal = { words: serverText, times: words === serverText ? times + 1 : 1 };
    return this.repeatedRefusal.times >= IDENTICAL_REFUSALS;
  }

  /** Decides after a failed server or a broken connection. */
  private ruleOnBreakdown(wait: number, request: QueuedRequest): Ruling {
    if (wait > MAX_SERVER_WAIT_MS)
      return { isOver: true, reason: waitTooLong(wait, MAX_SERVER_WAIT_MS), fatal: true };
    this.failuresInARow += 1;
    const isDown =
      this.failuresInARow >= Math.max(DOWN.timesLimit * this.limit.current, DOWN.minimum);
    // A server that names a wait is overloaded by all requests together, so all of them pause.
    this.permits.pause(wait);
    request.retriesUsed += 1;
    if (request.retriesUsed > request.retries || isDown) return { isOver: true, transient: true };
    return { isOver: false, backsOff: wait === 0 };
  }

  /**
   * Decides after a refusal for the rate. The request waits with all others, and uses up no retry.
   * @param refusal its status, and the time that the server asks for, in ms
   */
  private ruleOnRefusal(
    { cause, wait }: { cause: '429' | '503'; wait: number },
    request: QueuedRequest,
    permit: Permit,
  ): Ruling {
    const { clock, maxRefusedMs } = this.pace;
    const now = clock.now();
    this.refusedSince ??= now;
    request.refusedSince ??= now;
    if (wait > maxRefusedMs) return endOfAll(waitTooLong(wait, maxRefusedMs));
    const isNew = permit.episode === this.limit.episode;
    if (isNew) {
      this.episodesInARow += 1;
      this.limit.beginEpisode(this.permits.underWay);
    }
    const length = this.pauseLength(wait, isNew);
    const resumesAt = now + length;
    if (resumesAt > this.refusedSince + maxRefusedMs) {
      const refusedFor = seconds(now - this.refusedSince);
      return endOfAll(
        `It has refused everything for ${refusedFor}; the maximum wait is ${seconds(maxRefusedMs)}.`,
      );
    }
    this.permits.pause(length);
    this.limit.cut({ cause, isNew, now, length, end: this.permits.pausedUntil });
    // Other requests are answered meanwhile, so from now on each refusal counts as a retry.
    if (resumesAt > request.refusedSince + maxRefusedMs) this.refusalsUseRetries = true;
    if (this.refusalsUseRetries) request.retriesUsed += 1;
    if (request.retriesUsed > request.retries) return { isOver: true, transient: true };
    request.goesFirst = !permit.goesFirst || this.answers > request.answersBefore;
    return { isOver: false, backsOff: false };
  }

  /** The length of a pause in ms: the wait that the server asks for and a part at random. */
  private pauseLength(wait: number, isNew: boolean): number {
    const random = this.pace.clock.random();
    const requested = wait + random * Math.min(wait / 4, 1000);
    return isNew ? Math.max(requested, backOff(this.episodesInARow, random)) : requested;
  }

  private errorOf(
    failure: EndpointFailure,
    { timesSent, address }: QueuedRequest,
    {
      reason = '',
      fatal = failure.fatal,
      transient,
      isForAll,
      remedy = failure.remedy,
    }: RequestEnd,
  ): ModelError {
    const { kind, message, serverText } = failure;
    const timesAsked = timesSent > 1 ? `Asked ${timesSent} times.` : '';
    const sentences = [message, timesAsked, reason].filter(Boolean);
    const details = { kind, serverText, remedy, fatal, transient, where: address };
    const error = new ModelError(sentences.join(' '), details);
    return isForAll ? this.permits.endWith(error) : error;
  }
}

function endOfAll(reason: string): RequestEnd {
  return { isOver: true, reason, fatal: true, isForAll: true };
}

function waitTooLong(wait: number, maximum: number): string {
  return `It asks to wait for ${seconds(wait)}; the maximum is ${seconds(maximum)}.`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
