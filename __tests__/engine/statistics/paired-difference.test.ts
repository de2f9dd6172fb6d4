import { pairedDifference } from '../../../src/engine/statistics/intervals.ts';

/** Probability of each split of n rows, worked out without the code under test. */
function* splits(n: number, [p1, p2, p3]: readonly [number, number, number]) {
  const p4 = 1 - p1 - p2 - p3;
  const logs = [0];
  for (let i = 1; i <= n; i += 1) logs.push(logs[i - 1]! + Math.log(i));
  for (let both = 0; both <= n; both += 1) {
    for (let first = 0; first <= n - both; first += 1) {
      for (let second = 0; second <= n - both - first; second += 1) {
        const neither = n - both - first - second;
        const ways = logs[n]! - logs[both]! - logs[first]! - logs[second]! - logs[neither]!;
        yield {
          rows: {
            passedBoth: both,
            passedFirst: first,
            passedSecond: second,
            passedNeither: neither,
          },
          probability: Math.exp(ways) * p1 ** both * p2 ** first * p3 ** second * p4 ** neither,
        };
      }
    }
  }
}

it('covers the true difference about as often as it says', () => {
  for (const rates of [
    [0.8, 0.08, 0.07],
    [0.6, 0.2, 0.1],
    [0.9, 0.02, 0.05],
    [0.3, 0.3, 0.1],
  ] as const) {
    let covered = 0;
    for (const { rows, probability } of splits(30, rates)) {
      const { low, high } = pairedDifference(rows);
      if (low <= rates[2] - rates[1] && rates[2] - rates[1] <= high) covered += probability;
    }
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThan(0.999);
  }
});

it('turns round with the two runs, and holds what was seen', () => {
  const rows = { passedBoth: 20, passedFirst: 7, passedSecond: 2, passedNeither: 5 };
  const there = pairedDifference(rows);
  const back = pairedDifference({
    ...rows,
    passedFirst: rows.passedSecond,
    passedSecond: rows.passedFirst,
  });
  expect(there.difference).toBeCloseTo(-5 / 34, 12);
  expect([back.low, back.high]).toEqual([
    expect.closeTo(-there.high, 12),
    expect.closeTo(-there.low, 12),
  ]);
  expect(there.low).toBeLessThan(there.difference);
  expect(there.high).toBeGreaterThan(there.difference);
  expect(() =>
    pairedDifference({ passedBoth: 0, passedFirst: 0, passedSecond: 0, passedNeither: 0 }),
  ).toThrow(RangeError);
});
