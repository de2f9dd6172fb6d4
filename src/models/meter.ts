/** The requests and tokens of a run: counts, caps, accounts and the early end. */
import { ModelError } from '../errors.js';
import { systemClock, type Clock, type LimitStep, type RequestPace } from './http/pace.js';
import { Queue } from './http/queue.js';
import type { HttpProxy } from './http/proxy.js';
import { Wire } from './http/wire.js';
import type { ReplyStore } from './store/reply-store.js';
import type { SharedReplies } from './store/shared-replies.js';

export interface Tokens {
  prompt: number;
  completion: number;
}

/** Price per million tokens. */
export interface Price {
  input: number;
  output?: number;
}

export type Prices = Readonly<Record<string, Price>>;

export function costOf({ prompt, completion }: Tokens, price: Price | undefined): number {
  return price === undefined
    ? 0
    : (prompt * price.input + completion * (price.output ?? 0)) / 1_000_000;
}

export function priceOf(prices: Prices | undefined, name: string): Price | undefined {
  return prices && Object.hasOwn(prices, name) ? prices[name] : undefined;
}

/**
 * Reserve for tokens that a server adds to a prompt: a date, a default system prompt, instructions
 * for a `response_format`.
 */
const ADDED_BY_SERVER = 64;

/**
 * Returns an upper bound of the prompt's tokens. A tokenizer over bytes makes at most one token of
 * a byte, and the body is longer than the prompt in it.
 */
export function mostPromptTokens(body: string): number {
  return Buffer.byteLength(body) + ADDED_BY_SERVER;
}

export interface Caps {
  max_tokens?: number;
  max_cost?: number;
  prices?: Prices;
}

export const ON_BUDGET = ['refuse', 'partial'] as const;

/**
 * Owns the early end of a run, by a signal or at its deadline: no new request is sent, and requests
 * under way reject with the reason.
 */
export class Halt {
  private why: ModelError | undefined;
  private readonly waiting = new Set<(why: ModelError) => void>();
  private readonly children: Halt[] = [];

  get reason(): ModelError | undefined {
    return this.why;
  }

  stop(reason: ModelError): void {
    if (this.why) return;
    this.why = reason;
    for (const reject of this.waiting) reject(reason);
    this.waiting.clear();
    for (const child of this.children) child.stop(reason);
  }

  /** Creates a halt for a part of the run. It ends with the run; the run does not end with it. */
  child(): Halt {
    const child = new Halt();
    if (this.why) child.stop(this.why);
    this.children.push(child);
    return child;
  }

  get hasLeft(): boolean {
    return this.why !== undefined || this.children.some((child) => child.hasLeft);
  }

  /**
   * Settles like `work`, or rejects with the reason once the run is halted. The work continues: an
   * answer that was paid for is stored.
   */
  async orEnd<T>(work: () => Promise<T>): Promise<T> {
    if (this.why) throw this.why;
    return new Promise<T>((resolve, reject) => {
      // Promise.race with one promise for the whole run would keep every answer in memory until the
      // end.
      this.waiting.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.waiting.delete(reject));
    });
  }
}

interface RunOfMeter {
  halt: Halt;
  store?: ReplyStore;
  /** Replies of an earlier run of this process. */
  shared?: SharedReplies;
  caps?: Caps;
}

export interface Reservation {
  price: Price | undefined;
  most: Tokens;
}

/** Tokens that an attempt took. The caps count `unknown` as its upper bound. */
export type TokensTaken = Tokens | 'nothing' | 'unknown';

/**
 * Owns the counts and the caps of a run, for all of its models. Caps include the upper bounds of
 * the requests under way: a request that does not fit waits.
 */
export class Meter {
  requests = 0;
  prompt_tokens = 0;
  completion_tokens = 0;
  unreported = 0;
  readonly maxRequests: number | undefined;
  /** Cap of the current step, as a value of `spent`; Infinity if the step has no cap of its own. */
  private allowed = Infinity;
  private isSearching = false;
  readonly accounts: Accounts;
  readonly run: RunOfMeter;
  private readonly caps: Caps;
  private tokens = 0;
  private money = 0;
  private isUnpriced = false;
  private readonly underWay = new Set<Reservation>();
  private readonly waiting: (() => void)[] = [];

  /** @param maxRequests cap on requests; `undefined` means none. */
  constructor(
    maxRequests?: number,
    accounts = new Accounts(),
    run: RunOfMeter = { halt: new Halt() },
  ) {
    this.maxRequests = maxRequests;
    this.accounts = accounts;
    this.run = run;
    this.caps = run.caps ?? {};
  }

  get recalled(): { resume: number; cache: number } {
    return this.run.store?.taken ?? { resume: 0, cache: 0 };
  }

  get cost(): number | undefined {
    return this.caps.prices === undefined || this.isUnpriced ? undefined : this.money;
  }

  get hasCaps(): boolean {
    return this.caps.max_tokens !== undefined || this.caps.max_cost !== undefined;
  }

  get concurrency(): { host: string; changes: LimitStep[] }[] {
    return this.accounts.limits;
  }

