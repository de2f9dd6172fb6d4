import { ModelError } from '../errors.ts';
import { Accounts } from './accounts.ts';
import { Halt } from './halt.ts';
import type { LimitStep } from './http/pace.ts';
import type { ReplyStore } from './store/reply-store.ts';
import type { SharedReplies } from './store/shared-replies.ts';

export interface Tokens {
  prompt: number;
  completion: number;
}

/** Price per million tokens. */
interface Price {
  input: number;
  output?: number;
}

export type Prices = Readonly<Record<string, Price>>;

export function costOf({ prompt, completion }: Tokens, price: Price | undefined): number {
  if (price === undefined) return 0;
  return (prompt * price.input + completion * (price.output ?? 0)) / 1_000_000;
}

export function priceOf(prices: Prices | undefined, name: string): Price | undefined {
  return prices && Object.hasOwn(prices, name) ? prices[name] : undefined;
}

export interface Caps {
  max_tokens?: number;
  max_cost?: number;
  prices?: Prices;
}

export const ON_BUDGET = ['refuse', 'partial'] as const;

/** The run that a meter counts for. */
interface MeteredRun {
  halt: Halt;
  store?: ReplyStore;
  /** Replies that the runs of this process share. */
  shared?: SharedReplies;
  caps?: Caps;
}

/** The upper bound of a request under way. */
interface Reservation {
  price: Price | undefined;
  maximum: Tokens;
}

const NO_TOKENS: Tokens = { prompt: 0, completion: 0 };

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
  /** Number of replies whose tokens are unknown. */
  unreported = 0;
  readonly maxRequests: number | undefined;
  /** Cap of the current step, as a value of `spent`; Infinity if the step has no cap of its own. */
  private stepCap = Infinity;
  private isSearching = false;
  readonly accounts: Accounts;
  readonly run: MeteredRun;
  private readonly caps: Caps;
  private tokens = 0;
  private money = 0;
  private isUnpriced = false;
  private readonly underWay = new Set<Reservation>();
  private readonly waiting: (() => void)[] = [];

  /** @param maxRequests cap on requests; undefined for none */
  constructor(
    maxRequests?: number,
    accounts = new Accounts(),
    run: MeteredRun = { halt: new Halt() },
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
    this.stepCap = this.spent + more;
  }

  /**
   * Number of requests that count against a cap. A search for the cause also counts stored replies,
   * so that a repeated run, which sends nothing, has the same finding.
   */
  get spent(): number {
    return this.requests + (this.isSearching ? this.recalled.resume : 0);
  }

  private get requestCap(): number {
    return Math.min(this.maxRequests ?? Infinity, this.stepCap);
  }

  /** Requests that may still be sent. */
  get left(): number {
    return this.requestCap - this.spent;
  }

  /**
   * Counts a request before it is sent.
   * @throws ModelError `budget` at the cap, or the reason of the halt.
   */
  countRequest(): void {
    if (this.run.halt.reason) throw this.run.halt.reason;
    if (this.left <= 0) {
      throw new ModelError(`The cap of ${this.requestCap} requests is reached.`, {
        kind: 'budget',
        fatal: true,
        remedy:
          'Raise `budget.max_requests` in the configuration or the input `max-requests`, or test fewer rows.',
      });
    }
    this.requests += 1;
  }

  /**
   * Resolves when the request fits below the caps; then call `settle`.
   * @throws ModelError `budget` if it never will.
   */
  async reserve(name: string, maximum: Tokens): Promise<Reservation> {
    const reservation = { price: priceOf(this.caps.prices, name), maximum };
    while (this.hasCaps) {
      const capError = this.capExceededBy(reservation);
      if (capError === undefined) break;
      if (this.underWay.size === 0) throw capError;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.underWay.add(reservation);
    return reservation;
  }

  /** Replaces a reservation by the tokens that the request took. */
  settle(reservation: Reservation, taken: TokensTaken): void {
    this.underWay.delete(reservation);
    if (taken === 'unknown') {
      this.unreported += 1;
      this.spend(this.hasCaps ? reservation.maximum : NO_TOKENS, reservation.price);
    } else if (taken !== 'nothing') {
      this.prompt_tokens += taken.prompt;
      this.completion_tokens += taken.completion;
      this.spend(taken, reservation.price);
    }
    for (const tryAgain of this.waiting.splice(0)) tryAgain();
  }

  private spend(tokens: Tokens, price: Price | undefined): void {
    this.tokens += tokens.prompt + tokens.completion;
    this.money += costOf(tokens, price);
    this.isUnpriced ||= price === undefined;
  }

  private capExceededBy(reservation: Reservation): ModelError | undefined {
    const { max_tokens = Infinity, max_cost = Infinity } = this.caps;
    let { tokens, money } = this;
    for (const request of [...this.underWay, reservation]) {
      tokens += request.maximum.prompt + request.maximum.completion;
      money += costOf(request.maximum, request.price);
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
