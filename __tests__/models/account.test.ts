import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ModelError } from '../../src/errors.js';
import type { Account, Pace } from '../../src/models/account.js';
import { Accounts } from '../../src/models/accounts.js';
import type { Clock } from '../../src/models/pace.js';

/** Time that goes on only once all has been done that can be done now. */
class Timeline implements Clock {
  #now = 0;
  #drawn = 1;
  /** In order, the next one last. */
  readonly #timers: { at: number; ring: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  random(): number {
    return (this.#drawn = (this.#drawn * 16_807) % 2_147_483_647) / 2_147_483_647;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((ring) => {
      const timer = { at: this.#now + ms, ring };
      this.#timers.splice(this.#placeOf(timer.at), 0, timer);
      signal?.addEventListener('abort', () => {
        const at = this.#timers.indexOf(timer);
        if (at >= 0) this.#timers.splice(at, 1);
        ring();
      });
    });
  }

  /** Behind those that ring later. */
  #placeOf(at: number): number {
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#timers[middle]!.at > at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Lets time pass until the work is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    void work.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver) return work;
      const next = this.#timers.pop();
      if (!next) throw new Error('Nothing will ever happen again.');
      this.#now = next.at;
      next.ring();
    }
  }
}

interface Service {
  /** Requests at the same time that are let in. */
  room: number;
  latency: number;
  /** Seconds in `Retry-After`; 0 for none. */
  wish: number;
  /** Requests that are let in each minute; left out, as many as there is room for. */
  minutely?: number;
  /** How long behind an answer its room stays shut, in ms. */
  lag?: number;
  /** How often a request that was let in fails, from 0 to 1. */
  failing?: number;
}

/** Asks so many times at once, as the transport does. */
async function ask(account: Account, clock: Timeline, { requests, service }: { requests: number; service: Service }) {
  let [inside, most, sent, answered, minute, used, tries] = [0, 0, 0, 0, 0, 0, 0];
  const serve = async (): Promise<'answered' | 'refused' | 'failed'> => {
    sent += 1;
    const now = Math.floor(clock.now() / 60_000);
    if (now > minute) [minute, used] = [now, 0];
    if (inside >= service.room || used >= (service.minutely ?? Infinity)) {
      await clock.sleep(1);
      return 'refused';
    }
    used += 1;
    inside += 1;
    await clock.sleep(service.latency);
    if (service.lag === undefined) inside -= 1;
    else void clock.sleep(service.lag).then(() => (inside -= 1));
    return clock.random() < (service.failing ?? 0) ? 'failed' : 'answered';
  };
  let underWay = 0;
  const one = async () => {
    let since: number | undefined;
    for (let turn = await account.turn(), repeats = 0; ; repeats++) {
      most = Math.max(most, ++underWay);
      const outcome = await serve();
      underWay -= 1;
      if (outcome === 'answered') {
        account.answered(turn, { retried: repeats > 0, usedUp: false });
        account.endTurn(turn);
        answered += 1;
        return;
      }
      if (outcome === 'failed') {
        account.failed();
        account.pause(0);
        account.endTurn(turn);
        turn = await account.turn();
        continue;
      }
      since ??= clock.now();
      const ruling = account.refused({ turn, cause: '429', since, wish: service.wish * 1000 });
      if ('pointless' in ruling) {
        account.endTurn(turn);
        throw account.giveUp(new ModelError(ruling.pointless, { kind: 'rate_limit', fatal: true, remedy: '' }));
      }
      if (ruling.counts) tries += 1;
      turn = await account.again(turn, ruling);
    }
  };
  const outcomes = await clock.run(Promise.allSettled(Array.from({ length: requests }, one)));
  return { outcomes, most, sent, answered, tries, took: clock.now() };
}

function accountOf(pace: Omit<Pace, 'clock'>): { account: Account; clock: Timeline } {
  const clock = new Timeline();
  return { account: new Accounts({ ...pace, clock }).of('host', 'key'), clock };
}

