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

const FIRST_BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 30_000;

/**
 * Wait after the `attempt`th attempt (from 1), in ms: 0.5 s, doubled each time, at most 30 s, minus
 * up to half at random.
 */
export function backOff(attempt: number, random: number): number {
  return Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attempt - 1)) * (1 - random / 2);
}

/** Number of concurrent requests to one account at the start, and its maximum. */
export interface ConcurrencyRange {
  start: number;
  maximum: number;
}

export interface RequestPace extends ConcurrencyRange {
  /** Give up an account that refuses all requests for this time, in ms. */
  maxRefusedMs: number;
  clock: Clock;
  /** The start of the run, in ms since the epoch. */
  startedAt: number;
}

/** A cut leaves at most this share of the limit. */
const MAX_SHARE_AFTER_CUT = 0.9;

/**
 * After a pause, the limit does not grow for this many times its length: probing costs a tenth of
 * the time at most.
 */
const GROWTH_DELAY_IN_PAUSES = 10;
const MAX_GROWTH_DELAY_MS = 60_000;

/** Maximum number of changes in the report: the first and the latest ones. */
const MAX_CHANGES = 400;

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
  private readonly maximum: number;
  private readonly startedAt: number;

  constructor({ start, maximum, startedAt }: Pick<RequestPace, 'start' | 'maximum' | 'startedAt'>) {
    this.current = start;
    this.maximum = maximum;
    this.startedAt = startedAt;
    this.change(start, 'start', startedAt);
  }

  granted(underWay: number): void {
    this.wasFull ||= underWay >= this.current;
  }

  /** Grows after as many answers in a row as the limit, if the limit was used. */
  answered(episode: number, now: number): void {
    if (episode !== this.episode) return;
    this.answersInARow += 1;
    const { current, maximum } = this;
    const isEarned = this.answersInARow >= current && this.wasFull && now >= this.mayGrowFrom;
    if (!isEarned || current >= maximum) return;
    const grownLimit = this.episode === 0 ? 2 * current : current + 1;
    this.change(Math.min(maximum, grownLimit), 'growth', now);
  }

  /** Starts an episode of refusals: the requests under way were sent together. */
  beginEpisode(underWay: number): void {
    this.episode += 1;
    this.burst = { limit: this.current, sent: underWay, refused: 0 };
  }

  /**
   * Cuts to the number of accepted requests. Each refusal of the episode lowers that number, until
   * the limit grows again: answers have then shown what the account accepts.
   */
  cut({ cause, isNew, now, length, end }: RatePause): void {
    const growthDelay = Math.min(GROWTH_DELAY_IN_PAUSES * length, MAX_GROWTH_DELAY_MS);
    this.mayGrowFrom = Math.max(this.mayGrowFrom, end + growthDelay);
    this.burst.refused += 1;
    const hasGrownSince = this.changes.at(-1)?.cause === 'growth';
    if (!isNew && hasGrownSince) return;
    const { limit, sent, refused } = this.burst;
    const accepted = sent - refused || Math.floor(limit / 2);
    const maximum = Math.floor(MAX_SHARE_AFTER_CUT * limit);
    // The report has one cut for each episode.
    if (!isNew) this.changes.pop();
    this.change(Math.max(1, Math.min(accepted, maximum)), cause, now);
  }

  private change(limit: number, cause: LimitCause, now: number): void {
    this.current = limit;
    this.answersInARow = 0;
    this.wasFull = false;
    if (cause === 'growth' && this.changes.at(-1)?.cause === 'growth') this.changes.pop();
    const seconds = Math.round((now - this.startedAt) / 100) / 10;
    this.changes.push({ seconds, limit, cause });
    if (this.changes.length > MAX_CHANGES) this.changes.splice(1, 1);
  }
}
