import { ModelError, type ModelErrorKind } from '../../errors.js';
import type { Clock } from './limiter.js';

/** The other requests wait at most this long for the first answer, in ms: a slow model is no wrong one. */
const LONGEST_WAIT = 10_000;

/** The endpoint is no model's after this many first replies in a row that no model gives. */
const STRANGE_REPLIES = 3;

/** They end the whole run, and say so themselves. */
const OF_THE_RUN: readonly ModelErrorKind[] = ['interrupted', 'deadline', 'budget'];

/**
 * Sends the first request alone, and the others once it is answered. An error that every request would meet (a wrong key, an unknown
 * model) is then met once, and the requests that wait are not sent. Costs no request of its own.
 */
export function firstAlone(clock: Clock): <T>(ask: () => Promise<T>) => Promise<T> {
  let isOpen = false;
  let strange = 0;
  /** Resolves with why the waiting requests are not sent, or with nothing. */
  let first: Promise<ModelError | undefined> | undefined;

  /** @returns why nothing else is sent, if so. */
  function end(error: unknown): ModelError | undefined {
    if (!(error instanceof ModelError)) isOpen = true;
    else if (error.fatal && !OF_THE_RUN.includes(error.kind)) return error;
    // A gateway may break off once.
    else if (error.kind !== 'bad_response' || error.passing) isOpen = true;
    else if (++strange >= STRANGE_REPLIES) return new ModelError(error.message, { ...error, fatal: true });
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
      const refusal = end(error);
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
      if (refusal) throw new ModelError(`Not asked, after: ${refusal.message}`, { ...refusal, fatal: true });
    }
    return ask();
  };
}
