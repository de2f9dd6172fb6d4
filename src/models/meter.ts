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

/** The run that a meter counts for. */
interface MeteredRun {
  halt: Halt;
  store?: ReplyStore;
  /** Replies that the runs of this process share. */
  shared?: SharedReplies;
}

/** Tokens that an attempt took. */
export type TokensTaken = Tokens | 'nothing' | 'unknown';

/** Owns the counts of a run, and its cap on requests, for all of its models. */
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

  /** @param maxRequests cap on requests; undefined for none */
  constructor(
    maxRequests?: number,
    accounts = new Accounts(),
    run: MeteredRun = { halt: new Halt() },
  ) {
    this.maxRequests = maxRequests;
    this.accounts = accounts;
    this.run = run;
  }

  /** Number of stored replies that the run took. */
  get recalled(): number {
    return this.run.store?.taken ?? 0;
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
    return this.requests + (this.isSearching ? this.recalled : 0);
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

  countTokens(taken: TokensTaken): void {
    if (taken === 'unknown') {
      this.unreported += 1;
    } else if (taken !== 'nothing') {
      this.prompt_tokens += taken.prompt;
      this.completion_tokens += taken.completion;
    }
  }
}
