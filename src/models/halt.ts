import type { ModelError } from '../errors.js';

/**
 * Whether a run still asks. Once it is halted, by a signal or at its deadline, nothing new is sent, and whoever waits for an answer is told
 * at once why there will be none.
 */
export class Halt {
  private why: ModelError | undefined;
  private readonly waiting = new Set<(why: ModelError) => void>();
  private readonly children: Halt[] = [];

  get reason(): ModelError | undefined {
    return this.why;
  }

  /** The first reason counts. */
  now(reason: ModelError): void {
    if (this.why) return;
    this.why = reason;
    for (const tell of this.waiting) tell(reason);
    this.waiting.clear();
    for (const child of this.children) child.now(reason);
  }

  /** A halt for a part of the run: it ends with the whole, and the whole does not end with it. */
  child(): Halt {
    const child = new Halt();
    if (this.why) child.now(this.why);
    this.children.push(child);
    return child;
  }

  /** Whether anything was left unfinished, here or in a part. */
  get hasLeft(): boolean {
    return this.why !== undefined || this.children.some((child) => child.hasLeft);
  }

  /** What `work` comes to, or the reason where the run is halted before. The work itself goes on: an answer that was paid for is kept. */
  async orEnd<T>(work: () => Promise<T>): Promise<T> {
    if (this.why) throw this.why;
    return new Promise<T>((resolve, reject) => {
      // Not Promise.race with one promise of the whole run: that would hold every answer in memory until its end.
      this.waiting.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.waiting.delete(reject));
    });
  }
}
