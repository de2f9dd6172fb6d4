import { exactBinomial } from './exact.ts';
import { wilson } from '../../../src/engine/statistics/intervals.ts';

describe('wilson', () => {
  it.each([
    [35, 50, 0.562496, 0.808964],
    [45, 50, 0.786398, 0.956524],
    [0, 50, 0, 0.071348],
    [10, 10, 0.722467, 1],
  ])('%i of %i', (k, n, low, high) => {
    const found = wilson(k, n);
    expect(Math.abs(found.low - low)).toBeLessThan(1e-6);
    expect(Math.abs(found.high - high)).toBeLessThan(1e-6);
  });

  it('names method and confidence, and knows nothing without rows', () => {
    expect(wilson(0, 0)).toEqual({ method: 'wilson', confidence: 0.95, low: 0, high: 1 });
  });

  it.each([
    [3, 2],
    [-1, 2],
    [0.5, 2],
  ])('refuses %p of %p', (k, n) => {
    expect(() => wilson(k, n)).toThrow(RangeError);
  });

  it('covers the true rate with its confidence on the average', () => {
    const n = 50;
    const ends = Array.from({ length: n + 1 }, (_, k) => wilson(k, n));
    const coverages = Array.from({ length: 199 }, (_, i) => {
      const rate = (i + 1) / 200;
      const { pmf } = exactBinomial(n, rate);
      return ends.reduce(
        (sum, { low, high }, k) => (low <= rate && rate <= high ? sum + pmf(k) : sum),
        0,
      );
    });
    expect(coverages.reduce((sum, value) => sum + value, 0) / coverages.length).toBeCloseTo(
      0.95,
      2,
    );
  });
});
