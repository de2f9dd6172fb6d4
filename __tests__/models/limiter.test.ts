import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ModelError } from '../../src/errors.js';
import { Accounts } from '../../src/models/meter.js';
import { backOff, type Clock, type Limiter, type Pace } from '../../src/models/http/limiter.js';

/** A clock that advances only when no work is left. */
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
      if (!next) throw new Error('No timer is left.');
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
  wait: number;
  /** Requests that are let in each minute; left out, as many as there is room for. */
  minutely?: number;
  /** Share of the requests that were let in and fail. */
  failing?: number;
  /** This request, by its number, is always refused. */
  never?: number;
}

const RETRIES = 2;

/** Sends this many requests at once, as the transport does. */
async function ask(
  limiter: Limiter,
  clock: Timeline,
  { requests, service }: { requests: number; service: Service },
) {
  let [inside, most, underWay, sent, answered, minute, used, counted] = [0, 0, 0, 0, 0, 0, 0, 0];
  const serve = async (nth: number): Promise<'answered' | 'refused' | 'failed'> => {
    sent += 1;
    const now = Math.floor(clock.now() / 60_000);
    if (now > minute) [minute, used] = [now, 0];
    if (inside >= service.room || used >= (service.minutely ?? Infinity) || nth === service.never) {
      await clock.sleep(1);
      return 'refused';
    }
    used += 1;
    inside += 1;
    await clock.sleep(service.latency);
    inside -= 1;
    return clock.random() < (service.failing ?? 0) ? 'failed' : 'answered';
  };
  const one = async (nth: number) => {
    let since: number | undefined;
    let goesFirst = false;
    let tries = 0;
    for (;;) {
      const permit = await limiter.enter({ goesFirst });
      most = Math.max(most, ++underWay);
      const outcome = await serve(nth);
      underWay -= 1;
      try {
        if (outcome === 'answered') {
          limiter.answered(permit);
          answered += 1;
          return;
        }
        if (outcome === 'failed') {
          limiter.failed();
          continue;
        }
        since ??= clock.now();
        const ruling = limiter.refused({ permit, cause: '429', since, wait: service.wait * 1000 });
        if ('pointless' in ruling)
          throw limiter.giveUp(
            new ModelError(ruling.pointless, { kind: 'rate_limit', fatal: true, remedy: '' }),
          );
        if (ruling.counts && ++tries > RETRIES) {
          counted += 1;
          return;
        }
        ({ goesFirst } = ruling);
      } finally {
        limiter.leave();
      }
    }
  };
  const outcomes = await clock.run(
    Promise.allSettled(Array.from({ length: requests }, (_, nth) => one(nth))),
  );
  return { outcomes, most, sent, answered, counted, took: clock.now() };
}

function limiterOf(pace: Partial<Pace> = {}): { limiter: Limiter; clock: Timeline } {
  const clock = new Timeline();
  return { limiter: new Accounts({ ...pace, clock }).of('host', 'key'), clock };
}

