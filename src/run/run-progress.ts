import { formatDuration } from '../report/story/words.ts';

/** Replies and seconds after which the pace is known. */
const MIN_KNOWN = { replies: 5, seconds: 3 };

/** Time constant in which the shown time follows a changed pace, in seconds. */
const SMOOTHING_SECONDS = 20;

/**
 * The requests of a run so far, the time that is left, and what it waits for. The time follows the
 * mean pace slowly, so that a burst or a pause does not make it jump.
 */
export class RunProgress {
  doneCount = 0;
  total = 0;
  /** The time at which a pause for a rate limit ends, in ms since the epoch. */
  pausedUntil: () => number | undefined = () => undefined;
  private isCalibrating = false;
  private startedAt: number | undefined;
  private shownSecondsLeft: number | undefined;
  private updatedAt = 0;
  private readonly clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.clock = clock;
  }

  /** Resets the time: one command may run twice. */
  start(): void {
    this.startedAt = this.clock();
    this.shownSecondsLeft = undefined;
    this.doneCount = 0;
  }

  update(doneCount: number, total: number, isCalibrating = false): void {
    this.startedAt ??= this.clock();
    this.doneCount = doneCount;
    this.total = total;
    this.isCalibrating = isCalibrating;
    this.secondsLeft();
  }

  get seconds(): number {
    return this.startedAt === undefined ? 0 : (this.clock() - this.startedAt) / 1000;
  }

  /** Returns the time that is left, in seconds; undefined while the pace is not known. */
  secondsLeft(): number | undefined {
    const { doneCount, total, seconds } = this;
    if (doneCount >= total && total > 0) return 0;
    if (doneCount < MIN_KNOWN.replies || seconds < MIN_KNOWN.seconds) return undefined;
    const secondsByPace = ((total - doneCount) * seconds) / doneCount;
    const secondsSinceUpdate = (this.clock() - this.updatedAt) / 1000;
    const expected =
      this.shownSecondsLeft === undefined
        ? secondsByPace
        : Math.max(0, this.shownSecondsLeft - secondsSinceUpdate);
    this.shownSecondsLeft =
      expected +
      (secondsByPace - expected) * (1 - Math.exp(-secondsSinceUpdate / SMOOTHING_SECONDS));
    this.updatedAt = this.clock();
    return this.shownSecondsLeft;
  }

  /** Returns the reason for a wait, in words; undefined while answers arrive. */
  waitInWords(): string | undefined {
    const pauseEnd = this.pausedUntil();
    if (pauseEnd !== undefined && pauseEnd > this.clock())
      return `waiting for a rate limit until ${clockTime(pauseEnd)}`;
    if (this.isCalibrating) return 'calibrating the judge';
    return this.doneCount === 0 ? 'waiting for the first answer' : undefined;
  }

  /** `about 2 min 40 s left`, and the reason for a wait. */
  describe(): string {
    const secondsLeft = this.secondsLeft();
    const parts: string[] = [];
    if (secondsLeft !== undefined) parts.push(`about ${wholeSeconds(secondsLeft)} left at most`);
    const wait = this.waitInWords();
    if (wait !== undefined) parts.push(wait);
    return parts.join(', ');
  }
}

export function wholeSeconds(seconds: number): string {
  return formatDuration(1000 * Math.round(seconds)).replace('.0 s', ' s');
}

/** `14:32` */
function clockTime(time: number): string {
  return new Date(time).toTimeString().slice(0, 5);
}
