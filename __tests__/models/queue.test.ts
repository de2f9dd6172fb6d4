import fc from 'fast-check';
import { Accounts } from '../../src/models/accounts.ts';
import type { AttemptResult, EndpointFailure } from '../../src/models/http/attempt-result.ts';
import {
  backOff,
  ConcurrencyLimit,
  systemClock,
  type Clock,
  type RequestPace,
} from '../../src/models/http/pace.ts';
import type { Queue } from '../../src/models/http/queue.ts';
import { rejection } from './support.ts';

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

const REPLY = { text: '{}', json: {} };
const WHERE = 'https://host/v1';

function failureOf(details: Partial<EndpointFailure>): EndpointFailure {
  return { kind: 'server', message: 'It failed.', remedy: 'Wait.', retriable: true, ...details };
}

/** Sends this many requests at once. Rejected ones are those that the queue gave up. */
async function ask(
  queue: Queue,
  clock: Timeline,
  { requests, service, retries = 2 }: { requests: number; service: Service; retries?: number },
) {
  let [inside, most, underWay, sent, minute, used] = [0, 0, 0, 0, 0, 0];
  const serve = async (nth: number): Promise<AttemptResult> => {
    sent += 1;
    const now = Math.floor(clock.now() / 60_000);
    if (now > minute) [minute, used] = [now, 0];
    if (inside >= service.room || used >= (service.minutely ?? Infinity) || nth === service.never) {
      await clock.sleep(1);
      return failureOf({ kind: 'rate_limit', throttles: '429', wait: service.wait * 1000 });
    }
    used += 1;
    inside += 1;
    await clock.sleep(service.latency);
    inside -= 1;
    return clock.random() < (service.failing ?? 0) ? failureOf({}) : REPLY;
  };
  const one = (nth: number) =>
    queue.run(
      async () => {
        most = Math.max(most, ++underWay);
        const outcome = await serve(nth);
        underWay -= 1;
        return outcome;
      },
      { retries, address: WHERE },
    );
  const outcomes = await clock.run(
    Promise.allSettled(Array.from({ length: requests }, (_, nth) => one(nth))),
  );
  const answered = outcomes.filter(({ status }) => status === 'fulfilled').length;
  return { outcomes, most, sent, answered, took: clock.now() };
}

type TestPace = Partial<Omit<RequestPace, 'startedAt' | 'clock'>>;

function queueOf(pace: TestPace = {}): { queue: Queue; clock: Timeline } {
  const clock = new Timeline();
  return { queue: new Accounts({ ...pace, clock }).queueOf('host', 'key'), clock };
}

/** A queue whose account has answered once. */
async function provenQueueOf(pace: TestPace) {
  const { queue, clock } = queueOf(pace);
  await queue.run(async () => REPLY, { retries: 0, address: WHERE });
  return { queue, clock };
}

