import { describe, expect, it } from '@jest/globals';
import { Limit } from '../../src/models/limit.js';
import type { Clock } from '../../src/models/pace.js';

/** One thing that a limit is told: `n` clean answers while all places are wanted, unless it says otherwise. */
type Told =
  | { n: number; retried?: true; wanted?: number; stale?: true }
  | { refused: '429' | '503' | 'x-ratelimit'; wish?: number }
  | { wait: number };

function limitAfter(told: readonly Told[], { start = 10, ceiling = 200 } = {}): Limit {
  let now = 0;
  const clock: Clock = { now: () => now, sleep: async () => undefined, random: () => 0 };
  const limit = new Limit({ start, ceiling, clock, since: 0 });
  for (const one of told) {
    if ('wait' in one) now += one.wait * 1000;
    else if ('refused' in one) limit.tooMany(one.refused, (one.wish ?? 0) * 1000);
    else {
      for (let i = 0; i < one.n; i++) {
        limit.answered({ cuts: one.stale ? limit.cuts - 1 : limit.cuts, retried: one.retried ?? false, wanted: one.wanted ?? limit.value });
      }
    }
  }
  return limit;
}

const CUT: Told = { refused: '429' };

describe('the limit of an account', () => {
  it.each<[string, number, Told[], { start?: number; ceiling?: number }?]>([
    ['begins where it is told', 10, []],
    ['does not grow before as many clean answers as may be under way', 10, [{ n: 9 }]],
    ['doubles after them', 20, [{ n: 10 }]],
    ['doubles again after twice as many', 40, [{ n: 30 }]],
    ['takes four answers at least', 1, [{ n: 3 }], { start: 1 }],
    ['and doubles from one then', 2, [{ n: 4 }], { start: 1 }],
    ['never passes its ceiling', 200, [{ n: 5000 }]],
    ['that begins at its ceiling stays there', 7, [{ n: 500 }], { start: 7, ceiling: 7 }],
    ['is cut by a fifth', 8, [CUT]],
    ['is cut once a cooldown', 8, [CUT, CUT, { wait: 14.9 }, CUT]],
    ['is cut again behind it', 6, [CUT, { wait: 15 }, CUT]],
    ['cools as long as the service asks, where that is longer', 8, [{ refused: '429', wish: 60 }, { wait: 59 }, CUT]],
    ['and is cut behind that', 6, [{ refused: '429', wish: 60 }, { wait: 60 }, CUT]],
    ['is cut by headers as by refusals', 8, [{ refused: 'x-ratelimit' }, { refused: '503' }]],
    ['is never cut below one', 1, [CUT], { start: 1 }],
    ['grows by one from a small number, once it was cut', 9, [CUT, { n: 8 }]],
    ['grows by a twentieth from a large one', 84, [CUT, { n: 80 }], { start: 100 }],
    ['forgets the clean answers before a refusal, in a cooldown too', 8, [CUT, { n: 7 }, CUT, { n: 7 }]],
    ['counts no answer that took more than one attempt', 10, [{ n: 100, retried: true }]],
    ['counts no answer while less than four fifths of it are used', 10, [{ n: 100, wanted: 7 }]],
    ['counts those while four fifths are', 20, [{ n: 10, wanted: 8 }]],
    ['counts no answer to what was sent before the cut', 8, [CUT, { n: 100, stale: true }]],
  ])('%s', (_, expected, told, ...[options]) => {
    expect(limitAfter(told, options).value).toBe(expected);
  });

  it('tells its changes, a growth in many steps as one', () => {
    const told: Told[] = [{ wait: 1 }, { n: 10 }, { wait: 1.26 }, { n: 20 }, { wait: 1 }, { refused: '503' }, { n: 64 }];
    expect(limitAfter(told).changes).toEqual([
      { seconds: 0, limit: 10, cause: 'start' },
      { seconds: 2.3, limit: 40, cause: 'growth' },
      { seconds: 3.3, limit: 32, cause: '503' },
      { seconds: 3.3, limit: 33, cause: 'growth' },
    ]);
  });

  it('tells no more than fits a report, the first among them', () => {
    const { changes } = limitAfter(Array.from({ length: 2000 }, () => [CUT, { wait: 15 }, { n: 400 }] as Told[]).flat(), { start: 100 });
    expect(changes).toHaveLength(400);
    expect(changes[0]).toEqual({ seconds: 0, limit: 100, cause: 'start' });
  });
});
