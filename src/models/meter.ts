import { ModelError } from '../errors.js';
import { Ledger, type Caps } from './ledger.js';
import { type LimitChange, Limiter, systemClock, type Clock, type Pace } from './http/limiter.js';
import type { ReplyStore } from './store/reply-store.js';
import { Wire } from './http/wire.js';

interface RunOfMeter {
  halt: Halt;
  store?: ReplyStore | undefined;
  caps?: Caps | undefined;
}

/** Counts every HTTP attempt of a run, and one a call for the `reference` models. All models of a run share one meter and its cap. */
export class Meter {
  requests = 0;
  prompt_tokens = 0;
  completion_tokens = 0;
  readonly ledger: Ledger;
  readonly maxRequests: number | undefined;
  readonly accounts: Accounts;
  readonly run: RunOfMeter;

  /** @param maxRequests hard cap on requests; `undefined` means none. */
  constructor(maxRequests?: number, accounts = new Accounts(), run: RunOfMeter = { halt: new Halt() }) {
    this.maxRequests = maxRequests;
    this.accounts = accounts;
    this.run = run;
    this.ledger = new Ledger(run.caps);
  }

  /** For what is looked up beside the run: no part of what it asks, may ask and remembers, on connections to be closed at once. */
  aside(): Meter {
    return new Meter(undefined, new Accounts({ patience: 0, clock: this.accounts.clock }), { halt: this.run.halt });
  }

  /** Replies of an interrupted run that this one resumes, and those of the cache. */
  get recalled(): { resume: number; cache: number } {
    return this.run.store?.taken ?? { resume: 0, cache: 0 };
  }

  /** By the prices that are given, as far as servers said what they took; undefined where there are none. */
  get cost(): number | undefined {
    return this.ledger.cost;
  }

  get unreported(): number {
    return this.ledger.unreported;
  }

  /** What each account could have under way, over the run. */
  get concurrency(): { host: string; changes: LimitChange[] }[] {
    return this.accounts.limits;
  }

  /** Call before each request. Throws ModelError `budget` at the cap, and the reason of the halt once the run is halted. */
  request(): void {
    if (this.run.halt.reason) throw this.run.halt.reason;
    if (this.requests >= (this.maxRequests ?? Infinity)) {
      const remedy = 'Raise `budget.max_requests` in the configuration or the input `max-requests`, or test fewer rows.';
      throw new ModelError(`The cap of ${this.maxRequests} requests is reached.`, { kind: 'budget', fatal: true, remedy });
    }
    this.requests += 1;
  }

  /** Adds the tokens that an OpenAI-compatible server reports; anything but whole numbers is left out. */
  tokens({ prompt_tokens, completion_tokens }: Record<string, unknown>): void {
    this.prompt_tokens += count(prompt_tokens);
    this.completion_tokens += count(completion_tokens);
  }
}

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Stops a run, by a signal or at its deadline: nothing new is sent, and requests under way reject with the reason. */
export class Halt {
  private why: ModelError | undefined;
  private readonly waiting = new Set<(why: ModelError) => void>();
  private readonly children: Halt[] = [];

  get reason(): ModelError | undefined {
    return this.why;
  }

  now(reason: ModelError): void {
    if (this.why) return;
    this.why = reason;
    for (const tell of this.waiting) tell(reason);
    this.waiting.clear();
    for (const child of this.children) child.now(reason);
  }

  /** A halt for a part of the run: it ends with the whole, and the whole does not end with it. */
  child(): Halt {
    const child = new Halt();
    if (this.why) child.now(this.why);
    this.children.push(child);
    return child;
  }

  /** Whether anything was left unfinished, here or in a part. */
  get hasLeft(): boolean {
    return this.why !== undefined || this.children.some((child) => child.hasLeft);
  }

  /** What `work` comes to, or the reason where the run is halted before. The work itself goes on: an answer that was paid for is kept. */
  async orEnd<T>(work: () => Promise<T>): Promise<T> {
    if (this.why) throw this.why;
    return new Promise<T>((resolve, reject) => {
      // Not Promise.race with one promise of the whole run: that would hold every answer in memory until its end.
      this.waiting.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.waiting.delete(reject));
    });
  }
}

/** `concurrency: auto`: the limit at the start of a run, and its maximum. */
const AUTO = { start: 10, ceiling: 200 };

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
