import type { ModelError } from '../errors.ts';

/**
 * Owns the early end of a run, by a signal or at its deadline: no new request is sent, and requests
 * under way reject with the reason.
 */
export class Halt {
  private why: ModelError | undefined;
  private readonly waiting = new Set<(why: ModelError) => void>();
  private readonly children: Halt[] = [];

  get reason(): ModelError | undefined {
    return this.why;
  }

  stop(reason: ModelError): void {
    if (this.why) return;
    this.why = reason;
    for (const reject of this.waiting) reject(reason);
    this.waiting.clear();
    for (const child of this.children) child.stop(reason);
  }

  /** Creates a halt for a part of the run. It ends with the run; the run does not end with it. */
  child(): Halt {
    const child = new Halt();
    if (this.why) child.stop(this.why);
    this.children.push(child);
    return child;
  }

  /** True once the run, or a part of it, has ended early. */
  get isStopped(): boolean {
    return this.why !== undefined || this.children.some((child) => child.isStopped);
  }

  /**
   * Settles like `work`, or rejects with the reason once the run is halted. The work continues: an
   * answer that was paid for is stored.
   */
  async orEnd<T>(work: () => Promise<T>): Promise<T> {
    if (this.why) throw this.why;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // `Promise.race` with one promise for the run would keep every answer in memory to the end.
    this.waiting.add(reject);
    void work()
      .then(resolve, reject)
      .finally(() => this.waiting.delete(reject));
    return promise;
  }
}
