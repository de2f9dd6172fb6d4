import {
  systemClock,
  type Clock,
  type ConcurrencyRange,
  type LimitStep,
  type RequestPace,
} from './http/pace.ts';
import type { HttpProxy } from './http/proxy.ts';
import { Queue, type RateRefusal } from './http/queue.ts';
import { Wire } from './http/wire.ts';

/** The limits of `concurrency: auto`. */
const AUTO: ConcurrencyRange = { start: 10, maximum: 200 };

/** Give up an account that refuses all requests for this time. */
const MAX_REFUSED_MS = 10 * 60_000;

/** Returns the limits that the key `concurrency` sets: a number is both start and maximum. */
export function concurrencyOf(setting: 'auto' | number): ConcurrencyRange {
  return setting === 'auto' ? AUTO : { start: setting, maximum: setting };
}

interface Account {
  host: string;
  queue: Queue;
}

interface AccountsOptions extends Partial<Omit<RequestPace, 'startedAt'>> {
  proxy?: HttpProxy;
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
    maximum = AUTO.maximum,
    start = Math.min(AUTO.start, maximum),
    maxRefusedMs = MAX_REFUSED_MS,
    clock = systemClock,
    proxy,
  }: AccountsOptions = {}) {
    this.wire = new Wire(proxy);
    this.clock = clock;
    this.pace = { start, maximum, maxRefusedMs, clock, startedAt: clock.now() };
  }

  queueOf(host: string, key: string): Queue {
    const name = `${host}\n${key}`;
    const account = this.accounts.get(name) ?? { host, queue: new Queue(this.pace) };
    this.accounts.set(name, account);
    return account.queue;
  }

  private get allAccounts(): Account[] {
    return [...this.accounts.values()];
  }

  /** The number of concurrent questions that keeps all accounts busy, with a tenth in reserve. */
  get wantedConcurrency(): number {
    const slots = this.allAccounts.reduce((sum, { queue }) => sum + queue.limit.current, 0);
    return Math.ceil(1.1 * Math.max(slots, this.pace.start));
  }

  /** The latest end of a pause for a rate limit; undefined without one. */
  get refusedUntil(): number | undefined {
    const ends = this.allAccounts.flatMap(({ queue }) => queue.refusedUntil ?? []);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  /** Message of the latest refusal for the rate, of accounts that have not answered since. */
  get lastRefusal(): string | undefined {
    let latest: RateRefusal | undefined;
    for (const { queue } of this.accounts.values()) {
      const refusal = queue.lastRefusal;
      if (refusal && refusal.at >= (latest?.at ?? 0)) latest = refusal;
    }
    return latest?.message;
  }

  get limits(): { host: string; changes: LimitStep[] }[] {
    return this.allAccounts.map(({ host, queue }) => ({ host, changes: queue.limit.changes }));
  }
}
