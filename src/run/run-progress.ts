import { formatDuration } from '../report/story/words.js';

/** Pace is judged from so many replies and seconds on. */
const LEAST = { replies: 5, seconds: 3 };

/** Time constant in which the shown time follows a changed pace, in seconds. */
const FOLLOWS = 20;

/**
 * Owns what is shown of a run under way: its requests, the time that is left, and what it waits
 * for. The time follows the mean pace slowly, so that a burst or a pause does not make it jump.
 */
export class RunProgress {
  done = 0;
  total = 0;
  /** The time at which a pause for a rate limit ends, in ms since the epoch. */
  pausedUntil: () => number | undefined = () => undefined;
  private isCalibrating = false;
  private since: number | undefined;
  private left: number | undefined;
  private seenAt = 0;
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** Starts anew: one command may run twice. */
  start(): void {
    this.since = this.now();
    this.left = undefined;
    this.done = 0;
  }

  update(done: number, total: number, isCalibrating = false): void {
    this.since ??= this.now();
    this.done = done;
    this.total = total;
    this.isCalibrating = isCalibrating;
    this.secondsLeft();
  }

  get seconds(): number {
    return this.since === undefined ? 0 : (this.now() - this.since) / 1000;
  }

  /** Undefined while too little is known. */
  secondsLeft(): number | undefined {
    const { done, total, seconds } = this;
    const now = this.now();
    if (done >= total && total > 0) return 0;
    if (done < LEAST.replies || seconds < LEAST.seconds) return undefined;
    const byPace = ((total - done) * seconds) / done;
    const since = (now - this.seenAt) / 1000;
    const expected = this.left === undefined ? byPace : Math.max(0, this.left - since);
    this.left = expected + (byPace - expected) * (1 - Math.exp(-since / FOLLOWS));
    this.seenAt = now;
    return this.left;
  }

  /** What the run waits for, in words; undefined while answers come. */
  waitsFor(): string | undefined {
    const until = this.pausedUntil();
    if (until !== undefined && until > this.now())
      return `waiting for a rate limit until ${clockTime(until)}`;
    if (this.isCalibrating) return 'calibrating the judge';
    return this.done === 0 ? 'waiting for the first answer' : undefined;
  }

  /** `about 2 min 40 s left`, and what the run waits for. */
  inWords(): string {
    const left = this.secondsLeft();
    const parts: string[] = [];
    if (left !== undefined) parts.push(`about ${wholeSeconds(left)} left at most`);
    const waits = this.waitsFor();
    if (waits !== undefined) parts.push(waits);
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
