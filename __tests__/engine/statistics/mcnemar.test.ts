import fc from 'fast-check';
import { exactBinomial } from './exact.ts';
import { mcnemar } from '../../../src/engine/statistics/regression.ts';

describe('mcnemar', () => {
  it.each([
    [3, 12, 0.017578125],
    [0, 5, 0.03125],
    [1, 9, 0.0107421875],
    [5, 5, 0.623046875],
    [0, 0, 1],
  ])('fixed %i, broken %i', (fixed, broken, p) => {
    expect(Math.abs(mcnemar({ fixed, broken }) - p)).toBeLessThan(1e-12);
  });

  it('is the exact tail of whole-number arithmetic, far out too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 1, max: 1500 }),
        (fixed, broken) => {
          const tail = exactBinomial(fixed + broken, 0.5).atLeast(broken);
          expect(Math.abs(mcnemar({ fixed, broken }) - tail)).toBeLessThanOrEqual(
            1e-11 * tail + 1e-100,
          );
        },
      ),
      {
        numRuns: 30,
        examples: [
          [100, 1200],
          [0, 1],
          [0, 900],
          [700, 1300],
        ],
      },
    );
  });

  it.each([
    [-1, 0],
    [0, 1.5],
    [NaN, 0],
  ])('refuses %p and %p', (fixed, broken) => {
    expect(() => mcnemar({ fixed, broken })).toThrow(RangeError);
  });
});
