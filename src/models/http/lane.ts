import { ModelError, type ModelErrorKind } from '../../errors.ts';
import type { Clock } from './pace.ts';

/** Maximum time that other questions wait for the first answer, in ms. A slow model works. */
const LONGEST_FIRST = 10_000;

/** Give up after this many unusable replies in a row, before the first answer. */
const UNUSABLE_REPLIES = 3;

/** These errors end the whole run. */
const RUN_ENDING_KINDS: readonly ModelErrorKind[] = ['interrupted', 'deadline', 'budget'];

/**
 * Owns the order of the questions to one model. The first question is sent alone and the others
 * after its answer, so that an error that all questions share occurs once.
 */
export class Lane {
  private isOpen = false;
  private unusable = 0;
  /**
   * Resolves with the error that keeps the waiting questions from being sent, or with undefined.
   */
  private first: Promise<ModelError | undefined> | undefined;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs a question of one or more requests. Do not nest calls. */
  async run<T>(question: () => Promise<T>): Promise<T> {
    while (!this.isOpen) {
      if (this.first === undefined) return this.lead(question);
      const refusal = await this.first;
      if (refusal) {
        const { message } = refusal;
        const details = { ...refusal, fatal: true, unasked: message };
        throw new ModelError(`Not asked, after: ${message}`, details);
      }
    }
    return question();
  }

  private async lead<T>(question: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<ModelError | undefined>();
    const answered = new AbortController();
    this.first = promise;
    void this.clock.sleep(LONGEST_FIRST, answered.signal).then(() => {
      if (!answered.signal.aborted) this.isOpen = true;
      resolve(undefined);
    });
    try {
      const answer = await question();
      this.isOpen = true;
      return answer;
    } catch (error) {
      const refusal = this.lasting(error);
      resolve(refusal);
      throw refusal ?? error;
    } finally {
      this.first = undefined;
      resolve(undefined);
      answered.abort();
    }
  }

  /** Returns the error if no other question can avoid it. */
  private lasting(error: unknown): ModelError | undefined {
    if (!(error instanceof ModelError)) this.isOpen = true;
    else if (error.fatal && !RUN_ENDING_KINDS.includes(error.kind)) return error;
    // A gateway may break off one reply and then send the next one whole.
    else if (error.kind !== 'bad_response' || error.transient) this.isOpen = true;
    else if (++this.unusable >= UNUSABLE_REPLIES)
      return new ModelError(error.message, { ...error, fatal: true });
    return undefined;
  }
}
