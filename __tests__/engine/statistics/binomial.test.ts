import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { atLeast, atMost } from '../../../src/engine/statistics/binomial.js';
import { exactBinomial } from './exact.js';

const SIZES = [1, 2, 5, 10, 50, 137, 1000, 5000, 100_000];
const RATES = [1e-6, 0.001, 0.05, 0.3, 0.5, 0.7, 0.75, 0.95, 0.999];

/** Counts around the middle and out to where a tail is 1e-15, and both ends. */
function counts(n: number, p: number): number[] {
  const spread = Math.sqrt(n * p * (1 - p));
  const near = [-8, -5, -3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 5, 8].map((z) => Math.round(n * p + z * spread));
  return [...new Set([0, 1, n - 1, n, ...near])].filter((k) => k >= 0 && k <= n);
}

describe('binomial', () => {
  it.each(SIZES)('agrees with whole-number arithmetic for n = %i', (n) => {
    let [absolute, relative] = [0, 0];
    for (const p of RATES) {
      const exact = exactBinomial(n, p);
      for (const k of counts(n, p)) {
        for (const [got, want] of [
          [atMost(k, n, p), exact.atMost(k)],
          [atLeast(k, n, p), exact.atLeast(k)],
        ] as const) {
          absolute = Math.max(absolute, Math.abs(got - want));
          if (want > 1e-100) relative = Math.max(relative, Math.abs(got / want - 1));
        }
      }
    }
    expect(absolute).toBeLessThan(1e-11);
    expect(relative).toBeLessThan(1e-10);
  });

  it('keeps the digits of a far tail', () => {
    expect(atMost(0, 1000, 0.5) / 2 ** -1000).toBeCloseTo(1, 10);
    expect(atLeast(1000, 1000, 0.5) / 2 ** -1000).toBeCloseTo(1, 10);
  });

  it('p may be 0 or 1, n may be 0, k may lie outside', () => {
    expect([atMost(0, 5, 0), atMost(4, 5, 1), atMost(5, 5, 1)]).toEqual([1, 0, 1]);
    expect([atLeast(0, 5, 0), atLeast(1, 5, 0), atLeast(5, 5, 1)]).toEqual([1, 0, 1]);
    expect([atMost(0, 0, 0.3), atLeast(0, 0, 0.3)]).toEqual([1, 1]);
    expect([atMost(-1, 5, 0.3), atLeast(-1, 5, 0.3)]).toEqual([0, 1]);
    expect([atMost(6, 5, 0.3), atLeast(6, 5, 0.3)]).toEqual([1, 0]);
  });

  it.each([
    [1, -1, 0.5],
    [1, 2.5, 0.5],
    [0.5, 2, 0.5],
    [1, 2, 1.01],
    [1, 2, -0.01],
    [1, 2, NaN],
    [NaN, 2, 0.5],
  ])('refuses k = %p, n = %p, p = %p', (k, n, p) => {
    for (const f of [atMost, atLeast]) expect(() => f(k, n, p)).toThrow(RangeError);
  });

  const row = fc
    .integer({ min: 1, max: 2000 })
    .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }), p: fc.double({ min: 0, max: 1, noNaN: true }) }));

  it('both tails have one term in common', () => {
    fc.assert(
      fc.property(row, ({ n, k, p }) => {
        fc.pre(p > 0 && p < 1);
        expect(atMost(k, n, p) + atLeast(k, n, p)).toBeCloseTo(1 + exactBinomial(n, p).pmf(k), 9);
      }),
    );
  });

  it('one tail is what the other leaves, and a failure is a pass of the opposite', () => {
    fc.assert(
      fc.property(row, ({ n, k, p }) => {
        expect(atMost(k, n, p) + atLeast(k + 1, n, p)).toBeCloseTo(1, 11);
        expect(atMost(k, n, p)).toBeCloseTo(atLeast(n - k, n, 1 - p), 9);
      }),
    );
  });

  it('P(X <= k) grows with k and falls with p', () => {
    fc.assert(
      fc.property(row, fc.double({ min: 0, max: 1, noNaN: true }), ({ n, k, p }, q) => {
        expect(atMost(k + 1, n, p)).toBeGreaterThanOrEqual(atMost(k, n, p) - 1e-12);
        expect(atMost(k, n, Math.max(p, q))).toBeLessThanOrEqual(atMost(k, n, Math.min(p, q)) + 1e-12);
      }),
    );
  });
});
