import { backOff, spread, type Clock } from './pace.js';

/** The longest that a refused request waits of itself where no time is meant, in ms. */
const LATE = 15_000;

/**
 * When another scout goes after one who was refused or failed, in ms: four times as late each time. One who was refused may have come
 * before the room that an answer left.
 */
const SCOUT_AGAIN = 1000;

/** So many pauses at most pass without a scout, where the last scouts were refused. */
const MOST_UNSCOUTED = 32;

/**
 * The times in which nothing is sent to an account. A service that names a time may have no room before it is over (so many requests a
 * minute), or may have room as soon as an answer is there (so many at a time). Which it is, one request finds out: the scout, sent in the
 * pause once an answer came. Where he is answered, too, the pause is over, and the time that the service names is not waited for until it
 * lets nothing through.
 */
export class Pauses {
  /** Begun so far. */
  count = 0;
  private until = 0;
  private inARow = 0;
  private hasAnsweredSince = false;
  /** Nothing may be sent before the time that it names is over. */
  private isMeant = true;
  private scout: 'may go' | 'is out' | 'stays' = 'stays';
  /** How many came back without an answer in this pause, and when the next one may go. */
  private scoutsInVain = 0;
  private scoutFrom = 0;
  /** Answers in this pause: so many can be under way at least. */
  private answers = 0;
  /** Pauses without a scout: behind each that was refused, twice as many. */
  private unscouted = { next: 0, left: 0 };
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** In ms; at most 0 where there is none. */
  get left(): number {
    return this.until - this.clock.now();
  }

  /** Whether nothing was answered since the last one, which a request that was sent before it says. */
  get isUnanswered(): boolean {
    return !this.hasAnsweredSince;
  }

  /** For how long a refused request is to wait where the service asks for `wish`, both in ms. */
  meant(wish: number): number {
    return this.isMeant ? wish : 0;
  }

  /**
   * How long the next one takes, in ms. A service that is taken at its word, and refuses again with nothing answered between, is given more
   * time than it says.
   */
  next(wish: number): number {
    const meant = this.meant(wish);
    if (meant > 0 && this.inARow === 0) return meant;
    const random = this.clock.random();
    return Math.max(spread(meant, random), backOff(this.inARow + 1, random));
  }

  /** How long one request that was refused so often before waits of itself while others are answered, in ms: room wakes it before that. */
  alone(wish: number, refusals: number): number {
    const { clock } = this;
    const late = Math.min(LATE, Math.max(wish, backOff(refusals + 1, clock.random())));
    return spread(Math.max(this.meant(wish), late), clock.random());
  }

  /** No answer since the last pause, and none is on its way. */
  nothingGetsThrough(): void {
    if (this.inARow > 0) this.isMeant = true;
  }

  /** All that is to be sent waits for so long. @param wish what the service asks for. */
  begin(ms: number, wish: number): void {
    this.hold(ms);
    this.count += 1;
    this.inARow += 1;
    this.hasAnsweredSince = false;
    this.answers = 0;
    this.scoutsInVain = 0;
    this.scoutFrom = 0;
    const mayGo = wish > 0 && this.isMeant && this.unscouted.left === 0;
    this.scout = mayGo ? 'may go' : 'stays';
    if (wish > 0) this.unscouted.left = Math.max(0, this.unscouted.left - 1);
  }

  /** A pause for another reason than that there are too many: no scout ends it. */
  hold(ms: number): void {
    if (ms <= 0) return;
    this.until = Math.max(this.until, this.clock.now() + ms);
    this.scout = 'stays';
  }

  /** @returns how many may go at once, where this answer ends the pause. */
  answered(isScout: boolean): number {
    this.inARow = 0;
    this.hasAnsweredSince = true;
    if (this.left <= 0) return 0;
    if (!isScout || this.scout !== 'is out') {
      this.answers += 1;
      return 0;
    }
    this.scout = 'stays';
    this.until = this.clock.now();
    this.isMeant = false;
    this.unscouted = { next: 0, left: 0 };
    return this.answers;
  }

  /** Whether one may go now although it is a pause; he is on his way then. */
  sendsScout(): boolean {
    if (this.left <= 0 || this.scout !== 'may go' || this.answers === 0 || this.clock.now() < this.scoutFrom) return false;
    this.scout = 'is out';
    return true;
  }

  /** Whether a scout who waits may go although it is a pause. */
  get isScouted(): boolean {
    return this.left > 0 && this.scout === 'is out';
  }

  /** The service seems to mean what it says. @returns in how many ms he may go again. */
  scoutRefused(): number {
    if (this.scoutsInVain === 0) {
      const next = Math.min(MOST_UNSCOUTED, Math.max(1, 2 * this.unscouted.next));
      this.unscouted = { next, left: next };
    }
    return Math.min(this.left, this.inVain());
  }

  /** If he was not answered, for a reason that says nothing of room, another one may go later. */
  scoutEnded(): void {
    if (this.scout !== 'is out') return;
    this.scout = 'may go';
    this.scoutFrom = this.clock.now() + this.inVain();
  }

  private inVain(): number {
    this.scoutsInVain += 1;
    return SCOUT_AGAIN * 4 ** (this.scoutsInVain - 1);
  }
}
