import type { ModelError } from '../errors.js';
import { Limit, type Cause } from './limit.js';
import { Line, type Wait } from './line.js';
import { spread, type Clock } from './pace.js';
import { Pauses } from './pauses.js';
import type { Wire } from './wire.js';

/** `concurrency: auto`: where a run begins, and the most that it grows to. */
export const AUTO = { start: 10, ceiling: 200 };

/** The longest that whoever comes waits behind those that were refused, in ms. */
const SOON = 1000;

/** So many times the limit (of 10 at least) may fail one after the other, none answered between them: the service is down. */
const ROUNDS_OF_FAILURES = 3;

export interface Pace {
  /** Requests at the same time to one account: at first, and at most. */
  start?: number;
  ceiling?: number;
  /** For how long it waits for a service that lets nothing through, in ms. */
  patience?: number;
  clock?: Clock;
  wire?: Wire;
}

/** Leave to send one request: its place among those that may be under way. */
export interface Turn {
  /** How often the limit had been cut, and the account had paused, when it was given. */
  cuts: number;
  pauses: number;
  /** How often the request was refused in this place. */
  refusals: number;
  /** It goes although all pause, and finds out whether they must. */
  isScout?: boolean;
}

/** A request that was refused because there were too many. */
export interface Refused {
  turn: Turn;
  cause: Cause;
  /** When the request was first refused, in ms since the epoch. */
  since: number;
  /** How long the service asks to be left alone, in ms; 0 where it does not say. */
  wish: number;
}

/** When a refused request may be sent again, at the earliest and at the latest, and whether that is one of its tries. */
export interface Ruling extends Wait {
  counts: boolean;
}

/**
 * What one account of a service (host and key) lets through. All that a run asks there, for whatever purpose, shares it: whether a
 * request is one too many depends on all that are under way. A refused request keeps its place while it waits, so that there are never
 * more requests than the service has room for and some that wait; all pause where the service has not refused lately, or answers nothing.
 */
export class Account {
  readonly limit: Limit;
  private taken = 0;
  private readonly queue: { resolve: (turn: Turn | Promise<Turn>) => void; reject: (error: ModelError) => void; refusals: number }[] = [];
  /** Neither refused nor ended yet. */
  private readonly underWay = new Set<Turn>();
  private readonly line: Line;
  private readonly pauses: Pauses;
  /** Ends the sleep until a pause is over. */
  private sleeping: AbortController | undefined;
  /** It speaks the language of models. */
  hasAnswered = false;
  private failuresInARow = 0;
  /** The first refusal since the last answer. */
  private refusedSince: number | undefined;
  private isPatient = true;
  private end: ModelError | undefined;
  private readonly ending = new AbortController();
  private readonly pace: Required<Pace>;

  constructor(pace: Required<Pace>, since: number) {
    this.pace = pace;
    this.limit = new Limit({ ...pace, since });
    this.line = new Line(pace.clock, this.ending.signal);
    this.pauses = new Pauses(pace.clock);
  }

  /** Resolves when one more request may be sent; each turn must be ended. @throws ModelError once the service has been given up. */
  turn(): Promise<Turn> {
    return new Promise((resolve, reject) => {
      this.queue.push({ resolve, reject, refusals: 0 });
      this.fill();
    });
  }

  /** The place of a request that was refused, once it may be sent again. Ends the turn where it throws. */
  async again({ refusals, isScout = false }: Turn, wait: Wait): Promise<Turn> {
    return this.stand(refusals + 1, wait, isScout);
  }

  /** Waits in a place that it has. */
  private async stand(refusals: number, { from, until }: Wait, isScout = false): Promise<Turn> {
    let woken: Awaited<ReturnType<Line['stand']>>;
    for (;;) {
      const goes = woken === 'scout' || (isScout && this.pauses.isScouted);
      const left = Math.max(woken === undefined ? until - this.pace.clock.now() : 0, goes ? 0 : this.pauses.left);
      if (this.end) break;
      if (left <= 0 && goes) return this.send(refusals, true);
      if (left <= 0) return this.taken > this.limit.value ? this.first(refusals) : this.send(refusals);
      woken = await this.line.stand(from, left);
    }
    this.leave();
    throw this.end;
  }

  /** Where the limit is lower than before, a place is given back, for the next one that becomes free. */
  private first(refusals: number): Promise<Turn> {
    return new Promise((resolve, reject) => {
      this.queue.unshift({ resolve, reject, refusals });
      this.leave();
      this.line.passOn(this.pace.clock.now());
    });
  }

  /** Its request has been answered, or has failed: the service has room for another one. */
  endTurn(turn: Turn): void {
    this.underWay.delete(turn);
    if (turn.isScout) this.pauses.scoutEnded();
    if (this.pauses.left <= 0) this.line.ended(this.pace.clock.now(), this.queue.length > 0);
    else if (this.line.length > 0 && this.pauses.sendsScout()) this.line.sendScout();
    this.leave();
  }

  private leave(): void {
    this.taken -= 1;
    this.fill();
  }

