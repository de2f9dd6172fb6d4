import type { ModelError } from '../errors.js';

/**
 * Stops a run, by a signal or at its deadline: no new request is sent, and requests under way
 * reject with the reason.
 */
export class Halt {
  private why: ModelError | undefined;
  private readonly waiting = new Set<(why: ModelError) => void>();
  private readonly children: Halt[] = [];

  get reason(): ModelError | undefined {
    return this.why;
  }

  now(reason: ModelError): void {
    if (this.why) return;
    this.why = reason;
    for (const reject of this.waiting) reject(reason);
    this.waiting.clear();
    for (const child of this.children) child.now(reason);
  }

  /** Creates a halt for a part of the run. It ends with the run; the run does not end with it. */
  child(): Halt {
    const child = new Halt();
    if (this.why) child.now(this.why);
    this.children.push(child);
    return child;
  }

  get hasLeft(): boolean {
    return this.why !== undefined || this.children.some((child) => child.hasLeft);
  }

  /**
   * Settles like `work`, or rejects with the reason once the run is halted. The work continues: an
   * answer that was paid for is stored.
   */
  async orEnd<T>(work: () => Promise<T>): Promise<T> {
    if (this.why) throw this.why;
    return new Promise<T>((resolve, reject) => {
      // Promise.race with one promise for the whole run would keep every answer in memory until the
      // end.
      this.waiting.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.waiting.delete(reject));
    });
  }
}
