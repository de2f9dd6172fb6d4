import { rateDifferencePValue } from '../../../src/engine/statistics/rates.ts';

it('two rates: 1 where they are equal, small where they differ, the same in either order', () => {
  expect(rateDifferencePValue({ passes: 40, rows: 50 }, { passes: 8, rows: 10 })).toBe(1);
  expect(rateDifferencePValue({ passes: 0, rows: 0 }, { passes: 8, rows: 10 })).toBe(1);
  const [high, low] = [
    { passes: 20, rows: 20 },
    { passes: 0, rows: 5 },
  ];
  // Beta(20.5, 0.5) Beta(0.5, 5.5) / pi^2 against 0.8^20 0.2^5.
  expect(rateDifferencePValue(high, low)).toBeCloseTo(1.196e-4, 6);
  expect(rateDifferencePValue(low, high)).toBe(rateDifferencePValue(high, low));
  expect(() => rateDifferencePValue({ passes: 2, rows: 1 }, low)).toThrow(RangeError);
});