  /** Caps the requests that the run still sends: those of the search for the cause. */
  allow(more: number): void {
    this.isSearching = true;
    this.allowed = this.spent + more;
  }

  /**
   * Number of requests that count against a cap. A search for the cause also counts stored replies,
   * so that a repeated run, which sends nothing, has the same finding.
   */
  get spent(): number {
    return this.requests + (this.isSearching ? this.recalled.resume : 0);
  }

  /** Requests that may still be sent. */
  get left(): number {
    return Math.min(this.maxRequests ?? Infinity, this.allowed) - this.spent;
  }

  /**
   * Counts a request before it is sent.
   * @throws ModelError `budget` at the cap, or the reason of the halt.
   */
  request(): void {
    if (this.run.halt.reason) throw this.run.halt.reason;
    if (this.left <= 0) {
      const remedy =
        'Raise `budget.max_requests` in the configuration or the input `max-requests`, or test fewer rows.';
      const cap = Math.min(this.maxRequests ?? Infinity, this.allowed);
      throw new ModelError(`The cap of ${cap} requests is reached.`, {
        kind: 'budget',
        fatal: true,
        remedy,
      });
    }
    this.requests += 1;
  }

  /**
   * Resolves when the request fits below the caps; then call `settle`.
   * @throws ModelError `budget` if it never will.
   */
  async reserve(name: string, most: Tokens): Promise<Reservation> {
    const reserved = { price: priceOf(this.caps.prices, name), most };
    while (this.hasCaps) {
      const capError = this.capExceededBy(reserved);
      if (capError === undefined) break;
      if (this.underWay.size === 0) throw capError;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.underWay.add(reserved);
    return reserved;
  }

  settle(reserved: Reservation, took: TokensTaken): void {
    this.underWay.delete(reserved);
    if (took === 'unknown') this.unreported += 1;
    else if (took !== 'nothing') {
      this.prompt_tokens += took.prompt;
      this.completion_tokens += took.completion;
    }
    if (took !== 'nothing') {
      const most = this.hasCaps ? reserved.most : { prompt: 0, completion: 0 };
      const countedTokens = took === 'unknown' ? most : took;
      this.tokens += countedTokens.prompt + countedTokens.completion;
      this.money += costOf(countedTokens, reserved.price);
      this.isUnpriced ||= reserved.price === undefined;
    }
    for (const tryAgain of this.waiting.splice(0)) tryAgain();
  }

  private capExceededBy({ most, price }: Reservation): ModelError | undefined {
    const { max_tokens = Infinity, max_cost = Infinity } = this.caps;
    let { tokens, money } = this;
    for (const request of [...this.underWay, { most, price }]) {
      tokens += request.most.prompt + request.most.completion;
      money += costOf(request.most, request.price);
    }
    if (tokens > max_tokens) return capReached(`${max_tokens} tokens`, 'max_tokens');
    return money > max_cost ? capReached(`a cost of ${max_cost}`, 'max_cost') : undefined;
  }
}

function capReached(cap: string, key: string): ModelError {
  const remedy = `Raise \`budget.${key}\`, lower \`max_tokens\` in the parameters, or test fewer rows.`;
  return new ModelError(`The cap of ${cap} is reached: the next request could exceed it.`, {
    kind: 'budget',
    fatal: true,
    remedy,
  });
}

/** A count that a server reports; 0 for anything but a positive whole number. */
export function reportedCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** `concurrency: auto`: the limit at the start of a run, and its maximum. */
const AUTO = { start: 10, ceiling: 200 };

const PATIENCE_MS = 10 * 60_000;

/** The pace of the key `concurrency`: a number is both start and maximum. */
export function paceOf(concurrency: 'auto' | number): { start: number; ceiling: number } {
  return concurrency === 'auto' ? AUTO : { start: concurrency, ceiling: concurrency };
}

/**
 * Owns the accounts (host and key) that a run sends requests to, each with its queue, and their
 * shared connections.
 */
export class Accounts {
  readonly clock: Clock;
  readonly wire: Wire;
  private readonly known = new Map<string, { host: string; queue: Queue }>();
  private readonly pace: RequestPace;

  constructor({
    start,
    ceiling = AUTO.ceiling,
    patience = PATIENCE_MS,
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
    const account = this.known.get(name) ?? { host, queue: new Queue(this.pace) };
    this.known.set(name, account);
    return account.queue;
  }

  /** The number of questions that keeps all accounts busy, with a tenth in reserve. */
  get appetite(): number {
    const places = [...this.known.values()].reduce(
      (sum, { queue }) => sum + queue.limit.current,
      0,
    );
    return Math.ceil(1.1 * Math.max(places, this.pace.start));
  }

  /** The latest end of a pause for a rate limit; undefined without one. */
  get refusedUntil(): number | undefined {
    const ends = [...this.known.values()].flatMap(({ queue }) => queue.refusedUntil ?? []);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  get lastRefusal(): string | undefined {
    return [...this.known.values()].map(({ queue }) => queue.lastRefusal).find(Boolean);
  }

  get limits(): { host: string; changes: LimitStep[] }[] {
    return [...this.known.values()].map(({ host, queue }) => ({
      host,
      changes: queue.limit.changes,
    }));
  }
}
