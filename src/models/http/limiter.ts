import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelError } from '../../errors.js';

/** Time and randomness, replaceable in tests. All times are in ms. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    sleep(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    }),
  random: () => Math.random(),
};

const FIRST_WAIT = 500;
const LONGEST_BACK_OFF = 30_000;

/**
 * Wait after the `attempt`th attempt (from 1), in ms: 0.5 s, doubled each time, at most 30 s, minus
 * up to half at random.
 */
export function backOff(attempt: number, random: number): number {
  return Math.min(LONGEST_BACK_OFF, FIRST_WAIT * 2 ** (attempt - 1)) * (1 - random / 2);
}

/** A cut leaves at most this share of the limit. */
const CUT = 0.9;

/**
 * The limit does not grow for `times` the length of the last pause, at most `longest` ms: probing
 * costs a tenth of the time at most.
 */
const QUIET = { times: 10, longest: 60_000 };

/** The service is down after three times the limit, but at least 30, failures in a row. */
const DOWN = { times: 3, fewest: 30 };

/** Maximum number of changes in the report: the first and the latest ones. */
const MOST_CHANGES = 400;

export type Cause = 'start' | 'growth' | '429' | '503';

/**
 * The number of requests that may be under way from `seconds` after the start of the run.
 * Consecutive growth is one change.
 */
export interface LimitStep {
  seconds: number;
  limit: number;
  cause: Cause;
}

interface Permit {
  /** Number of rate-limit episodes and answers before it was granted. */
  episode: number;
  answers: number;
  goesFirst: boolean;
}

interface Refusal {
  permit: Permit;
  cause: '429' | '503';
  since: number;
  /** The wait that the server asks for, in ms. */
  wait: number;
}

interface Waiting {
  goesFirst: boolean;
  resolve: (permit: Permit) => void;
  reject: (error: ModelError) => void;
}

export interface Pace {
  /** Concurrent requests to one account: at first, and at most. */
  start: number;
  ceiling: number;
  /** Give up a service that refuses everything for this time, in ms. */
  patience: number;
  clock: Clock;
  /** The start of the run, in ms since the epoch. */
  began: number;
}

/**
 * AIMD: doubles until the first refusal, then adds one. An episode of refusals (429, 503) cuts
 * once, and pauses all requests.
 */
export class Limiter {
  limit: number;
  readonly changes: LimitStep[] = [];
  hasAnswered = false;
  private underWay = 0;
  private readonly queue: Waiting[] = [];
  private answers = 0;
  private clean = 0;
  private wasFull = false;
  private failuresInARow = 0;
  private episodes = 0;
  private inARow = 0;
  private burst = { limit: 0, sent: 0, refused: 0 };
  private pausedUntil = 0;
  private growsFrom = 0;
  private refusedSince: number | undefined;
  private isPatient = true;
  private isAsleep = false;
  private end: ModelError | undefined;
  private readonly ending = new AbortController();
  private readonly pace: Pace;

  constructor(pace: Pace) {
    this.pace = pace;
    this.limit = pace.start;
    this.change(pace.start, 'start');
  }

  /**
   * Resolves when a request may be sent. Call `leave` when it ends. @throws ModelError after
   * `giveUp`.
   */
  enter({ goesFirst = false } = {}): Promise<Permit> {
    return new Promise((resolve, reject) => {
      const behind = goesFirst ? this.queue.findIndex((waiting) => !waiting.goesFirst) : -1;
      this.queue.splice(behind < 0 ? this.queue.length : behind, 0, { goesFirst, resolve, reject });
      this.admit();
    });
  }

  /** Call after `answered`, `failed` or `refused`, so that the next request gets the new limit. */
  leave(): void {
    this.underWay -= 1;
    this.admit();
  }

  answered({ episode }: Permit): void {
    this.hasAnswered = true;
    this.answers += 1;
    this.inARow = 0;
    this.failuresInARow = 0;
    this.refusedSince = undefined;
    if (episode !== this.episodes) return;
    this.clean += 1;
    const { ceiling, clock } = this.pace;
    if (
      this.clean < this.limit ||
      !this.wasFull ||
      this.limit >= ceiling ||
      clock.now() < this.growsFrom
    )
      return;
    this.change(Math.min(ceiling, this.episodes === 0 ? 2 * this.limit : this.limit + 1), 'growth');
  }

