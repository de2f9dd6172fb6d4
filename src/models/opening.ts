import { ModelError, type ModelErrorKind } from '../errors.js';
import type { Clock } from './pace.js';

/** The longest that the others wait for the first answer, in ms: a slow model is no wrong one. */
const LONGEST_WAIT = 10_000;

/** So many first replies, one after the other, that are none of a model's come from something else than a model. */
const STRANGE_REPLIES = 3;

/** What ends the asking of everybody says so by itself. */
const OF_THE_RUN: readonly ModelErrorKind[] = ['interrupted', 'deadline', 'budget'];

/**
 * Before many are sent, one: the first request to whoever is asked goes alone, and the others wait until it is answered. What the next one
 * would meet too (a wrong key, a model that is not there) is then met once, and they are not sent. No request is sent for this alone.
 */
export class Opening {
  private isOpen = false;
  /** Resolves once it is known whether the others may be sent: with why not, where they may not. */
  private first: Promise<ModelError | undefined> | undefined;
  private strange = 0;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  async pass<T>(ask: () => Promise<T>): Promise<T> {
    while (!this.isOpen) {
      if (this.first === undefined) return this.open(ask);
      const refusal = await this.first;
      if (refusal) throw notAsked(refusal);
    }
    return ask();
  }

  private async open<T>(ask: () => Promise<T>): Promise<T> {
    const answered = new AbortController();
    const { promise, resolve } = Promise.withResolvers<ModelError | undefined>();
    this.first = promise;
    void this.clock.sleep(LONGEST_WAIT, answered.signal).then(() => {
      if (!answered.signal.aborted) this.isOpen = true;
      resolve(undefined);
    });
    try {
      const answer = await ask();
      this.isOpen = true;
      resolve(undefined);
      return answer;
    } catch (thrown) {
      const error = this.judged(thrown);
      if (!(error instanceof ModelError) || !(isForAll(error) || isStrange(error))) this.isOpen = true;
      resolve(error instanceof ModelError && isForAll(error) ? error : undefined);
      throw error;
    } finally {
      this.first = undefined;
      answered.abort();
    }
  }

  /** A reply that is no model's may be a gateway's bad moment, the next ones no more. */
  private judged(error: unknown): unknown {
    if (!isStrange(error)) return error;
    this.strange += 1;
    const { kind, where, remedy, message } = error;
    return this.strange < STRANGE_REPLIES ? error : new ModelError(message, { kind, where, remedy, fatal: true });
  }
}

function isStrange(error: unknown): error is ModelError {
  return error instanceof ModelError && error.kind === 'bad_response' && !error.passing;
}

/** A failure of one request says nothing of the others, and a service that is down is the business of its account. */
function isForAll({ fatal, kind }: ModelError): boolean {
  return fatal && !OF_THE_RUN.includes(kind);
}

function notAsked({ message, kind, where, remedy }: ModelError): ModelError {
  return new ModelError(`Not asked, after: ${message}`, { kind, where, remedy, fatal: true });
}
