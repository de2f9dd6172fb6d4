import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { atLeast, atMost } from '../../../src/engine/statistics/binomial.js';
import { exactBinomial } from './exact.js';
import { clopperPearson, jeffreys, wilson } from '../../../src/engine/statistics/intervals.js';
import { twoSidedZ } from '../../../src/engine/statistics/special.js';
import { runs } from '../../support/runs.js';

const METHODS = [wilson, clopperPearson, jeffreys];
const passes = (most: number) =>
  fc.integer({ min: 0, max: most }).chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }));
const confidence = fc.double({ min: 0.5, max: 0.999, noNaN: true });

describe('intervals', () => {
  it.each([
    [35, 50, [0.562496, 0.808964], [0.553918, 0.821382], [0.564472, 0.813123]],
    [45, 50, [0.786398, 0.956524], [0.781865, 0.966725], [0.794645, 0.960806]],
    [0, 50, [0, 0.071348], [0, 0.071122], [0, 0.048758]],
    [10, 10, [0.722467, 1], [0.691503, 1], [0.782804, 1]],
  ])('%i of %i at 95 %', (k, n, ...expected) => {
    METHODS.forEach((method, at) => {
      const { low, high } = method(k, n, 0.95);
      expect(Math.abs(low - expected[at]![0]!)).toBeLessThan(1e-6);
      expect(Math.abs(high - expected[at]![1]!)).toBeLessThan(1e-6);
    });
  });

  it('names method and confidence, 95 % where none is given', () => {
    expect(wilson(0, 0)).toEqual({ method: 'wilson', confidence: 0.95, low: 0, high: 1 });
    expect(clopperPearson(0, 0, 0.9)).toEqual({ method: 'clopper-pearson', confidence: 0.9, low: 0, high: 1 });
    expect(jeffreys(0, 0, 0.99)).toEqual({ method: 'jeffreys', confidence: 0.99, low: 0, high: 1 });
  });

  it.each([
    [0.5, 0.674489750196],
    [0.9, 1.644853626951],
    [0.95, 1.95996398454],
    [0.99, 2.575829303549],
    [0.999, 3.290526731492],
  ])('z for %d is %d', (share, z) => {
    expect(Math.abs(twoSidedZ(share) - z)).toBeLessThan(1e-11);
  });

  it.each([
    [3, 2, 0.95],
    [-1, 2, 0.95],
    [0.5, 2, 0.95],
    [1, 2, 0],
    [1, 2, 1],
    [1, 2, 95],
    [1, 2, NaN],
  ])('refuses %p of %p at %p', (k, n, share) => {
    for (const method of METHODS) expect(() => method(k, n, share)).toThrow(RangeError);
  });

  it('holds the observed rate, mirrors when passes and failures change places, and widens with the confidence', () => {
    fc.assert(
      fc.property(passes(100_000), confidence, confidence, ({ k, n }, one, other) => {
        for (const method of METHODS) {
          const { low, high } = method(k, n, one);
          const mirrored = method(n - k, n, one);
          expect(0 <= low && low <= high && high <= 1).toBe(true);
          if (n > 0) expect(low <= k / n && k / n <= high).toBe(true);
          expect(Math.abs(low - (1 - mirrored.high))).toBeLessThan(1e-12);
          const [narrow, wide] = [method(k, n, Math.min(one, other)), method(k, n, Math.max(one, other))];
          expect(wide.low <= narrow.low + 1e-12 && wide.high >= narrow.high - 1e-12).toBe(true);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('moves up with one more pass', () => {
    fc.assert(
      fc.property(passes(5000), confidence, ({ k, n }, share) => {
        fc.pre(k < n);
        for (const method of METHODS) {
          const [less, more] = [method(k, n, share), method(k + 1, n, share)];
          expect(more.low).toBeGreaterThanOrEqual(less.low);
          expect(more.high).toBeGreaterThanOrEqual(less.high);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('the ends of Clopper and Pearson are where the exact tests turn', () => {
    fc.assert(
      fc.property(passes(20_000), confidence, ({ k, n }, share) => {
        const { low, high } = clopperPearson(k, n, share);
        if (k > 0) expect(atLeast(k, n, low)).toBeCloseTo((1 - share) / 2, 9);
        if (k < n) expect(atMost(k, n, high)).toBeCloseTo((1 - share) / 2, 9);
      }),
      { numRuns: runs(100) },
    );
  });

  it('Clopper and Pearson cover every true rate with at least the confidence; Wilson and Jeffreys do on the average', () => {
    const n = 50;
    const rates = Array.from({ length: 199 }, (_, i) => (i + 1) / 200);
    const exact = rates.map((rate) => exactBinomial(n, rate));
    const coverages = METHODS.map((method) => {
      const ends = Array.from({ length: n + 1 }, (_, k) => method(k, n, 0.95));
      return rates.map((rate, i) =>
        ends.reduce((sum, { low, high }, k) => (low <= rate && rate <= high ? sum + exact[i]!.pmf(k) : sum), 0),
      );
    });
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.min(...coverages[1]!)).toBeGreaterThanOrEqual(0.95);
    expect(mean(coverages[0]!)).toBeCloseTo(0.95, 2);
    expect(mean(coverages[2]!)).toBeCloseTo(0.95, 2);
  });
});
