import type { RowError } from './results.js';

/** Why a request has no answer. */
export interface Failure extends RowError {
  /** The cause may pass (a time-out, a connection that broke, an endpoint that is overloaded): asked once more, it may be answered. */
  passing?: boolean;
}

/** What is known of somebody who is asked: whether anything was, and why nothing will be any more. */
export interface Standing {
  wasAsked: boolean;
  end: Failure | undefined;
}

/** So many questions failing one after another, none answered between them, is an endpoint that is down: stop paying for it. */
const GIVE_UP_AFTER = 10;

/** What stopped the asking, of a row that was not asked for it: the cause that it shares with those that were. */
export function rootCause(message: string): string {
  return message.replace(/^Not asked(?:, after|: \d{1,4} requests in a row had failed, the last with): /, '');
}

/** Reads a thrown error; the models room throws errors that carry `kind`, `fatal` and `passing`. */
export function toFailure(error: unknown): Failure & { fatal: boolean } {
  if (!(error instanceof Error) || !('kind' in error)) throw error; // A defect of ours must not pass as a row in error.
  const { kind, fatal, passing, message, remedy } = error as Error & Record<'kind' | 'fatal' | 'passing' | 'remedy', unknown>;
  return {
    kind: String(kind),
    // A line each: what is told of a cause and what to do about it may stand in two places.
    message: typeof remedy === 'string' && remedy ? `${message}\n${remedy}` : message,
    fatal: fatal === true,
    ...(passing === true && fatal !== true && { passing }),
  };
}

/**
 * Lets nothing through once asking has become pointless: after an error that the next request would meet too (a wrong
 * key, an unknown model), or after a run of failures. Knows what may be asked once more when all else has been asked.
 */
export class Breaker {
  private failuresInARow = 0;
  /** Whether the cause of any of these may pass. */
  private mayPass = false;
  private reason: Failure | undefined;
  /** What has no answer for a passing reason and was not asked again yet, and whether it was asked at all. */
  private readonly failed = new Map<string, boolean>();
  private readonly askedAgain = new Set<string>();
  private isFirstRound = true;
  private hasAnswered = false;

  /** Runs `call` unless asking has stopped; a failure comes back as such. `keys` name what is asked for. */
  async attempt<T>(keys: readonly string[], call: () => Promise<T>): Promise<T | Failure> {
    if (this.reason) return this.note(keys, { failure: this.reason, wasAsked: false });
    try {
      const value = await call();
      this.failuresInARow = 0;
      this.mayPass = false;
      this.hasAnswered = true;
      return value;
    } catch (thrown) {
      const { fatal, ...failure } = toFailure(thrown);
      this.failuresInARow += 1;
      this.mayPass ||= failure.passing === true;
      const { kind, message } = failure;
      if (fatal) this.stop({ kind, message: `Not asked, after: ${rootCause(message)}` });
      else if (this.failuresInARow >= GIVE_UP_AFTER) {
        const why = `${GIVE_UP_AFTER} requests in a row had failed, the last with: ${message}`;
        this.stop({ kind, message: `Not asked: ${why}`, passing: this.mayPass });
      }
      return this.note(keys, { failure, wasAsked: true });
    }
  }

  /**
   * The keys of what failed for a passing reason, once each, and of what was not asked for one: who asked forgets those failures and may
   * ask again. An endpoint that seemed to be down gets one chance to answer. None where asking has stopped for good.
   */
  secondRound(): string[] {
    const isDown = this.reason && (!this.reason.passing || (!this.isFirstRound && !this.hasAnswered));
    if (isDown || this.failed.size === 0) return [];
    const keys = [...this.failed.keys()];
    this.failed.forEach((wasAsked, key) => wasAsked && this.askedAgain.add(key));
    this.failed.clear();
    this.isFirstRound = false;
    this.hasAnswered = false;
    this.failuresInARow = this.reason ? GIVE_UP_AFTER - 1 : 0;
    this.reason = undefined;
    return keys;
  }

  /** Why nothing will be let through any more, whatever round it is. */
  get end(): Failure | undefined {
    return this.reason?.passing === true ? undefined : this.reason;
  }

  /** A cause that stays outweighs one that may pass. */
  private stop(reason: Failure): void {
    if (this.reason === undefined || (this.reason.passing && !reason.passing)) this.reason = reason;
  }

  private note(keys: readonly string[], { failure, wasAsked }: { failure: Failure; wasAsked: boolean }): Failure {
    if (failure.passing) keys.filter((key) => !this.askedAgain.has(key)).forEach((key) => this.failed.set(key, wasAsked));
    return failure;
  }
}
