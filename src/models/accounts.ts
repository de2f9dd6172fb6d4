import { systemClock, type Clock, type LimitStep, type RequestPace } from './http/pace.ts';
import type { HttpProxy } from './http/proxy.ts';
import { Queue } from './http/queue.ts';
import { Wire } from './http/wire.ts';

/** `concurrency: auto`: the limit at the start of a run, and its maximum. */
const AUTO = { start: 10, ceiling: 200 };

/** Give up an account that refuses all requests for this time, in ms. */
const PATIENCE = 10 * 60_000;

/** Returns the limits that the key `concurrency` sets: a number is both start and maximum. */
export function paceOf(concurrency: 'auto' | number): { start: number; ceiling: number } {
  return concurrency === 'auto' ? AUTO : { start: concurrency, ceiling: concurrency };
}

interface Account {
  host: string;
  queue: Queue;
}

/**
 * Owns the accounts (host and key) that a run sends requests to, each with its queue, and their
 * shared connections.
 */
export class Accounts {
  readonly clock: Clock;
  readonly wire: Wire;
  private readonly accounts = new Map<string, Account>();
  private readonly pace: RequestPace;

  constructor({
    start,
    ceiling = AUTO.ceiling,
    patience = PATIENCE,
    clock = systemClock,
    proxy,
  }: Partial<RequestPace> & { proxy?: HttpProxy } = {}) {
    this.wire = new Wire(proxy);
    this.clock = clock;
    this.pace = {
      start: start ?? Math.min(AUTO.start, ceiling),
      ceiling,
      patience,
      clock,
      began: clock.now(),
    };
  }

  queueOf(host: string, key: string): Queue {
    const name = `${host}\n${key}`;
    const account = this.accounts.get(name) ?? { host, queue: new Queue(this.pace) };
    this.accounts.set(name, account);
    return account.queue;
  }

  private get list(): Account[] {
    return [...this.accounts.values()];
  }

  /** The number of questions that keeps all accounts busy, with a tenth in reserve. */
  get appetite(): number {
    const places = this.list.reduce((sum, { queue }) => sum + queue.limit.current, 0);
    return Math.ceil(1.1 * Math.max(places, this.pace.start));
  }

  /** The latest end of a pause for a rate limit; undefined without one. */
  get refusedUntil(): number | undefined {
    const ends = this.list.flatMap(({ queue }) => queue.refusedUntil ?? []);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  get lastRefusal(): string | undefined {
    return this.list.map(({ queue }) => queue.lastRefusal).find(Boolean);
  }

  get limits(): { host: string; changes: LimitStep[] }[] {
    return this.list.map(({ host, queue }) => ({ host, changes: queue.limit.changes }));
  }
}
