import { ModelError } from '../errors.js';
import { Accounts } from './http/accounts.js';
import { Halt } from './halt.js';
import { Ledger, type Caps } from './ledger.js';
import type { LimitChange } from './http/limiter.js';
import type { ReplyStore } from './store/reply-store.js';

interface RunOfMeter {
  halt: Halt;
  store?: ReplyStore | undefined;
  caps?: Caps | undefined;
}

/**
 * Counts what a run sends: every HTTP attempt, repeated and refused ones, embeddings and look-ups included, and one a call for
 * the `reference` models. One meter serves all models of a run, so that its cap holds for their sum.
 */
export class Meter {
  /** Sent so far. */
  requests = 0;
  /** As servers report them. */
  prompt_tokens = 0;
  completion_tokens = 0;
  /** Tokens and money. */
  readonly ledger: Ledger;
  readonly maxRequests: number | undefined;
  readonly accounts: Accounts;
  readonly run: RunOfMeter;

  /**
   * @param maxRequests hard cap on requests; `undefined` means none.
   * @param accounts what the services let through of them.
   * @param run whether it still asks, where its replies are stored, and what they may take beside requests.
   */
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

  /** Requests that may be sent still. */
  get left(): number {
    return (this.maxRequests ?? Infinity) - this.requests;
  }

  /** By the prices that are given, as far as servers said what they took; undefined where there are none. */
  get cost(): number | undefined {
    return this.ledger.cost;
  }

  /** Replies of models that did not say what they took. */
  get unreported(): number {
    return this.ledger.unreported;
  }

  /** What each account could have under way, over the run. */
  get concurrency(): { host: string; changes: LimitChange[] }[] {
    return this.accounts.limits;
  }

  /**
   * Call before each request. Throws ModelError `budget` in place of the request that would pass the cap, and why the run was halted in
   * place of every later one, repeated ones too.
   */
  request(): void {
    if (this.run.halt.reason) throw this.run.halt.reason;
    if (this.left <= 0) throw this.capReached;
    this.requests += 1;
  }

  get capReached(): ModelError {
    return new ModelError(`The cap of ${this.maxRequests} requests is reached.`, {
      kind: 'budget',
      fatal: true,
      remedy: 'Raise `budget.max_requests` in the configuration or the input `max-requests`, or test fewer rows.',
    });
  }

  /**
   * Adds what a server says a reply cost, in the names of OpenAI-compatible ones. Anything but whole numbers is left out: the report's sums
   * stay numbers.
   */
  tokens({ prompt_tokens, completion_tokens }: Record<string, unknown>): void {
    this.prompt_tokens += count(prompt_tokens);
    this.completion_tokens += count(completion_tokens);
  }
}

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
