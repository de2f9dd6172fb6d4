import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ModelError } from '../../src/errors.js';
import { Accounts, type Account, type Pace } from '../../src/models/account.js';
import type { Clock } from '../../src/models/pace.js';

/** Time that goes on only once all has been done that can be done now. */
class Timeline implements Clock {
  #now = 0;
  #timers: { at: number; ring: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((ring) => this.#timers.push({ at: this.#now + ms, ring }));
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
      this.#timers.sort((a, b) => a.at - b.at);
      const next = this.#timers.shift();
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
}

/** Asks so many times at once, as the transport does. */
async function ask(account: Account, clock: Timeline, { requests, service }: { requests: number; service: Service }) {
  let [inside, most, sent, answered] = [0, 0, 0, 0];
  const serve = async (): Promise<boolean> => {
    sent += 1;
    if (inside >= service.room) {
      await clock.sleep(1);
      return false;
    }
    inside += 1;
    await clock.sleep(service.latency);
    inside -= 1;
    return true;
  };
  let underWay = 0;
  const one = async () => {
    for (let since: number | undefined; ;) {
      const turn = await account.turn();
      most = Math.max(most, ++underWay);
      try {
        if (await serve()) {
          account.answered(turn);
          answered += 1;
          return;
        }
        since ??= clock.now();
        const ruling = account.refused({ turn, since, wish: service.wish * 1000 });
        if (typeof ruling === 'object')
          throw account.giveUp(new ModelError(ruling.pointless, { kind: 'rate_limit', fatal: true, remedy: '' }));
      } finally {
        underWay -= 1;
        account.endTurn();
      }
    }
  };
  const outcomes = await clock.run(Promise.allSettled(Array.from({ length: requests }, one)));
  return { outcomes, most, sent, answered, took: clock.now() };
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

  it('finds the room of a service by halving: 20 of 200', async () => {
    const { account, clock } = accountOf({ ceiling: 200 });
    const { answered, sent, took } = await ask(account, clock, { requests: 1000, service: { room: 20, latency: 50, wish: 1 } });
    expect(answered).toBe(1000);
    // 180, 80, 30 and 5 are refused on the way down, and a few whenever the limit has grown to 21.
    expect(sent).toBeLessThan(1400);
    expect(took).toBeLessThan(15_000);
  });

  it('goes down to one and not below', async () => {
    const { account, clock } = accountOf({ ceiling: 64 });
    const { answered } = await ask(account, clock, { requests: 64, service: { room: 1, latency: 20, wish: 0 } });
    expect(answered).toBe(64);
  });

  it('halves once for all that were sent under one limit, and grows by one after five clean rounds', async () => {
    const { account, clock } = accountOf({ ceiling: 8 });
    const turns = await Promise.all(Array.from({ length: 8 }, () => account.turn()));
    for (const turn of turns) expect(account.refused({ turn, since: 0, wish: 1000 })).toBe('waits');
    turns.forEach(() => account.endTurn());
    const room = async () => {
      let count = 0;
      const more = () => void account.turn().then(() => count++);
      Array.from({ length: 12 }, more);
      await clock.run(clock.sleep(5000));
      return count;
    };
    expect(await room()).toBe(4);
    const grown = accountOf({ ceiling: 8 });
    const first = await grown.account.turn();
    grown.account.refused({ turn: first, since: 0, wish: 0 });
    grown.account.endTurn();
    let most = 0;
    const one = async () => {
      const turn = await grown.account.turn();
      most++;
      await grown.clock.sleep(10);
      most--;
      grown.account.answered(turn);
      grown.account.endTurn();
    };
    const peaks: number[] = [];
    const all = Promise.all(Array.from({ length: 60 }, () => one().then(() => peaks.push(most))));
    await grown.clock.run(all);
    // Four under way for the first twenty answers; five behind them.
    expect(Math.max(...peaks.slice(0, 20))).toBeLessThanOrEqual(4);
    expect(Math.max(...peaks.slice(24))).toBe(5);
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
    expect(sent).toBeLessThan(200);
  });

  it('is patient as long as anything is answered, however long it takes', async () => {
    const { account, clock } = accountOf({ ceiling: 4, patience: 60_000 });
    // One request in fifty seconds: four hundred of them take hours.
    const { answered, took } = await ask(account, clock, { requests: 100, service: { room: 1, latency: 50_000, wish: 0 } });
    expect(answered).toBe(100);
    expect(took).toBeGreaterThan(60 * 60_000);
  });
});

it('host and key make an account', () => {
  const accounts = new Accounts();
  expect(accounts.of('a', 'x')).toBe(accounts.of('a', 'x'));
  expect(accounts.of('a', 'x')).not.toBe(accounts.of('a', 'y'));
  expect(accounts.of('a', 'x')).not.toBe(accounts.of('b', 'x'));
});
