import { Limiter, systemClock, type Clock, type LimitChange, type Pace } from './limiter.js';
import { Wire } from './wire.js';

/** `concurrency: auto`: the limit at the start of a run, and its maximum. */
const AUTO = { start: 10, ceiling: 200 };

/** See `Pace`. */
const PATIENCE = 10 * 60_000;

/** What the key `concurrency` means: a number is both start and maximum. */
export function paceOf(concurrency: 'auto' | number): { start: number; ceiling: number } {
  return concurrency === 'auto' ? AUTO : { start: concurrency, ceiling: concurrency };
}

/** The accounts that a run sends requests to, each with its limiter, and the connections that they share. */
export class Accounts {
  readonly clock: Clock;
  readonly wire = new Wire();
  private readonly known = new Map<string, { host: string; limiter: Limiter }>();
  private readonly pace: Pace;

  constructor({ start, ceiling = AUTO.ceiling, patience = PATIENCE, clock = systemClock }: Partial<Pace> = {}) {
    this.clock = clock;
    this.pace = { start: start ?? Math.min(AUTO.start, ceiling), ceiling, patience, clock, began: clock.now() };
  }

  of(host: string, key: string): Limiter {
    const name = `${host}\n${key}`;
    const account = this.known.get(name) ?? { host, limiter: new Limiter(this.pace) };
    this.known.set(name, account);
    return account.limiter;
  }

  /** The number of questions that keeps all accounts busy, with a tenth in reserve. */
  get appetite(): number {
    const places = [...this.known.values()].reduce((sum, { limiter }) => sum + limiter.limit, 0);
    return Math.ceil(1.1 * Math.max(places, this.pace.start));
  }

  get limits(): { host: string; changes: LimitChange[] }[] {
    return [...this.known.values()].map(({ host, limiter }) => ({ host, changes: limiter.changes }));
  }
}
