import { ModelError } from '../../errors.js';
import type { AttemptResult, EndpointFailure, WholeReply } from './attempt-result.js';
import { backOff, ConcurrencyLimit, type RequestPace } from './pace.js';

/** A service is down after this many failures in a row: three times the limit, and at least 30. */
const DOWN = { times: 3, fewest: 30 };

/** Maximum wait that a failing server may ask for, in ms. A rate limit may ask for more. */
const LONGEST_WAIT = 60_000;

/**
 * Maximum number of requests under way before the first answer, and of refusals of the key. A wrong
 * key costs at most this many requests.
 */
const MOST_UNPROVEN = 10;

/** Before any answer, this many refusals in the same words show that no prompt is the cause. */
const ALIKE_REFUSALS = 3;

interface Permit {
  /** Number of rate-limit episodes and answers before it was granted. */
  episode: number;
  answers: number;
  goesFirst: boolean;
}

interface WaitingRequest {
  goesFirst: boolean;
  resolve: (permit: Permit) => void;
  reject: (error: ModelError) => void;
}

interface RequestLimits {
  /** Maximum number of retries; refusals for the rate do not count. */
  retries: number;
  /** The endpoint, for errors. */
  address: string;
}

/** A request on its way through its attempts. */
interface QueuedRequest extends RequestLimits {
  timesSent: number;
  tries: number;
  goesFirst: boolean;
  refusedSince: number | undefined;
}

/** The decision on a request after a failed attempt: try again, or end. */
type Ruling = { isOver: false; backsOff: boolean } | RequestEnd;

/** The end of a request. With `isForAll`, no other request is sent either. */
interface RequestEnd {
  isOver: true;
  reason?: string;
  fatal?: boolean;
  transient?: boolean;
  isForAll?: boolean;
  /** Replaces the remedy of the failure. */
  remedy?: string;
}

/**
 * Owns all that the requests of one account (host and key) share: the permits, the pauses, the
 * retries and the end. Only this class decides what follows a failed attempt. A refusal (429, 503)
 * pauses all requests, and cuts the limit once in each episode. If no answer arrives for the time
 * `patience`, the last refusal ends all requests of the account.
 */
export class Queue {
  readonly limit: ConcurrencyLimit;
  private readonly waiting: WaitingRequest[] = [];
  private underWay = 0;
  private answers = 0;
  private failuresInARow = 0;
  private keyRefusals = 0;
  private episodesInARow = 0;
  private pausedUntil = 0;
  private refusedSince: number | undefined;
  private isPatient = true;
  /** The words of the last refusal before any answer, and how many in a row had them. */
  private refused = { words: '', times: 0 };
  private isAsleep = false;
  private end: ModelError | undefined;
  private readonly ending = new AbortController();
  private readonly pace: RequestPace;

  /** The last refusal for the rate since the last answer, in words. */
  lastRefusal: string | undefined;

  constructor(pace: RequestPace) {
    this.pace = pace;
    this.limit = new ConcurrencyLimit(pace.start, pace.ceiling, pace.began);
  }

  /**
   * Sends a request in its turn until it has an answer.
   * @throws ModelError for a failure that another attempt would not mend, and after the end.
   */
  async run(attempt: () => Promise<AttemptResult>, limits: RequestLimits): Promise<WholeReply> {
    const { clock } = this.pace;
    const request: QueuedRequest = {
      ...limits,
      timesSent: 0,
      tries: 0,
      goesFirst: false,
      refusedSince: undefined,
    };
    for (;;) {
      const permit = await this.enter(request.goesFirst);
      request.timesSent += 1;
      request.goesFirst = false;
      let ruling: Ruling;
      try {
        const outcome = await attempt();
        if ('json' in outcome) {
          this.answered(permit);
          return outcome;
        }
        ruling = this.ruleOn(outcome, request, permit);
        if (ruling.isOver) throw this.errorOf(outcome, request, ruling);
      } finally {
        this.leave();
      }
      if (ruling.backsOff) await clock.sleep(backOff(request.tries, clock.random()));
    }
  }

  private ruleOn(failure: EndpointFailure, request: QueuedRequest, permit: Permit): Ruling {
    const { kind, retriable, throttles, isForeign, wait = 0 } = failure;
    if (!retriable) {
      if (this.answers > 0) return { isOver: true };
      if (kind === 'authentication') this.keyRefusals += 1;
      // An endpoint whose first reply is a web page does not serve a model.
      const fatal = isForeign ? true : failure.fatal;
      const isForAll = this.keyRefusals >= MOST_UNPROVEN;
      if (!this.isRefusedAlike(failure)) return { isOver: true, fatal, isForAll };
      const { remedyForAll: remedy } = failure;
      const reason =
        'Every request so far was refused in these words, so the prompt is not the cause.';
      return { isOver: true, reason, fatal, isForAll, remedy };
    }
    if (throttles) this.lastRefusal = failure.message;
    if (throttles) return this.ruleOnRefusal({ cause: throttles, wait }, request, permit);
    if (wait > LONGEST_WAIT)
      return { isOver: true, reason: waitTooLong(wait, LONGEST_WAIT), fatal: true };
    this.failuresInARow += 1;
    const isDown = this.failuresInARow >= Math.max(DOWN.times * this.limit.current, DOWN.fewest);
    // A server that names a wait is overloaded by all requests together, so all of them pause.
    this.pause(wait);
    request.tries += 1;
    if (request.tries > request.retries || isDown) return { isOver: true, transient: true };
    return { isOver: false, backsOff: wait === 0 };
  }

