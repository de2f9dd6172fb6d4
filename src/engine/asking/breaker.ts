import { GateError, ModelError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { RowError } from '../results.ts';

export interface RequestFailure extends RowError {
  /** The cause is temporary: a timeout, a broken connection, an overloaded endpoint. */
  transient?: boolean;
}

export function rowError({ kind, message, unasked }: RequestFailure): RowError {
  return unasked ? { kind, message, unasked } : { kind, message };
}

export interface EndpointState {
  wasAsked: boolean;
  end: RequestFailure | undefined;
}

/**
 * After this many failures in a row, in the order of sending, the endpoint counts as down, and no
 * more requests are sent to it.
 */
const GIVE_UP_AFTER = 10;

/**
 * @throws the error itself if a user can correct it elsewhere than at an endpoint: it ends the run
 */
function toFailure(error: unknown): RequestFailure & { fatal: boolean } {
  if (error instanceof ModelError) {
    const { kind, fatal, message, remedy, unasked } = error;
    // Cause and remedy on one line each: writers may separate them.
    const lines = remedy && `\n${remedy}`;
    return {
      kind,
      message: `${message}${lines}`,
      unasked: unasked === undefined ? undefined : `${unasked}${lines}`,
      fatal,
      transient: error.transient || undefined,
    };
  }
  if (error instanceof GateError) throw error;
  const message = `A defect of the action in reading this answer: ${quoted(String(error))}. Please report it.`;
  return { kind: 'bad_response', message, fatal: false };
}

export function thrownAsRowError(error: unknown): RowError {
  return rowError(toFailure(error));
}

/**
 * Decides whether questions of one kind to one endpoint are still asked. It stops them after an
 * error that the next question would meet too (a wrong key, an unknown model), or after a run of
 * failures. It keeps the questions that may be asked once more at the end. `src/models/` handles
 * single requests: when a question has failed, its waits and retries are over.
 *
 * Each question has two tries: first all questions get one, then the failed ones get another. So
 * the errors do not depend on the number of concurrent requests. Only an endpoint that is down ends
 * the tries early: one that failed `GIVE_UP_AFTER` first tries in a row, and then as many again in
 * the next round without an answer between them.
 */
export class Breaker {
  private sent = new SentQuestions();
  private reason: RequestFailure | undefined;
  /**
   * Questions that failed for a transient reason and had no second round yet, and whether they had
   * their first retry.
   */
  private readonly failed = new Map<string, boolean>();
  private readonly askedAgain = new Set<string>();
  private isFirstRound = true;
  private hasAnswered = false;
  private hasEverAnswered = false;

  /**
   * Runs `call` unless asking has stopped; a failure comes back as such. `keys` name what is asked
   * for.
   */
  async attempt<T>(keys: readonly string[], call: () => Promise<T>): Promise<T | RequestFailure> {
    if (this.reason) return this.recordFailure(keys, { failure: this.reason, wasAsked: false });
    // A second failure of the same question does not count against an endpoint that answers others.
    const isCounted = !this.hasEverAnswered || !keys.every((key) => this.askedAgain.has(key));
    const place = isCounted ? this.sent.add() : undefined;
    try {
      const value = await call();
      if (place !== undefined) this.sent.settle(place, 'answered');
      this.hasAnswered = true;
      this.hasEverAnswered = true;
      return value;
    } catch (thrown) {
      const { fatal, ...failure } = toFailure(thrown);
      if (fatal) this.stopForGood(failure);
      else if (place !== undefined) this.count(place, failure);
      return this.recordFailure(keys, { failure, wasAsked: true });
    }
  }

  /**
   * The keys to ask in a further round, once each: those not asked for a transient reason, else
   * those that failed for one.
   */
  secondRound(): string[] {
    const isDown =
      this.reason && (!this.reason.transient || (!this.isFirstRound && !this.hasAnswered));
    if (isDown || this.failed.size === 0) return [];
    const failedKeys = [...this.failed.keys()];
    const unasked = failedKeys.filter((key) => !this.failed.get(key));
    const keys = unasked.length > 0 ? unasked : failedKeys;
    for (const key of keys) {
      if (unasked.length === 0) this.askedAgain.add(key);
      this.failed.delete(key);
    }
    this.isFirstRound = false;
    this.hasAnswered = false;
    this.sent = new SentQuestions();
    this.reason = undefined;
    return keys;
  }

  get end(): RequestFailure | undefined {
    return this.reason?.transient === true ? undefined : this.reason;
  }

  private count(place: number, failure: RequestFailure): void {
    this.sent.settle(place, failure);
    const failures = this.sent.failuresAround(place);
    if (failures.length < GIVE_UP_AFTER) return;
    const { kind, message: unasked } = failure;
    const message = `Not asked: ${GIVE_UP_AFTER} requests in a row had failed, the last with: ${unasked}`;
    this.stop({ kind, message, unasked, transient: failures.some(({ transient }) => transient) });
  }

  private stopForGood({ kind, message, unasked = message }: RequestFailure): void {
    this.stop({ kind, message: `Not asked, after: ${unasked}`, unasked });
  }

  /** A permanent cause outweighs a temporary one. */
  private stop(reason: RequestFailure): void {
    if (this.reason === undefined || (this.reason.transient && !reason.transient))
      this.reason = reason;
  }

  private recordFailure(
    keys: readonly string[],
    { failure, wasAsked }: { failure: RequestFailure; wasAsked: boolean },
  ): RequestFailure {
    if (failure.transient)
      keys
        .filter((key) => !this.askedAgain.has(key))
        .forEach((key) => this.failed.set(key, wasAsked));
    return failure;
  }
}

/**
 * The outcomes of a round's questions, in the order in which they were sent. Replies arrive in
 * another order: of many requests at a time, quick refusals overtake slow answers, and an endpoint
 * that refuses a few rows is not down.
 */
class SentQuestions {
  private readonly outcomes: ('open' | 'answered' | RequestFailure)[] = [];

  /** @returns the place of the question in the order */
  add(): number {
    return this.outcomes.push('open') - 1;
  }

  settle(place: number, outcome: 'answered' | RequestFailure): void {
    this.outcomes[place] = outcome;
  }

  /** The failures before and behind a place, as far as no other outcome stands between them. */
  failuresAround(place: number): RequestFailure[] {
    const isFailed = (at: number) => typeof this.outcomes[at] === 'object';
    let start = place;
    while (isFailed(start - 1)) start -= 1;
    let end = place + 1;
    while (isFailed(end)) end += 1;
    const run = this.outcomes.slice(start, end);
    return run.filter((outcome) => typeof outcome === 'object');
  }
}
