const FIRST_LIMIT = 10;

/** Limits how many requests to one endpoint are under way. The others wait for their turn. */
export class Turns {
  /** Most requests under way: 1 until the first answer, so that a wrong key costs one request. */
  limit = 1;
  answers = 0;
  halvings = 0;
  /** When the limit may grow again, on the clock of `performance`. */
  growsFrom = 0;
  private readonly maxConcurrency: number;
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;
  private answersAtLimit = 0;

  constructor(maxConcurrency: number) {
    this.maxConcurrency = maxConcurrency;
  }

  /**
   * Waits until a request may start, and counts it as under way. Once the signal aborts, each
   * request that is released lets the next one pass.
   */
  async take(stopSignal: AbortSignal) {
    while (this.underWay >= this.limit && !stopSignal.aborted)
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    this.underWay += 1;
  }

  release() {
    this.underWay -= 1;
    this.wake(1);
  }

  /** @param halvingsBefore - the number of halvings when the request was sent */
  noteAnswer(halvingsBefore: number) {
    this.answers += 1;
    if (this.answers === 1) {
      this.grow(FIRST_LIMIT);
      return;
    }
    // An answer from before the last halving says nothing about this limit.
    if (halvingsBefore !== this.halvings) return;
    this.answersAtLimit += 1;
    if (this.answersAtLimit < this.limit || performance.now() < this.growsFrom) return;
    this.grow(this.halvings === 0 ? 2 * this.limit : this.limit + 1);
  }

  private wake(count: number) {
    for (const resume of this.waiting.splice(0, count)) resume();
  }

  private grow(limit: number) {
    this.limit = Math.min(limit, this.maxConcurrency);
    this.answersAtLimit = 0;
    this.wake(this.limit - this.underWay);
  }

  /** Halves the limit, once for all requests of a burst that is refused. */
  halve(halvingsBefore: number) {
    if (halvingsBefore !== this.halvings) return;
    this.halvings += 1;
    this.limit = Math.ceil(this.limit / 2);
    this.answersAtLimit = 0;
  }
}
