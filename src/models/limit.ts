import type { Clock } from './pace.js';

/** Why the limit is what it is: where it began, clean answers, or how the service said that there were too many requests. */
export type Cause = 'start' | 'growth' | '429' | '503' | 'x-ratelimit';

/** How many requests could be under way from then on. A growth in many steps is one change, told when it ended. */
export interface LimitChange {
  /** Since the run began. */
  seconds: number;
  limit: number;
  cause: Cause;
}

/** For so long a limit that was cut is not cut again, unless the service names a longer time, in ms. */
const COOLDOWN = 15_000;

/** So many answers at least before it grows. */
const FEWEST_ANSWERS = 4;

/** So much of it must be used, else its answers say nothing of a higher one. */
const BUSY = 0.8;

/** A run of hours does not fill the report: of more changes the oldest but the first go. */
const MOST_CHANGES = 400;

export interface LimitOptions {
  start: number;
  ceiling: number;
  clock: Clock;
  /** When the run began, in ms. */
  since: number;
}

/** What of an answer the limit learns from. */
export interface Answer {
  /** How often the limit had been cut when its request was sent. */
  cuts: number;
  /** Its request had failed before. */
  retried: boolean;
  /** Places in use, and those that requests wait for. */
  wanted: number;
}

/**
 * How many requests may be under way to one account. It doubles after `max(limit, 4)` clean answers until it is first cut, and grows by a
 * twentieth from then on; it is cut by a fifth, once a cooldown. Knows nothing of requests but what it is told.
 */
export class Limit {
  value: number;
  cuts = 0;
  readonly changes: LimitChange[];
  private clean = 0;
  private cooledAt = -Infinity;
  private readonly options: LimitOptions;

  constructor(options: LimitOptions) {
    this.options = options;
    this.value = options.start;
    this.changes = [{ seconds: this.seconds(), limit: this.value, cause: 'start' }];
  }

  /** Whether a refusal now would cut it. */
  get isWarm(): boolean {
    return this.options.clock.now() >= this.cooledAt;
  }

  answered({ cuts, retried, wanted }: Answer): void {
    const { ceiling } = this.options;
    if (retried || cuts !== this.cuts || this.value >= ceiling || wanted < BUSY * this.value) return;
    this.clean += 1;
    if (this.clean < Math.max(this.value, FEWEST_ANSWERS)) return;
    const more = this.cuts === 0 ? this.value : Math.max(1, Math.floor(this.value / 20));
    this.change(Math.min(ceiling, this.value + more), 'growth');
  }

  /** The service said that there were too many; `wish` is the time in ms that it asks for. */
  tooMany(cause: Cause, wish: number): void {
    this.clean = 0;
    if (!this.isWarm) return;
    this.cuts += 1;
    this.cooledAt = this.options.clock.now() + Math.max(COOLDOWN, wish);
    this.change(Math.max(1, Math.floor(this.value * 0.8)), cause);
  }

  /** The time that the service named was not meant, and keeps the limit no longer. */
  coolsSoon(): void {
    this.cooledAt = Math.min(this.cooledAt, this.options.clock.now() + COOLDOWN);
  }

  private change(limit: number, cause: Cause): void {
    this.clean = 0;
    this.value = limit;
    const now: LimitChange = { seconds: this.seconds(), limit, cause };
    if (cause === 'growth' && this.changes.at(-1)!.cause === 'growth') this.changes.pop();
    this.changes.push(now);
    if (this.changes.length > MOST_CHANGES) this.changes.splice(1, 1);
  }

  private seconds(): number {
    return Math.round((this.options.clock.now() - this.options.since) / 100) / 10;
  }
}