  /** True if the last requests were refused in the same words. Called before the first answer. */
  private isRefusedAlike({ kind, serverText = '' }: EndpointFailure): boolean {
    if (kind !== 'bad_request' || serverText === '') return false;
    const { words, times } = this.refused;
    this.refused = { words: serverText, times: words === serverText ? times + 1 : 1 };
    return this.refused.times >= ALIKE_REFUSALS;
  }

  /** @param refusal its status, and the time that the server asks for, in ms */
  private ruleOnRefusal(
    { cause, wait }: { cause: '429' | '503'; wait: number },
    request: QueuedRequest,
    permit: Permit,
  ): Ruling {
    const { clock, patience } = this.pace;
    const time = clock.now();
    this.refusedSince ??= time;
    request.refusedSince ??= time;
    if (wait > patience) return endOfAll(waitTooLong(wait, patience));
    const isNew = permit.episode === this.limit.episode;
    if (isNew) {
      this.episodesInARow += 1;
      this.limit.begin(this.underWay);
    }
    const jitter = clock.random();
    const requested = wait + jitter * Math.min(wait / 4, 1000);
    const pause = Math.max(requested, isNew ? backOff(this.episodesInARow, jitter) : 0);
    if (time + pause > this.refusedSince + patience) {
      const sofar = seconds(time - this.refusedSince);
      return endOfAll(
        `It has refused everything for ${sofar}; the maximum wait is ${seconds(patience)}.`,
      );
    }
    this.pause(pause);
    this.limit.reduce({ cause, isNew, now: time, pause, pausedUntil: this.pausedUntil });
    // A request that is refused while others are answered uses up the patience of all requests.
    if (time + pause > request.refusedSince + patience) this.isPatient = false;
    if (!this.isPatient && ++request.tries > request.retries)
      return { isOver: true, transient: true };
    request.goesFirst = !permit.goesFirst || this.answers > permit.answers;
    return { isOver: false, backsOff: false };
  }

  private errorOf(
    failure: EndpointFailure,
    { timesSent, address }: QueuedRequest,
    {
      reason: reason = '',
      fatal = failure.fatal,
      transient,
      isForAll,
      remedy = failure.remedy,
    }: RequestEnd,
  ): ModelError {
    const { kind, message, serverText } = failure;
    const sentences = [message, timesSent > 1 ? `Asked ${timesSent} times.` : '', reason].filter(
      Boolean,
    );
    const details = { kind, serverText, remedy, fatal, transient, where: address };
    const error = new ModelError(sentences.join(' '), details);
    if (!isForAll) return error;
    this.end ??= error;
    this.ending.abort();
    return this.end;
  }

  private answered({ episode }: Permit): void {
    this.answers += 1;
    this.episodesInARow = 0;
    this.failuresInARow = 0;
    this.refusedSince = undefined;
    this.lastRefusal = undefined;
    this.limit.answered(episode, this.pace.clock.now());
  }

  /** The time at which a pause for the rate ends; undefined without one. */
  get refusedUntil(): number | undefined {
    return this.refusedSince === undefined ? undefined : this.pausedUntil;
  }

  private pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.pace.clock.now() + ms);
  }

  /**
   * Resolves when a request may be sent.
   * @throws ModelError after the end
   */
  private enter(goesFirst: boolean): Promise<Permit> {
    return new Promise((resolve, reject) => {
      const behind = goesFirst ? this.waiting.findIndex((waiting) => !waiting.goesFirst) : -1;
      const position = behind < 0 ? this.waiting.length : behind;
      this.waiting.splice(position, 0, { goesFirst, resolve, reject });
      this.admit();
    });
  }

  /** Called after the ruling, so that the next request gets the new limit. */
  private leave(): void {
    this.underWay -= 1;
    this.admit();
  }

  private admit(): void {
    if (this.end) {
      for (const { reject } of this.waiting.splice(0)) reject(this.end);
      return;
    }
    const remaining = this.pausedUntil - this.pace.clock.now();
    if (remaining > 0) {
      if (this.waiting.length > 0 && !this.isAsleep) void this.wake(remaining);
      return;
    }
    const unproven = this.answers > 0 ? Infinity : MOST_UNPROVEN - this.keyRefusals;
    while (this.underWay < Math.min(this.limit.current, unproven)) {
      const nextWaiting = this.waiting.shift();
      if (nextWaiting === undefined) return;
      const { goesFirst, resolve } = nextWaiting;
      this.underWay += 1;
      this.limit.granted(this.underWay);
      resolve({ episode: this.limit.episode, answers: this.answers, goesFirst });
    }
  }

  private async wake(ms: number): Promise<void> {
    this.isAsleep = true;
    await this.pace.clock.sleep(ms, this.ending.signal);
    this.isAsleep = false;
    this.admit();
  }
}

function endOfAll(reason: string): RequestEnd {
  return { isOver: true, reason, fatal: true, isForAll: true };
}

function waitTooLong(wait: number, longest: number): string {
  return `It asks to wait for ${seconds(wait)}; the maximum is ${seconds(longest)}.`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
