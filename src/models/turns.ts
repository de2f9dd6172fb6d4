const FIRST_LIMIT = 10;

/** The turns of the requests to one endpoint: how many are under way, and which wait. */
export class Turns {
  /** Maximum number of requests under way; 1 until the first answer, so a wrong key costs one. */
  limit = 1;
  answers = 0;
  /** Number of times that the limit was halved. */
  halvings = 0;
  /** The time from which the limit may grow, on the clock of `performance`. */
  growsFrom = 0;
  private readonly mostAtOnce: number;
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;
  private answersAtLimit = 0;

  constructor(mostAtOnce: number) {
    this.mostAtOnce = mostAtOnce;
  }

  /** Waits until fewer requests than the limit are under way, or all stop. Then counts one more. */
  async take(stops: AbortSignal) {
    while (this.underWay >= this.limit && !stops.aborted)
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    this.underWay += 1;
  }

  release() {
    this.underWay -= 1;
    this.wake(1);
  }

  wake(count = Infinity) {
    for (const resume of this.waiting.splice(0, count)) resume();
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

  private grow(limit: number) {
    this.limit = Math.min(limit, this.mostAtOnce);
    this.answersAtLimit = 0;
    this.wake(this.limit - this.underWay);
  }

  /** Halves the limit, once for all requests of a burst that are refused together. */
  halve(halvingsBefore: number) {
    if (halvingsBefore !== this.halvings) return;
    this.halvings += 1;
    this.limit = Math.ceil(this.limit / 2);
    this.answersAtLimit = 0;
  }
}