  /**
   * Records a failure other than a refusal. Returns true if the service seems down, so that retries
   * do not help.
   */
  failed(): boolean {
    this.failuresInARow += 1;
    return this.failuresInARow >= Math.max(DOWN.times * this.limit, DOWN.fewest);
  }

  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.pace.clock.now() + ms);
  }

  /**
   * Cuts the limit and pauses. `goesFirst`: send this request before others. `counts`: it used a
   * retry. `pointless`: why to give up.
   */
  refused({
    permit,
    cause,
    since,
    wait,
  }: Refusal): { goesFirst: boolean; counts: boolean } | { pointless: string } {
    const { clock, patience } = this.pace;
    const now = clock.now();
    this.refusedSince ??= now;
    if (wait > patience) return { pointless: waitTooLong(wait, patience) };
    const isNew = permit.episode === this.episodes;
    if (isNew) {
      this.inARow += 1;
      this.episodes += 1;
      this.burst = { limit: this.limit, sent: this.underWay, refused: 0 };
    }
    const jitter = clock.random();
    const pause = Math.max(
      wait + jitter * Math.min(wait / 4, 1000),
      isNew ? backOff(this.inARow, jitter) : 0,
    );
    if (now + pause > this.refusedSince + patience) {
      const sofar = seconds(now - this.refusedSince);
      return {
        pointless: `It has refused everything for ${sofar}; the maximum wait is ${seconds(patience)}.`,
      };
    }
    this.pause(pause);
    this.growsFrom = Math.max(
      this.growsFrom,
      this.pausedUntil + Math.min(QUIET.times * pause, QUIET.longest),
    );
    this.cut(cause, isNew);
    if (now + pause > since + patience) this.isPatient = false;
    return {
      goesFirst: !permit.goesFirst || this.answers > permit.answers,
      counts: !this.isPatient,
    };
  }

  giveUp(error: ModelError): ModelError {
    this.end ??= error;
    this.ending.abort();
    this.admit();
    return this.end;
  }

  /**
   * Cuts once an episode, to the number of accepted requests, which is updated with each refusal.
   */
  private cut(cause: Cause, isNew: boolean): void {
    this.burst.refused += 1;
    const { limit, sent, refused } = this.burst;
    const accepted = sent - refused || Math.floor(limit / 2);
    if (!isNew) this.changes.pop();
    this.change(Math.max(1, Math.min(accepted, Math.floor(CUT * limit))), cause);
  }

  private change(limit: number, cause: Cause): void {
    this.limit = limit;
    this.clean = 0;
    this.wasFull = false;
    if (cause === 'growth' && this.changes.at(-1)?.cause === 'growth') this.changes.pop();
    this.changes.push({
      seconds: Math.round((this.pace.clock.now() - this.pace.began) / 100) / 10,
      limit,
      cause,
    });
    if (this.changes.length > MOST_CHANGES) this.changes.splice(1, 1);
  }

  private admit(): void {
    if (this.end) {
      for (const { reject } of this.queue.splice(0)) reject(this.end);
      return;
    }
    const left = this.pausedUntil - this.pace.clock.now();
    if (left > 0) {
      if (this.queue.length > 0 && !this.isAsleep) void this.wake(left);
      return;
    }
    while (this.underWay < this.limit) {
      const next = this.queue.shift();
      if (next === undefined) return;
      const { goesFirst, resolve } = next;
      this.underWay += 1;
      this.wasFull ||= this.underWay >= this.limit;
      resolve({ episode: this.episodes, answers: this.answers, goesFirst });
    }
  }

  private async wake(ms: number): Promise<void> {
    this.isAsleep = true;
    await this.pace.clock.sleep(ms, this.ending.signal);
    this.isAsleep = false;
    this.admit();
  }
}

export function waitTooLong(wait: number, longest: number): string {
  return `It asks to wait for ${seconds(wait)}; the maximum is ${seconds(longest)}.`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
