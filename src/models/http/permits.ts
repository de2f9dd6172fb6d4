import type { ModelError } from '../../errors.ts';
import type { Clock, ConcurrencyLimit } from './pace.ts';

/** The right to send one attempt. */
export interface Permit {
  /** Number of rate-limit episodes before it was granted. */
  episode: number;
  goesFirst: boolean;
}

interface WaitingRequest {
  goesFirst: boolean;
  resolve: (permit: Permit) => void;
  reject: (error: ModelError) => void;
}

/** Owns the requests of an account that wait, the pause of all requests, and the early end. */
export class Permits {
  underWay = 0;
  /** End of the pause of all requests, in ms since the epoch. */
  pausedUntil = 0;
  /** Maximum number of requests under way, beside the limit. */
  cap: number;
  private readonly waiting: WaitingRequest[] = [];
  private isAsleep = false;
  private end: ModelError | undefined;
  private readonly ending = new AbortController();
  private readonly limit: ConcurrencyLimit;
  private readonly clock: Clock;

  constructor(limit: ConcurrencyLimit, clock: Clock, cap: number) {
    this.limit = limit;
    this.clock = clock;
    this.cap = cap;
  }

  /**
   * Resolves when a request may be sent. A request that goes first waits before all others.
   * @throws ModelError after the end
   */
  take(goesFirst: boolean): Promise<Permit> {
    return new Promise((resolve, reject) => {
      const behind = goesFirst ? this.waiting.findIndex((waiting) => !waiting.goesFirst) : -1;
      const position = behind < 0 ? this.waiting.length : behind;
      this.waiting.splice(position, 0, { goesFirst, resolve, reject });
      this.admit();
    });
  }

  giveBack(): void {
    this.underWay -= 1;
    this.admit();
  }

  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
  }

  /** Rejects the requests that wait, and those to come. Returns the error of the first end. */
  endWith(error: ModelError): ModelError {
    this.end ??= error;
    this.ending.abort();
    return this.end;
  }

  private admit(): void {
    if (this.end) {
      for (const { reject } of this.waiting.splice(0)) reject(this.end);
      return;
    }
    const remaining = this.pausedUntil - this.clock.now();
    if (remaining > 0) {
      if (this.waiting.length > 0 && !this.isAsleep) void this.admitAfter(remaining);
      return;
    }
    while (this.underWay < Math.min(this.limit.current, this.cap)) {
      const nextWaiting = this.waiting.shift();
      if (nextWaiting === undefined) return;
      const { goesFirst, resolve } = nextWaiting;
      this.underWay += 1;
      this.limit.granted(this.underWay);
      resolve({ episode: this.limit.episode, goesFirst });
    }
  }

  private async admitAfter(ms: number): Promise<void> {
    this.isAsleep = true;
    await this.clock.sleep(ms, this.ending.signal);
    this.isAsleep = false;
    this.admit();
  }
}