  /** `usedUp`: with its answer the service said that the next request would be one too many. */
  answered({ cuts, pauses, isScout = false }: Turn, { retried, usedUp }: { retried: boolean; usedUp: boolean }): void {
    this.refusedSince = undefined;
    this.failuresInARow = 0;
    this.hasAnswered = true;
    const mayGo = this.pauses.answered(isScout && pauses === this.pauses.count);
    if (usedUp) this.limit.tooMany('x-ratelimit', 0);
    else this.limit.answered({ cuts, retried, wanted: this.wanted });
    if (mayGo === 0) return;
    // A pause is over before its time, and so many of those that wait may go.
    this.sleeping?.abort();
    this.limit.coolsSoon();
    this.line.open(mayGo);
  }

  /** Places that are used, or would be at once; those that refused requests hold while they wait are not. */
  private get wanted(): number {
    return Math.min(this.limit.value, this.taken + this.queue.length) - this.line.length;
  }

  /** A request failed, though not for the rate. @returns whether the service seems to be down, so that no repeating helps. */
  failed(): boolean {
    this.failuresInARow += 1;
    return this.failuresInARow >= ROUNDS_OF_FAILURES * Math.max(this.limit.value, AUTO.start);
  }

  /** No request is sent for so long. */
  pause(ms: number): void {
    this.pauses.hold(ms);
  }

  /**
   * Cuts the limit, and says when the request may be sent again. It counts as a try once some request was refused for all the patience
   * there is while others were answered, which no waiting mends. Else why waiting is pointless; nothing was done then, and the service
   * is to be given up.
   */
  refused({ turn, cause, since, wish }: Refused): Ruling | { pointless: string } {
    const { clock, patience } = this.pace;
    const now = clock.now();
    this.underWay.delete(turn);
    this.line.refused(wish);
    this.refusedSince ??= now;
    if (wish > patience) return { pointless: wishTooLong(wish, patience) };
    if (turn.isScout === true && this.pauses.isScouted) {
      const again = now + this.pauses.scoutRefused();
      return { from: again, until: again, counts: !this.isPatient };
    }
    const concernsAll = this.limit.isWarm || (turn.pauses === this.pauses.count && this.pauses.isUnanswered);
    if (concernsAll && !this.isLetIn) this.pauses.nothingGetsThrough();
    const meant = this.pauses.meant(wish);
    const wait = concernsAll ? this.pauses.next(wish) : this.pauses.alone(wish, turn.refusals);
    if (now + wait > this.refusedSince + patience) {
      const sofar = seconds(now - this.refusedSince);
      return { pointless: `It has let nothing through for ${sofar}, and at most ${seconds(patience)} are waited for.` };
    }
    if (concernsAll) {
      this.pauses.begin(wait, wish);
      this.line.paused();
    }
    this.limit.tooMany(cause, meant);
    if (now + wait > since + patience) this.isPatient = false;
    return { from: now + (concernsAll ? wait : meant), until: now + wait, counts: !this.isPatient };
  }

  /** Ends all waiting, now and later, with this error. */
  giveUp(error: ModelError): ModelError {
    this.end ??= error;
    this.ending.abort();
    this.fill();
    return this.end;
  }

  private send(refusals: number, isScout = false): Turn {
    const turn: Turn = { cuts: this.limit.cuts, pauses: this.pauses.count, refusals, isScout };
    this.underWay.add(turn);
    return turn;
  }

  /** Whether one is under way since before the last pause: refusals come sooner, so it was let in. */
  private get isLetIn(): boolean {
    return this.underWay.values().some(({ pauses }) => pauses < this.pauses.count);
  }

  /** Gives free places to those that wait, in their order. */
  private fill(): void {
    if (this.end) {
      for (const { reject } of this.queue.splice(0)) reject(this.end);
      return;
    }
    const now = this.pace.clock.now();
    const { left } = this.pauses;
    if (left > 0) {
      if (this.queue.length > 0 && !this.sleeping) void this.sleep(left);
      return;
    }
    while (this.queue.length > 0 && this.taken < this.limit.value) {
      this.taken += 1;
      const { resolve, refusals } = this.queue.shift()!;
      resolve(this.line.hasReady(now) ? this.stand(refusals, this.behind(now)) : this.send(refusals));
    }
  }

  /** While others wait that were refused, whoever comes waits behind them: else an answer would bring two requests for the room of one. */
  private behind(now: number): Wait {
    return { from: now, until: now + spread(SOON, this.pace.clock.random()) };
  }

  private async sleep(ms: number): Promise<void> {
    this.sleeping = new AbortController();
    await this.pace.clock.sleep(ms, AbortSignal.any([this.ending.signal, this.sleeping.signal]));
    this.sleeping = undefined;
    this.fill();
  }
}

/** Why a wait that a service asks for is too long, both in ms. */
export function wishTooLong(wish: number, longest: number): string {
  return `It wants to be left alone for ${seconds(wish)}; at most ${seconds(longest)} are waited for.`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
