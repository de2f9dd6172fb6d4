import fc from 'fast-check';
import { upperTail } from '../../../src/engine/statistics/binomial.ts';

describe('the upper tail of a binomial', () => {
  it.each([
    [7, 7, 0.1, 1e-7],
    [3, 5, 0.1, 0.00856],
    [1, 20, 0.05, 1 - 0.95 ** 20],
    [0, 5, 0.3, 1],
    [1, 5, 0, 0],
    [5, 5, 1, 1],
  ])('P(X >= %d) of %d at %d is %d', (least, trials, share, wanted) => {
    expect(upperTail(least, trials, share)).toBeCloseTo(wanted, 9);
  });

  it('falls from one term to the next by the probability of that term', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (trials, share) => {
          const tails = Array.from({ length: trials + 1 }, (_, k) => upperTail(k, trials, share));
          expect(tails[0]).toBe(1);
          expect(tails.at(-1)).toBeCloseTo(share ** trials, 12);
          for (const [k, tail] of tails.entries())
            expect(tails[k + 1] ?? 0).toBeLessThanOrEqual(tail + 1e-12);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('refuses counts that no sample has', () => {
    expect(() => upperTail(3, 2, 0.5)).toThrow(RangeError);
    expect(() => upperTail(1, 2, 1.5)).toThrow(RangeError);
  });
});
