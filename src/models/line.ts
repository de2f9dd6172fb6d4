import type { Clock } from './pace.js';

/** When a request may be sent again, in ms since the epoch: between the two as soon as there is room. */
export interface Wait {
  from: number;
  until: number;
}

/** Ends behind a refusal, after which every fifth lets two of those go that wait, until one is refused: there may be more room now. */
const PROBE = { after: 20, every: 5 };

/** Longest that nobody finds out, in ms: as long as the limit stays what it was cut to. */
const LONGEST_QUIET = 15_000;

/** For what one that waits is woken before its time: the room that another one left, or to find out whether all must pause. */
type Woken = 'room' | 'scout';

interface Waiting {
  from: number;
  wake(as: Woken | undefined): void;
}

/** Requests that keep their place until the service has room for them, the longest waiting first. */
export class Line {
  private readonly waiting = new Set<Waiting>();
  private endsSinceRefusal = 0;
  /**
   * A service that names a time is left alone so long by whoever only finds out, and twice as long each time that it refuses him; in ms.
   */
  private quiet = 0;
  /** Since the last refusal. */
  private hasProbed = false;
  private quietUntil = 0;
  /** Ends that left room for somebody, and nobody might go yet. */
  private free = 0;
  private readonly clock: Clock;

  /** @param ending - ends all waiting; one listener serves all that wait, since a signal of each one's own takes longer than all else */
  constructor(clock: Clock, ending: AbortSignal) {
    this.clock = clock;
    ending.addEventListener('abort', () => {
      for (const one of this.waiting) one.wake(undefined);
    });
  }

  get length(): number {
    return this.waiting.size;
  }

  /** Whether somebody waits for nothing but room. */
  hasReady(now: number): boolean {
    return this.nextReady(now) !== undefined;
  }

  /** Waits for so many ms, or from `from` on for room. @returns as what it was woken before that. */
  async stand(from: number, ms: number): Promise<Woken | undefined> {
    const { promise, resolve } = Promise.withResolvers<Woken | undefined>();
    const isAwake = new AbortController();
    const one: Waiting = {
      from,
      wake: (as) => {
        resolve(as);
        isAwake.abort('awake'); // No timer is left to keep the process. Without a reason an error is made, with its stack.
      },
    };
    this.waiting.add(one);
    const woken = await Promise.race([promise, this.inTime(one, ms, isAwake.signal)]);
    this.waiting.delete(one);
    return woken;
  }

  /** Once it may go, it takes room that was left before. @returns whether it did. */
  private async inTime({ from }: { from: number }, ms: number, signal: AbortSignal): Promise<Woken | undefined> {
    const early = Math.min(ms, Math.max(0, from - this.clock.now()));
    if (early > 0) await this.clock.sleep(early, signal);
    if (!signal.aborted && this.free > 0) {
      this.free -= 1;
      return 'room';
    }
    if (early < ms) await this.clock.sleep(ms - early, signal);
    return undefined;
  }

  /** @param wish how long the service asks to be left alone, in ms. */
  refused(wish: number): void {
    // Where nobody looked for more room, there is less now, or more came for another reason: it says nothing of how often to look.
    const longer = this.hasProbed ? 2 * this.quiet : this.quiet;
    this.endsSinceRefusal = 0;
    this.free = 0;
    this.hasProbed = false;
    const now = this.clock.now();
    // Of those that are refused together, one says it.
    if (now < this.quietUntil) return;
    this.quiet = wish === 0 ? 0 : Math.min(LONGEST_QUIET, Math.max(wish, longer));
    this.quietUntil = now + this.quiet;
  }

  /** All pause, and come back one by one: who waits for room must not stay at the few who came first. */
  paused(): void {
    this.quiet = 0;
    this.quietUntil = 0;
  }

  /**
   * What was under way has ended, and leaves room for one; now and then a second finds out whether there is more. `areMore` wait for a
   * place: else more room would shorten nothing, and whoever is refused may be the last to end.
   */
  ended(now: number, areMore: boolean): void {
    this.endsSinceRefusal += 1;
    const mayProbe = areMore && this.endsSinceRefusal > PROBE.after && now >= this.quietUntil;
    const probes = mayProbe && this.endsSinceRefusal % PROBE.every === 0;
    if (probes && this.hasProbed) this.quiet = 0; // The one before was not refused.
    this.hasProbed ||= probes;
    for (let room = probes ? 2 : 1; room > 0; room--) {
      const next = this.nextReady(now);
      if (next === undefined) {
        if (!areMore) this.free += room;
        return;
      }
      this.wake(next, 'room');
    }
  }

  /** Who might go has given its place back. */
  passOn(now: number): void {
    const next = this.nextReady(now);
    if (next) this.wake(next, 'room');
  }

  /** The longest waiting goes, whatever the time. */
  sendScout(): void {
    const [next] = this.waiting;
    if (next) this.wake(next, 'scout');
  }

  /** Nobody waits for a time any longer, and so many go at once. */
  open(room: number): void {
    const now = this.clock.now();
    for (const one of this.waiting) one.from = Math.min(one.from, now);
    for (const one of [...this.waiting].slice(0, room)) this.wake(one, 'room');
  }

  private wake(one: Waiting, as: Woken): void {
    this.waiting.delete(one);
    one.wake(as);
  }

  private nextReady(now: number) {
    return this.waiting.values().find(({ from }) => from <= now);
  }
}
