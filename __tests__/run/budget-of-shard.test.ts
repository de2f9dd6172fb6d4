import { expect, it } from '@jest/globals';
import { scaleBudgetToShard, paceOfShard } from '../../src/run/budget.js';

const shardsOf = (of: number) =>
  Array.from({ length: of }, (_, i) => ({ index: i + 1, count: of }));
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

it('the parts of a cap add up to it, and differ by at most one request', () => {
  for (const cap of [1, 7, 10, 101, 2000]) {
    for (const parties of [1, 3, 10, 256]) {
      const whole = {
        budget: {
          max_requests: cap,
          max_tokens: cap,
          max_cost: cap,
          prices: undefined,
          on_budget: 'refuse' as const,
        },
      };
      const parts = shardsOf(parties).map((shard) => scaleBudgetToShard(whole, shard).budget);
      for (const key of ['max_requests', 'max_tokens'] as const) {
        const ofKey = parts.map((part) => part[key]);
        expect(sum(ofKey)).toBe(cap);
        expect(Math.max(...ofKey) - Math.min(...ofKey)).toBeLessThanOrEqual(1);
      }
      expect(sum(parts.map(({ max_cost }) => max_cost))).toBeCloseTo(cap, 9);
    }
  }
  const none = {
    max_requests: undefined,
    max_tokens: undefined,
    max_cost: undefined,
    prices: undefined,
    on_budget: 'partial' as const,
  };
  expect(scaleBudgetToShard({ budget: none }, { index: 1, count: 2 })).toEqual({ budget: none });
});

it('all shards together have as many concurrent requests as one process, and each at least one', () => {
  for (const concurrency of ['auto', 64, 10] as const) {
    const paces = shardsOf(10).map((shard) => paceOfShard(concurrency, shard));
    expect(sum(paces.map(({ start }) => start))).toBe(concurrency === 'auto' ? 10 : concurrency);
    expect(sum(paces.map(({ ceiling }) => ceiling))).toBe(
      concurrency === 'auto' ? 200 : concurrency,
    );
  }
  expect(shardsOf(10).map((share) => paceOfShard(4, share).ceiling)).toEqual(Array(10).fill(1));
});
