import type { ModelError } from '../errors.js';
import { backOff, systemClock, type Clock } from './pace.js';

/** For how long a run waits for a service that lets nothing through, in ms. */
const PATIENCE = 10 * 60_000;

/** The most that a configuration can ask for. */
const HIGHEST = 256;

/** So many times the limit must be answered, without a refusal between them, before one more request may be under way. */
const CLEAN_ROUNDS = 5;

export interface Pace {
  /** The most requests at the same time to one account. */
  ceiling?: number;
  /** See `PATIENCE`. */
  patience?: number;
  clock?: Clock;
}

/** Leave to send one request. */
export interface Turn {
  /** How often the limit had been cut when it was given. */
  cuts: number;
}

/** A request that was refused because there were too many (429, 503). */
export interface Refused {
  turn: Turn;
  /** When the request was first refused, in ms since the epoch. */
  since: number;
  /** How long the service asks to be left alone, in ms; 0 where it does not say. */
  wish: number;
}

/**
 * What one account of a service (host and key) lets through. All that a run asks there, for whatever purpose, shares it: whether a
 * request is one too many depends on all that are under way. A refused request waits for another turn; the first refusal of those that
 * were sent under one limit halves it, and the others of them, which say nothing new, do not.
 */
export class Account {
  private limit: number;
  private underWay = 0;
  private readonly queue: (() => void)[] = [];
  private cuts = 0;
  /** Cuts since the last answer. */
  private cutsInARow = 0;
  /** Answers since the last cut or raise. */
  private clean = 0;
  private pausedUntil = 0;
  /** The first refusal since the last answer. */
  private refusedSince: number | undefined;
  private isPatient = true;
  private end: ModelError | undefined;

  constructor(private readonly pace: Required<Pace>) {
    this.limit = pace.ceiling;
  }

  /** Resolves when one more request may be sent; each turn must be ended. @throws ModelError once the service has been given up. */
  async turn(): Promise<Turn> {
    for (;;) {
      if (this.end) throw this.end;
      const left = this.pausedUntil - this.pace.clock.now();
      if (left > 0) await this.pace.clock.sleep(left);
      else if (this.underWay >= this.limit) await new Promise<void>((resolve) => this.queue.push(resolve));
      else break;
    }
    this.underWay += 1;
    return { cuts: this.cuts };
  }

  /** To be called once for each turn, after what came of it was told. */
  endTurn(): void {
    this.underWay -= 1;
    this.wake(this.limit - this.underWay);
  }

  answered({ cuts }: Turn): void {
    this.refusedSince = undefined;
    this.cutsInARow = 0;
    if (cuts !== this.cuts || this.limit >= this.pace.ceiling) return;
    this.clean += 1;
    if (this.clean < CLEAN_ROUNDS * this.limit) return;
    this.limit += 1;
    this.clean = 0;
  }

  /** No request is sent for so long. */
  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.pace.clock.now() + ms);
  }

  /**
   * Cuts the limit and pauses. `waits`: the request waits for another turn, and it is as if it had not been sent. `counts`: so it does,
   * but some request was refused all the time while others were answered, which no waiting mends: from then on each refusal is one of
   * the request's tries. Else why waiting is pointless; nothing was done then, and the service is to be given up.
   */
  refused({ turn, since, wish }: Refused): 'waits' | 'counts' | { pointless: string } {
    const { clock, patience } = this.pace;
    const now = clock.now();
    this.refusedSince ??= now;
    if (wish > patience) return { pointless: wishTooLong(wish, patience) };
    const isNews = turn.cuts === this.cuts;
    // A service that is taken at its word, and refuses again with nothing answered between, is given more time than it says.
    const trusts = wish > 0 && this.cutsInARow === 0;
    const wait = isNews && !trusts ? Math.max(wish, backOff(this.cutsInARow + 1, clock.random())) : wish;
    if (now + wait > this.refusedSince + patience) {
      const sofar = seconds(now - this.refusedSince);
      return { pointless: `It has let nothing through for ${sofar}, and at most ${seconds(patience)} are waited for.` };
    }
    if (isNews) this.cut();
    this.pause(wait);
    if (now + wait > since + patience) this.isPatient = false;
    return this.isPatient ? 'waits' : 'counts';
  }

  /** Ends all waiting, now and later, with this error. */
  giveUp(error: ModelError): ModelError {
    this.end ??= error;
    this.wake(Infinity);
    return this.end;
  }

  private cut(): void {
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.cuts += 1;
    this.cutsInARow += 1;
    this.clean = 0;
  }

  private wake(count: number): void {
    if (count > 0)
      this.queue.splice(0, count).forEach((resume) => {
        resume();
      });
  }
}

/** The accounts that a run asks, each one found again by whoever asks it. */
export class Accounts {
  readonly clock: Clock;
  private readonly known = new Map<string, Account>();
  private readonly pace: Required<Pace>;

  constructor({ ceiling = HIGHEST, patience = PATIENCE, clock = systemClock }: Pace = {}) {
    this.clock = clock;
    this.pace = { ceiling, patience, clock };
  }

  /** @param key whatever tells one key from another. */
  of(host: string, key: string): Account {
    const name = `${host}\n${key}`;
    const account = this.known.get(name) ?? new Account(this.pace);
    this.known.set(name, account);
    return account;
  }
}

/** Why a wait that a service asks for is too long, both in ms. */
export function wishTooLong(wish: number, longest: number): string {
  return `It wants to be left alone for ${seconds(wish)}; at most ${seconds(longest)} are waited for.`;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
