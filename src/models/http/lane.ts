import { ModelError, type ModelErrorKind } from '../../errors.ts';
import type { Clock } from './pace.ts';

/** Maximum time that other questions wait for the first answer, in ms. A slow model works. */
const MAX_FIRST_QUESTION_MS = 10_000;

/** Give up after this many unusable replies in a row, before the first answer. */
const MAX_UNUSABLE_REPLIES = 3;

/** These errors end the whole run. */
const RUN_ENDING_KINDS: readonly ModelErrorKind[] = ['interrupted', 'deadline', 'budget'];

/**
 * Owns the order of the questions to one model. The first question is sent alone and the others
 * after its answer, so that an error that all questions share occurs once.
 */
export class Lane {
  private isOpen = false;
  private unusableReplies = 0;
  /** Resolves with the error that all waiting questions share; with undefined to send them. */
  private firstQuestion: Promise<ModelError | undefined> | undefined;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs a question of one or more requests. Do not nest calls. */
  async run<T>(question: () => Promise<T>): Promise<T> {
    while (!this.isOpen) {
      if (this.firstQuestion === undefined) return this.runFirst(question);
      const refusal = await this.firstQuestion;
      if (refusal) {
        const { message } = refusal;
        const details = { ...refusal, fatal: true, unasked: message };
        throw new ModelError(`Not asked, after: ${message}`, details);
      }
    }
    return question();
  }

  private async runFirst<T>(question: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<ModelError | undefined>();
    const answered = new AbortController();
    this.firstQuestion = promise;
    void this.clock.sleep(MAX_FIRST_QUESTION_MS, answered.signal).then(() => {
      if (!answered.signal.aborted) this.isOpen = true;
      resolve(undefined);
    });
    try {
      const answer = await question();
      this.isOpen = true;
      return answer;
    } catch (error) {
      const refusal = this.errorOfAll(error);
      resolve(refusal);
      throw refusal ?? error;
    } finally {
      this.firstQuestion = undefined;
      resolve(undefined);
      answered.abort();
    }
  }

  /** Returns the error if every other question would have it, too. */
  private errorOfAll(error: unknown): ModelError | undefined {
    if (!(error instanceof ModelError)) this.isOpen = true;
    else if (error.fatal && !RUN_ENDING_KINDS.includes(error.kind)) return error;
    // A gateway may break off one reply and then send the next one whole.
    else if (error.kind !== 'bad_response' || error.transient) this.isOpen = true;
    else if (++this.unusableReplies >= MAX_UNUSABLE_REPLIES)
      return new ModelError(error.message, { ...error, fatal: true });
    return undefined;
  }
}