describe('the queue of an account', () => {
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
        async (service, maximum, requests) => {
          const { queue, clock } = queueOf({ maximum });
          const { answered, most } = await ask(queue, clock, {
            requests,
            service,
            retries: 100,
          });
          expect(answered).toBe(requests);
          expect(most).toBeLessThanOrEqual(maximum);
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
      const { queue, clock } = await provenQueueOf({ start: 200, maximum: 200 });
      const { answered, sent, took } = await ask(queue, clock, {
        requests,
        service: { room: 20, latency: 50, wait },
      });
      expect(answered).toBe(requests);
      expect(took).toBeLessThan(1.4 * (requests / 20) * 50);
      expect(sent).toBeLessThan(1.1 * requests);
      // One cut for the burst of 200, to those that got in.
      expect(queue.limit.changes.slice(0, 2)).toEqual([
        { seconds: 0, limit: 200, cause: 'start' },
        { seconds: 0, limit: 20, cause: '429' },
      ]);
    },
  );

  it('uses capacity that comes back', async () => {
    const { queue, clock } = queueOf({ start: 200, maximum: 200 });
    const service = {
      get room() {
        return clock.now() < 20_000 ? 10 : 80;
      },
      latency: 400,
      wait: 1,
    };
    const { answered, took } = await ask(queue, clock, { requests: 4000, service });
    expect(answered).toBe(4000);
    // With a limit of 10 it would take 160 s.
    expect(took).toBeLessThan(80_000);
  });

  it('honours Retry-After', async () => {
    const { queue, clock } = queueOf();
    const service = {
      room: Infinity,
      minutely: 60,
      latency: 600,
      get wait() {
        return 60 - Math.floor((clock.now() % 60_000) / 1000);
      },
    };
    const { answered, sent, took } = await ask(queue, clock, { requests: 3000, service });
    expect(answered).toBe(3000);
    expect(took).toBeLessThan(51 * 60_000);
    expect(sent).toBeLessThan(1.08 * 3000);
  });

  it('grows from ten to the maximum, and never starts above it', async () => {
    const grown = queueOf();
    const { most } = await ask(grown.queue, grown.clock, {
      requests: 2000,
      service: { room: 1000, latency: 50, wait: 0 },
    });
    expect(most).toBe(200);
    expect(grown.queue.limit.changes).toEqual([
      { seconds: 0, limit: 10, cause: 'start' },
      { seconds: expect.any(Number), limit: 200, cause: 'growth' },
    ]);
    const narrow = queueOf({ maximum: 3 });
    expect(
      (
        await ask(narrow.queue, narrow.clock, {
          requests: 50,
          service: { room: 9, latency: 1, wait: 0 },
        })
      ).most,
    ).toBe(3);
  });

  it('sends refused requests before new ones, and one that is always refused does not block others', async () => {
    const { queue, clock } = queueOf({ start: 1, maximum: 1 });
    const service = { room: 1, latency: 10, wait: 0, never: 0 };
    const { answered, outcomes, took } = await ask(queue, clock, { requests: 400, service });
    expect(answered).toBe(399);
    const [first] = outcomes;
    expect((first as PromiseRejectedResult).reason).toMatchObject({ kind: 'rate_limit' });
    expect(took).toBeLessThan(11 * 60_000);
  });

  it('takes a service for down after three rounds of failures without an answer', async () => {
    const { queue, clock } = queueOf({ start: 10 });
    let sent = 0;
    const failing = async () => {
      sent += 1;
      return failureOf({});
    };
    const failed = () => rejection(clock.run(queue.run(failing, { retries: 100, address: WHERE })));
    expect(await failed()).toMatchObject({
      transient: true,
      message: 'It failed. Asked 30 times.',
    });
    await queue.run(async () => REPLY, { retries: 0, address: WHERE });
    expect(await failed()).toMatchObject({ transient: true });
    expect(sent).toBe(60);
  });

  it('sends at most ten requests with a wrong key, whatever the concurrency', async () => {
    const { queue, clock } = queueOf({ start: 200, maximum: 200 });
    let sent = 0;
    const refuse = async (): Promise<AttemptResult> => {
      sent += 1;
      await clock.sleep(100 * sent);
      return failureOf({ kind: 'authentication', retriable: false, fatal: true });
    };
    const all = Array.from({ length: 500 }, () =>
      queue.run(refuse, { retries: 2, address: WHERE }),
    );
    const outcomes = await clock.run(Promise.allSettled(all));
    expect(sent).toBe(10);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: expect.objectContaining({ kind: 'authentication', fatal: true, where: WHERE }),
      });
    await rejection(queue.run(refuse, { retries: 0, address: WHERE }));
    expect(sent).toBe(10);
  });

  it('goes on after a refusal of the key of an account that has answered before', async () => {
    const { queue, clock } = await provenQueueOf({ start: 50, maximum: 50 });
    let sent = 0;
    const refuse = async (): Promise<AttemptResult> => {
      sent += 1;
      return failureOf({ kind: 'authentication', retriable: false, fatal: true });
    };
    const all = Array.from({ length: 50 }, () => queue.run(refuse, { retries: 2, address: WHERE }));
    await clock.run(Promise.allSettled(all));
    expect(sent).toBe(50);
    expect(await queue.run(async () => REPLY, { retries: 0, address: WHERE })).toBe(REPLY);
  });

  it('rejects all waiting requests after its patience without an answer', async () => {
    const { queue, clock } = queueOf({ maximum: 50, maxRefusedMs: 60_000 });
    const { outcomes, sent, took } = await ask(queue, clock, {
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
        /^It failed\. Asked \d+ times\. It has refused everything for \d+ s; the maximum wait is 60 s\.$/,
      ),
    });
    expect(took).toBeLessThanOrEqual(60_000);
    expect(sent).toBeLessThan(100);
  });

  it('never gives up while some requests are answered', async () => {
    const { queue, clock } = queueOf({ maximum: 4, maxRefusedMs: 60_000 });
    // One request in twenty-five seconds.
    const { answered, took } = await ask(queue, clock, {
      requests: 100,
      service: { room: 1, latency: 25_000, wait: 0 },
    });
    expect(answered).toBe(100);
    expect(took).toBeGreaterThan(40 * 60_000);
  });
});

