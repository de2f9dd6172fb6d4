import { Account, AUTO, type Pace } from './account.js';
import type { LimitChange } from './limit.js';
import { systemClock, type Clock } from './pace.js';
import { Wire } from './wire.js';

/** For how long a run waits for a service that lets nothing through, in ms. */
const PATIENCE = 10 * 60_000;

/** What the key `concurrency` means: a number is where it begins and the most. */
export function paceOf(concurrency: 'auto' | number): Pick<Required<Pace>, 'start' | 'ceiling'> {
  return concurrency === 'auto' ? AUTO : { start: concurrency, ceiling: concurrency };
}

/** The accounts that a run asks, each one found again by whoever asks it, and the connections that it asks them on. */
export class Accounts {
  readonly clock: Clock;
  readonly wire: Wire;
  private readonly known = new Map<string, { host: string; account: Account }>();
  private readonly pace: Required<Pace>;
  private readonly since: number;

  constructor({ start, ceiling, patience = PATIENCE, clock = systemClock, wire = new Wire() }: Pace = {}) {
    this.clock = clock;
    this.wire = wire;
    this.since = clock.now();
    this.pace = { start: start ?? Math.min(AUTO.start, ceiling ?? AUTO.ceiling), ceiling: ceiling ?? AUTO.ceiling, patience, clock, wire };
  }

  /** @param key whatever tells one key from another. */
  of(host: string, key: string): Account {
    const name = `${host}\n${key}`;
    const known = this.known.get(name) ?? { host, account: new Account(this.pace, this.since) };
    this.known.set(name, known);
    return known.account;
  }

  /** So much work keeps all of them busy, with a little on hand for each place that becomes free. */
  get appetite(): number {
    const places = [...this.known.values()].reduce((sum, { account }) => sum + account.limit.value, 0);
    return Math.ceil(1.1 * Math.max(places, this.pace.start));
  }

  /** What each could have under way, over the run. */
  get limits(): { host: string; changes: LimitChange[] }[] {
    return [...this.known.values()].map(({ host, account }) => ({ host, changes: account.limit.changes }));
  }
}
