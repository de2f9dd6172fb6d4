/** The limit on concurrent requests, and the times that requests wait. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Time and randomness, replaceable in tests. All times are in ms. */
export interface Clock {
  /** Time since the epoch. Never goes back. */
  now(): number;
  /** Resolves early, without an error, if `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
  random(): number;
}

export const systemClock: Clock = {
  // Not `Date.now`: a correction of the machine's clock would end a pause, or prolong it by hours.
  now: () => performance.timeOrigin + performance.now(),
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

export interface RequestPace {
  /** Number of concurrent requests to one account at the start, and its maximum. */
  start: number;
  ceiling: number;
  /** Give up an account that refuses all requests for this time, in ms. */
  patience: number;
  clock: Clock;
  /** The start of the run, in ms since the epoch. */
  began: number;
}

/** A cut leaves at most this share of the limit. */
const LARGEST_SHARE_AFTER_CUT = 0.9;

/**
 * The limit does not grow for `times` the length of the last pause, at most `longest` ms: probing
 * costs a tenth of the time at most.
 */
const QUIET = { times: 10, longest: 60_000 };

/** Maximum number of changes in the report: the first and the latest ones. */
const MOST_CHANGES = 400;

type LimitCause = 'start' | 'growth' | '429' | '503';

/**
 * The number of requests that may be under way from `seconds` after the start of the run.
 * Consecutive growth is one change.
 */
export interface LimitStep {
  seconds: number;
  limit: number;
  cause: LimitCause;
}

/** The pause that follows a refusal for the rate. Times are in ms. */
interface RatePause {
  cause: LimitCause;
  /** True for the first refusal of its episode. */
  isNew: boolean;
  now: number;
  length: number;
  /** End of the pause, which an earlier refusal may have set. */
  end: number;
}

/**
 * Owns the number of requests that may be under way (additive increase, multiplicative decrease).
 * The number doubles until the first refusal, then grows by one. An episode of refusals cuts it
 * once. The caller passes the times.
 */
export class ConcurrencyLimit {
  current: number;
  readonly changes: LimitStep[] = [];
  /** Number of episodes of refusals. Answers to requests of an earlier episode do not count. */
  episode = 0;
  private answersInARow = 0;
  private wasFull = false;
  private mayGrowFrom = 0;
  /** The requests that were under way at the start of the episode, and the limit at that time. */
  private burst = { limit: 0, sent: 0, refused: 0 };
  private readonly ceiling: number;
  private readonly began: number;

  /** @param began the start of the run, in ms since the epoch */
  constructor(start: number, ceiling: number, began: number) {
    this.current = start;
    this.ceiling = ceiling;
    this.began = began;
    this.change(start, 'start', began);
  }

  granted(underWay: number): void {
    this.wasFull ||= underWay >= this.current;
  }

  /** Grows after as many answers in a row as the limit, if the limit was used. */
  answered(episode: number, now: number): void {
    if (episode !== this.episode) return;
    this.answersInARow += 1;
    const { current, ceiling } = this;
    const isEarned = this.answersInARow >= current && this.wasFull && now >= this.mayGrowFrom;
    if (!isEarned || current >= ceiling) return;
    const grownLimit = this.episode === 0 ? 2 * current : current + 1;
    this.change(Math.min(ceiling, grownLimit), 'growth', now);
  }

  /** Starts an episode of refusals: the requests under way were sent together. */
  beginEpisode(underWay: number): void {
    this.episode += 1;
    this.burst = { limit: this.current, sent: underWay, refused: 0 };
  }

  /** Cuts to the number of accepted requests. Each refusal of the episode lowers that number. */
  cut({ cause, isNew, now, length, end }: RatePause): void {
    const quiet = Math.min(QUIET.times * length, QUIET.longest);
    this.mayGrowFrom = Math.max(this.mayGrowFrom, end + quiet);
    this.burst.refused += 1;
    const { limit, sent, refused } = this.burst;
    const accepted = sent - refused || Math.floor(limit / 2);
    const largest = Math.floor(LARGEST_SHARE_AFTER_CUT * limit);
    if (!isNew) this.changes.pop();
    this.change(Math.max(1, Math.min(accepted, largest)), cause, now);
  }

  private change(limit: number, cause: LimitCause, now: number): void {
    this.current = limit;
    this.answersInARow = 0;
    this.wasFull = false;
    if (cause === 'growth' && this.changes.at(-1)?.cause === 'growth') this.changes.pop();
    this.changes.push({ seconds: Math.round((now - this.began) / 100) / 10, limit, cause });
    if (this.changes.length > MOST_CHANGES) this.changes.splice(1, 1);
  }
}