describe('the limiter of an account', () => {
  it('loses no request and never exceeds the maximum, for any service', async () => {
    const services = fc.record({
      room: fc.integer({ min: 1, max: 40 }),
      latency: fc.integer({ min: 1, max: 5000 }),
      wait: fc.constantFrom(0, 0.03, 1, 20),
      failing: fc.constantFrom(0, 0.1),
    });
    await fc.assert(
      fc.asyncProperty(
        services,
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 120 }),
        async (service, ceiling, requests) => {
          const { limiter, clock } = limiterOf({ ceiling });
          const { answered, most } = await ask(limiter, clock, { requests, service });
          expect(answered).toBe(requests);
          expect(most).toBeLessThanOrEqual(ceiling);
        },
      ),
      { numRuns: 60, seed: 2 },
    );
  }, 120_000);

  it.each([
    { wait: 1, requests: 3000 },
    { wait: 0, requests: 3000 },
    { wait: 1, requests: 12_000 },
    { wait: 0, requests: 12_000 },
  ])(
    'keeps a service busy that accepts 20 requests, with a maximum of 200: %j',
    async ({ wait, requests }) => {
      const { limiter, clock } = limiterOf({ start: 200, ceiling: 200 });
      const { answered, sent, took } = await ask(limiter, clock, {
        requests,
        service: { room: 20, latency: 50, wait },
      });
      expect(answered).toBe(requests);
      expect(took).toBeLessThan(1.4 * (requests / 20) * 50);
      expect(sent).toBeLessThan(1.1 * requests);
      // One cut for the burst of 200, to those that got in.
      expect(limiter.changes.slice(0, 2)).toEqual([
        { seconds: 0, limit: 200, cause: 'start' },
        { seconds: 0, limit: 20, cause: '429' },
      ]);
    },
  );

  it('uses capacity that comes back', async () => {
    const { limiter, clock } = limiterOf({ start: 200, ceiling: 200 });
    const service = {
      get room() {
        return clock.now() < 20_000 ? 10 : 80;
      },
      latency: 400,
      wait: 1,
    };
    const { answered, took } = await ask(limiter, clock, { requests: 4000, service });
    expect(answered).toBe(4000);
    // With a limit of 10 it would take 160 s.
    expect(took).toBeLessThan(80_000);
  });

  it('honours Retry-After', async () => {
    const { limiter, clock } = limiterOf();
    const service = {
      room: Infinity,
      minutely: 60,
      latency: 600,
      get wait() {
        return 60 - Math.floor((clock.now() % 60_000) / 1000);
      },
    };
    const { answered, sent, took } = await ask(limiter, clock, { requests: 3000, service });
    expect(answered).toBe(3000);
    expect(took).toBeLessThan(51 * 60_000);
    expect(sent).toBeLessThan(1.08 * 3000);
  });

  it('grows from ten to the maximum, and never starts above it', async () => {
    const grown = limiterOf();
    const { most } = await ask(grown.limiter, grown.clock, {
      requests: 2000,
      service: { room: 1000, latency: 50, wait: 0 },
    });
    expect(most).toBe(200);
    expect(grown.limiter.changes).toEqual([
      { seconds: 0, limit: 10, cause: 'start' },
      { seconds: expect.any(Number), limit: 200, cause: 'growth' },
    ]);
    const narrow = limiterOf({ ceiling: 3 });
    expect(
      (
        await ask(narrow.limiter, narrow.clock, {
          requests: 50,
          service: { room: 9, latency: 1, wait: 0 },
        })
      ).most,
    ).toBe(3);
  });

  it('grows by one after a cut, not sooner than ten times the pause, and only if the limit is used', async () => {
    const { limiter, clock } = limiterOf({ start: 10, ceiling: 200 });
    const permits = await Promise.all(Array.from({ length: 10 }, () => limiter.enter()));
    limiter.refused({ permit: permits[0]!, cause: '503', since: 0, wait: 1000 });
    for (const permit of permits.slice(1)) limiter.answered(permit);
    permits.forEach(() => limiter.leave());
    expect(limiter.limit).toBe(9);
    const answer = async (atOnce: number) => {
      const granted = await Promise.all(Array.from({ length: atOnce }, () => limiter.enter()));
      for (const permit of granted) {
        limiter.answered(permit);
        limiter.leave();
      }
    };
    await clock.run(clock.sleep(2000));
    await answer(9);
    expect(limiter.limit).toBe(9);
    await clock.run(clock.sleep(12_000));
    const idle = limiterOf({ start: 10, ceiling: 200 }).limiter;
    for (let i = 0; i < 50; i++) {
      idle.answered(await idle.enter());
      idle.leave();
    }
    expect(idle.limit).toBe(10);
    await answer(9);
    expect(limiter.limit).toBe(10);
  });

  it('cuts once for requests that were sent together, and halves if all were refused', async () => {
    const { limiter } = limiterOf({ start: 40, ceiling: 40 });
    const permits = await Promise.all(Array.from({ length: 40 }, () => limiter.enter()));
    const limits = permits.map((permit) => {
      limiter.refused({ permit, cause: '429', since: 0, wait: 1000 });
      return limiter.limit;
    });
    expect([limits[0], limits[9], limits[38], limits[39]]).toEqual([36, 30, 1, 20]);
    expect(limiter.changes.map(({ limit }) => limit)).toEqual([40, 20]);
  });

  it('sends refused requests before new ones, and one that is always refused does not block others', async () => {
    const { limiter, clock } = limiterOf({ start: 1, ceiling: 1 });
    const service = { room: 1, latency: 10, wait: 0, never: 0 };
    const { answered, counted, took } = await ask(limiter, clock, { requests: 400, service });
    expect(answered).toBe(399);
    expect(counted).toBeLessThanOrEqual(1);
    expect(took).toBeLessThan(11 * 60_000);
  });

  it('takes a service for down after three rounds of failures without an answer', async () => {
    const { limiter } = limiterOf({ start: 10 });
    const failures = () => Array.from({ length: 30 }, () => limiter.failed());
    expect(failures().indexOf(true)).toBe(29);
    limiter.answered(await limiter.enter());
    expect(failures().indexOf(true)).toBe(29);
  });

  it('rejects all waiting requests after its patience without an answer', async () => {
    const { limiter, clock } = limiterOf({ ceiling: 50, patience: 60_000 });
    const { outcomes, sent, took } = await ask(limiter, clock, {
      requests: 500,
      service: { room: 0, latency: 1, wait: 0 },
    });
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    const reasons = new Set(
      outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason as unknown),
    );
    expect(reasons.size).toBe(1);
    expect([...reasons][0]).toMatchObject({
      kind: 'rate_limit',
      message: expect.stringMatching(
        /^It has refused everything for \d+ s; the maximum wait is 60 s\.$/,
      ),
    });
    expect(took).toBeLessThanOrEqual(60_000);
    expect(sent).toBeLessThan(100);
  });

  it('never gives up while some requests are answered', async () => {
    const { limiter, clock } = limiterOf({ ceiling: 4, patience: 60_000 });
    // One request in twenty-five seconds.
    const { answered, took } = await ask(limiter, clock, {
      requests: 100,
      service: { room: 1, latency: 25_000, wait: 0 },
    });
    expect(answered).toBe(100);
    expect(took).toBeGreaterThan(40 * 60_000);
  });

  it('reports at most 400 changes, the first one included', async () => {
    const { limiter, clock } = limiterOf({ start: 100 });
    for (let i = 0; i < 900; i++) {
      const permit = await clock.run(limiter.enter());
      limiter.answered(permit);
      limiter.refused({ permit, cause: '429', since: clock.now(), wait: 1 });
      limiter.leave();
    }
    expect(limiter.changes).toHaveLength(400);
    expect(limiter.changes[0]).toEqual({ seconds: 0, limit: 100, cause: 'start' });
  });
});

it('an account is a host and a key', () => {
  const accounts = new Accounts();
  expect(accounts.of('a', 'x')).toBe(accounts.of('a', 'x'));
  expect(accounts.of('a', 'x')).not.toBe(accounts.of('a', 'y'));
  expect(accounts.of('a', 'x')).not.toBe(accounts.of('b', 'x'));
});

it('backs off from half a second up to thirty, minus up to half at random', () => {
  expect([1, 2, 3, 6, 7, 50].map((attempt) => backOff(attempt, 0))).toEqual([
    500, 1000, 2000, 16_000, 30_000, 30_000,
  ]);
  expect(backOff(1, 0.5)).toBe(375);
});
