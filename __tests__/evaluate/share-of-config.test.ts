import { expect, it } from '@jest/globals';
import { paceNotices, shareOfCap, shareOfPace } from '../../src/evaluate/share-of-config.js';

const shares = (of: number) => Array.from({ length: of }, (_, i) => ({ index: i + 1, of }));
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

it('all parts of a cap are the cap, and none is larger than another by more than one request', () => {
  for (const maxRequests of [1, 7, 10, 101, 2000]) {
    for (const parties of [1, 3, 10, 256]) {
      const parts = shares(parties).map((share) => shareOfCap({ maxRequests }, share).maxRequests);
      expect(sum(parts)).toBe(maxRequests);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }
  }
  expect(shareOfCap({ maxRequests: undefined }, { index: 1, of: 2 })).toEqual({ maxRequests: undefined });
});

it('so many are under way in all shards together as in one process, and one at least in each, which is said', () => {
  for (const concurrency of ['auto', 64, 10] as const) {
    const paces = shares(10).map((share) => shareOfPace(concurrency, share));
    expect(sum(paces.map(({ start }) => start))).toBe(concurrency === 'auto' ? 10 : concurrency);
    expect(sum(paces.map(({ ceiling }) => ceiling))).toBe(concurrency === 'auto' ? 200 : concurrency);
    expect(paceNotices(concurrency, { index: 1, of: 10 })).toEqual([]);
  }
  expect(shares(10).map((share) => shareOfPace(4, share).ceiling)).toEqual(Array(10).fill(1));
  expect(paceNotices(4, { index: 1, of: 10 })[0]).toContain('`max-parallel: 4`');
});