describe('the limit of concurrent requests', () => {
  const refusal = { cause: '429', now: 0, length: 1000, end: 1000 } as const;
  /** As many answers as the limit, all of them under way together unless `atOnce` is lower. */
  function answerAll(limit: ConcurrencyLimit, now: number, atOnce = limit.current): void {
    limit.granted(atOnce);
    const { current, episode } = limit;
    for (let i = 0; i < current; i++) limit.answered(episode, now);
  }

  it('grows by one after a cut, not sooner than ten times the pause, and only if the limit is used', () => {
    const limit = new ConcurrencyLimit({ start: 10, maximum: 200, startedAt: 0 });
    limit.granted(10);
    limit.beginEpisode(10);
    limit.cut({ ...refusal, isNew: true });
    expect(limit.current).toBe(9);
    for (let i = 0; i < 9; i++) limit.answered(0, 20_000);
    answerAll(limit, 10_999);
    expect(limit.current).toBe(9);
    answerAll(limit, 11_000);
    expect(limit.current).toBe(10);
    const idle = new ConcurrencyLimit({ start: 10, maximum: 200, startedAt: 0 });
    for (let i = 0; i < 50; i++) answerAll(idle, 0, 1);
    expect(idle.current).toBe(10);
    answerAll(idle, 0);
    expect(idle.current).toBe(20);
  });

  it('cuts once for requests that were sent together, and halves if all were refused', () => {
    const limit = new ConcurrencyLimit({ start: 40, maximum: 40, startedAt: 0 });
    limit.beginEpisode(40);
    const limits = Array.from({ length: 40 }, (_, nth) => {
      limit.cut({ ...refusal, isNew: nth === 0 });
      return limit.current;
    });
    expect([limits[0], limits[9], limits[38], limits[39]]).toEqual([36, 30, 1, 20]);
    expect(limit.changes.map((change) => change.limit)).toEqual([40, 20]);
  });

  it('keeps what it has regained when a request of the old burst is refused late', () => {
    const limit = new ConcurrencyLimit({ start: 20, maximum: 200, startedAt: 0 });
    limit.beginEpisode(20);
    limit.cut({ ...refusal, isNew: true });
    for (let growths = 0; growths < 9; growths++) answerAll(limit, 20_000);
    limit.cut({ ...refusal, cause: '503', now: 21_000, end: 22_000, isNew: false });
    expect(limit.current).toBe(27);
    expect(limit.changes).toEqual([
      { seconds: 0, limit: 20, cause: 'start' },
      { seconds: 0, limit: 18, cause: '429' },
      { seconds: 20, limit: 27, cause: 'growth' },
    ]);
    answerAll(limit, 31_999);
    expect(limit.current).toBe(27);
    answerAll(limit, 32_000);
    expect(limit.current).toBe(28);
  });

  it('reports at most 400 changes, the first one included', () => {
    const limit = new ConcurrencyLimit({ start: 100, maximum: 200, startedAt: 0 });
    for (let i = 0; i < 900; i++) {
      limit.beginEpisode(1);
      limit.cut({ ...refusal, isNew: true });
    }
    expect(limit.changes).toHaveLength(400);
    expect(limit.changes[0]).toEqual({ seconds: 0, limit: 100, cause: 'start' });
  });
});

it("a correction of the machine's clock moves no pause", () => {
  const before = systemClock.now();
  const wallClock = jest.spyOn(Date, 'now').mockReturnValue(0);
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  wallClock.mockRestore();
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
});

it('the last refusal of a run is the latest of all accounts', async () => {
  const clock = new Timeline();
  const accounts = new Accounts({ clock });
  const refuse = (host: string, at: number) =>
    accounts.queueOf(host, 'key').run(
      async () => {
        await clock.sleep(at);
        return failureOf({ kind: 'rate_limit', throttles: '429', message: `${host} refuses.` });
      },
      { retries: 0, address: WHERE },
    );
  const both = Promise.allSettled([refuse('first', 1000), refuse('second', 3000)]);
  await clock.run(clock.sleep(3001));
  expect(accounts.lastRefusal).toBe('second refuses.');
  await clock.run(both);
});

it('an account is a host and a key', () => {
  const accounts = new Accounts();
  expect(accounts.queueOf('a', 'x')).toBe(accounts.queueOf('a', 'x'));
  expect(accounts.queueOf('a', 'x')).not.toBe(accounts.queueOf('a', 'y'));
  expect(accounts.queueOf('a', 'x')).not.toBe(accounts.queueOf('b', 'x'));
});

it('backs off from half a second up to thirty, minus up to half at random', () => {
  expect([1, 2, 3, 6, 7, 50].map((attempt) => backOff(attempt, 0))).toEqual([
    500, 1000, 2000, 16_000, 30_000, 30_000,
  ]);
  expect(backOff(1, 0.5)).toBe(375);
});