describe('an account', () => {
  it('loses no request and never has more under way than it may, whatever the service lets in', async () => {
    const services = fc.record({
      room: fc.integer({ min: 1, max: 40 }),
      latency: fc.integer({ min: 1, max: 5000 }),
      wish: fc.constantFrom(0, 0.03, 1, 20),
    });
    await fc.assert(
      fc.asyncProperty(services, fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 120 }), async (service, ceiling, requests) => {
        const { account, clock } = accountOf({ ceiling });
        const { answered, most } = await ask(account, clock, { requests, service });
        expect(answered).toBe(requests);
        expect(most).toBeLessThanOrEqual(ceiling);
      }),
      { numRuns: 60, seed: 2 },
    );
  }, 120_000);

  it.each([1, 0])('keeps a service busy that lets 20 in, however many it may ask (Retry-After: %d)', async (wish) => {
    const { account, clock } = accountOf({ start: 200, ceiling: 200 });
    const requests = 12_000;
    const { answered, sent, took } = await ask(account, clock, { requests, service: { room: 20, latency: 50, wish } });
    expect(answered).toBe(requests);
    const ideal = (requests / 20) * 50;
    expect(took).toBeLessThan(1.25 * ideal);
    // A few look whether there is more room now.
    expect(sent).toBeLessThan(1.2 * requests);
    // Cut by a fifth, once a cooldown: three times in half a minute.
    expect(account.limit.changes.map(({ limit }) => limit)).toEqual(expect.arrayContaining([200, 160, 128]));
  });

  it('does so to the end: who waits takes room that was left as soon as it may, and no later', async () => {
    const { account, clock } = accountOf({ start: 200, ceiling: 200 });
    const { answered, took } = await ask(account, clock, { requests: 3000, service: { room: 20, latency: 50, wish: 1 } });
    expect(answered).toBe(3000);
    expect(took).toBeLessThan(1.25 * (3000 / 20) * 50);
  });

  it('asks rarer and rarer for more room where the service names a time, and finds it', async () => {
    const { account, clock } = accountOf({ start: 200, ceiling: 200 });
    const service = {
      get room() {
        return clock.now() < 5_000 ? 20 : 60;
      },
      latency: 50,
      wish: 1,
    };
    const requests = 14_000;
    const { answered, sent, took } = await ask(account, clock, { requests, service });
    expect(answered).toBe(requests);
    expect(sent).toBeLessThan(1.03 * requests);
    // Found ten seconds late at worst, and then used.
    const [before, late] = [(5_000 / 50) * 20, (10_000 / 50) * 20];
    expect(took).toBeLessThan(1.15 * (15_000 + ((requests - before - late) / 60) * 50));
  });

  it('uses room that comes back: whoever is refused because there is less has not looked for more', async () => {
    const { account, clock } = accountOf({ start: 200, ceiling: 200 });
    const service = {
      get room() {
        return Math.floor(clock.now() / 20_000) % 2 === 0 ? 10 : 80;
      },
      latency: 400,
      wish: 1,
    };
    const requests = 4000;
    const { answered, took } = await ask(account, clock, { requests, service });
    expect(answered).toBe(requests);
    const before = (20_000 / 400) * 10;
    expect(took).toBeLessThan(1.25 * (20_000 + ((requests - before) / 80) * 400));
  });

  it.each([
    { room: 20, latency: 50, wish: 1, requests: 3000 },
    { room: 20, latency: 50, wish: 60, requests: 3000 },
    { room: 5, latency: 2000, wish: 30, requests: 300 },
    { room: 1, latency: 3000, wish: 30, requests: 60 },
    { room: 2, latency: 500, wish: 60, requests: 300 },
    { room: 20, latency: 1000, wish: 30, requests: 1000, failing: 0.1, within: 1.35 },
    { room: 20, latency: 1000, wish: 60, requests: 1000, lag: 20, within: 1.5 },
  ])('finds out that room comes with each answer, and waits no longer than that: %j', async ({ requests, within = 1.2, ...service }) => {
    for (const start of [10, 200]) {
      const { account, clock } = accountOf({ start, ceiling: 200 });
      const { answered, took } = await ask(account, clock, { requests, service });
      expect(answered).toBe(requests);
      expect(took).toBeLessThan(within * (requests / service.room) * service.latency);
    }
  });

  it('seldom asks a service before the time that it named, where that is meant', async () => {
    const { account, clock } = accountOf({});
    const service = {
      room: Infinity,
      minutely: 60,
      latency: 600,
      get wish() {
        return 60 - Math.floor((clock.now() % 60_000) / 1000);
      },
    };
    const { answered, sent, took } = await ask(account, clock, { requests: 3000, service });
    expect(answered).toBe(3000);
    // Sixty a minute, and at the turn of each those that ask whether it is over.
    expect(took).toBeLessThan(51 * 60_000);
    expect(sent).toBeLessThan(1.08 * 3000);
  });

  it('takes a service at its word again that had room, and lets nothing through any more', async () => {
    const { account, clock } = accountOf({ start: 50, ceiling: 50 });
    const service = {
      get room() {
        return clock.now() % 260_000 < 30_000 ? 5 : 0;
      },
      latency: 400,
      wish: 60,
    };
    const { answered, sent } = await ask(account, clock, { requests: 600, service });
    expect(answered).toBe(600);
    expect(sent).toBeLessThan(1.7 * 600);
  });

  it.each([
    { start: 10, room: 1, latency: 60_000, requests: 60 },
    { start: 200, room: 2, latency: 30_000, requests: 200 },
  ])(
    'costs no request a try where each takes long, and the time that is named is not meant: %j',
    async ({ start, requests, ...service }) => {
      const { account, clock } = accountOf({ start, ceiling: 200 });
      const { answered, tries, took } = await ask(account, clock, { requests, service: { ...service, wish: 300 } });
      expect({ answered, tries }).toEqual({ answered: requests, tries: 0 });
      expect(took).toBeLessThan(1.1 * (requests / service.room) * service.latency);
    },
  );

  it('does not hammer a service that lets two in, though it may ask two hundred at once', async () => {
    const { account, clock } = accountOf({ start: 200, ceiling: 200 });
    const { answered, sent } = await ask(account, clock, { requests: 300, service: { room: 2, latency: 500, wish: 5 } });
    expect(answered).toBe(300);
    expect(sent).toBeLessThan(8 * 300);
  });

  it('does not come back again and again at the very moment when the service is shut', async () => {
    const { account, clock } = accountOf({});
    const service = {
      get room() {
        return clock.now() % 10_000 < 1000 ? 0 : 5;
      },
      latency: 400,
      wish: 30,
    };
    expect((await ask(account, clock, { requests: 20, service })).answered).toBe(20);
  });

  it('grows from ten to what is there, and begins no higher than it may go', async () => {
    const grown = accountOf({});
    const { most } = await ask(grown.account, grown.clock, { requests: 2000, service: { room: 1000, latency: 50, wish: 0 } });
    expect(most).toBe(200);
    expect(grown.account.limit.changes).toEqual([
      { seconds: 0, limit: 10, cause: 'start' },
      { seconds: expect.any(Number), limit: 200, cause: 'growth' },
    ]);
    const narrow = accountOf({ ceiling: 3 });
    expect((await ask(narrow.account, narrow.clock, { requests: 50, service: { room: 9, latency: 1, wish: 0 } })).most).toBe(3);
  });

  it('goes down to one and not below', async () => {
    const { account, clock } = accountOf({ ceiling: 64 });
    const { answered } = await ask(account, clock, { requests: 64, service: { room: 1, latency: 20, wish: 0 } });
    expect(answered).toBe(64);
  });

  it('pauses once for all that were sent together; those that were refused keep their places', async () => {
    const { account, clock } = accountOf({ start: 5, ceiling: 5 });
    const turns = await Promise.all(Array.from({ length: 5 }, () => account.turn()));
    const refused = { cause: '429', since: 0, wish: 1000 } as const;
    const rulings = turns.map((turn) => account.refused({ ...refused, turn }));
    // They come back one after the other, the first of them when the pause is over.
    const untils = rulings.map((ruling) => ('until' in ruling ? ruling.until : 0));
    expect(Math.min(...untils)).toBe(1000);
    expect(Math.max(...untils)).toBeLessThan(2000);
    expect(new Set(untils).size).toBe(5);
    expect(account.limit.value).toBe(4);
    const back: number[] = [];
    turns.forEach((turn) => void account.again(turn, { from: 1000, until: 1000 }).then(({ refusals }) => back.push(refusals)));
    await clock.run(clock.sleep(1500));
    expect(back).toEqual([1, 1, 1, 1]); // Four are back and four may be; the fifth waits before all others.
    account.endTurn(turns[0]!);
    await clock.run(clock.sleep(1));
    expect(back).toHaveLength(5);
    let isIn = false;
    void account.turn().then(() => (isIn = true));
    account.endTurn(turns[1]!);
    await clock.run(clock.sleep(1));
    expect(isIn).toBe(true);
  });

  it('takes a service for down once three rounds failed and nothing was answered between', () => {
    const { account } = accountOf({ start: 10 });
    const failures = () => Array.from({ length: 30 }, () => account.failed());
    expect(failures().indexOf(true)).toBe(29);
    account.answered({ cuts: 0, pauses: 0, refusals: 0 }, { retried: false, usedUp: false });
    expect(failures().indexOf(true)).toBe(29);
  });

  it('ends all waiting together once nothing was answered for its patience', async () => {
    const { account, clock } = accountOf({ ceiling: 50, patience: 60_000 });
    const { outcomes, sent, took } = await ask(account, clock, { requests: 500, service: { room: 0, latency: 1, wish: 0 } });
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    const reasons = new Set(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason as unknown));
    expect(reasons.size).toBe(1);
    expect([...reasons][0]).toMatchObject({
      kind: 'rate_limit',
      message: expect.stringMatching(/^It has let nothing through for \d+ s, and at most 60 s are waited for\.$/),
    });
    expect(took).toBeLessThanOrEqual(60_000);
    expect(sent).toBeLessThan(600);
  });

  it('is patient as long as anything is answered, however long it takes', async () => {
    const { account, clock } = accountOf({ ceiling: 4, patience: 60_000 });
    // One request in twenty-five seconds.
    const { answered, took } = await ask(account, clock, { requests: 100, service: { room: 1, latency: 25_000, wish: 0 } });
    expect(answered).toBe(100);
    expect(took).toBeGreaterThan(40 * 60_000);
  });
});

it('host and key make an account', () => {
  const accounts = new Accounts();
  expect(accounts.of('a', 'x')).toBe(accounts.of('a', 'x'));
  expect(accounts.of('a', 'x')).not.toBe(accounts.of('a', 'y'));
  expect(accounts.of('a', 'x')).not.toBe(accounts.of('b', 'x'));
});
