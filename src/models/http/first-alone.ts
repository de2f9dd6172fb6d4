import { ModelError, type ModelErrorKind } from '../../errors.js';
import type { Clock } from './limiter.js';

/**
 * Maximum time that other questions wait for the first answer, in ms: a slow model is not a wrong
 * one.
 */
const LONGEST_WAIT = 10_000;

/** Give up after this many unusable replies in a row, before the first answer. */
const UNUSABLE_REPLIES = 3;

/** These errors end the whole run. */
const OF_THE_RUN: readonly ModelErrorKind[] = ['interrupted', 'deadline', 'budget'];

/**
 * Sends the first question alone and the others after its answer, so that an error of all requests
 * occurs once.
 */
export function firstAlone(clock: Clock): <T>(ask: () => Promise<T>) => Promise<T> {
  let isOpen = false;
  let unusable = 0;
  /**
   * Resolves with the error that keeps the waiting questions from being sent, or with undefined.
   */
  let first: Promise<ModelError | undefined> | undefined;

  /** Returns the error that no other question can avoid, if it is one. */
  function lasting(error: unknown): ModelError | undefined {
    if (!(error instanceof ModelError)) isOpen = true;
    else if (error.fatal && !OF_THE_RUN.includes(error.kind)) return error;
    // A gateway may break off once.
    else if (error.kind !== 'bad_response' || error.passing) isOpen = true;
    else if (++unusable >= UNUSABLE_REPLIES)
      return new ModelError(error.message, { ...error, fatal: true });
    return undefined;
  }

  async function lead<T>(ask: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<ModelError | undefined>();
    const answered = new AbortController();
    first = promise;
    void clock.sleep(LONGEST_WAIT, answered.signal).then(() => {
      if (!answered.signal.aborted) isOpen = true;
      resolve(undefined);
    });
    try {
      const answer = await ask();
      isOpen = true;
      return answer;
    } catch (error) {
      const refusal = lasting(error);
      resolve(refusal);
      throw refusal ?? error;
    } finally {
      first = undefined;
      resolve(undefined);
      answered.abort();
    }
  }

  return async (ask) => {
    while (!isOpen) {
      if (first === undefined) return lead(ask);
      const refusal = await first;
      if (refusal) {
        const { message } = refusal;
        const details = { ...refusal, fatal: true, unasked: message };
        throw new ModelError(`Not asked, after: ${message}`, details);
      }
    }
    return ask();
  };
}
