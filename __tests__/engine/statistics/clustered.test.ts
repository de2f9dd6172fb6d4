import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clusteredRate } from '../../../src/engine/statistics/clustered.js';

const row = fc
  .integer({ min: 1, max: 9 })
  .chain((scored) => fc.record({ passes: fc.integer({ min: 0, max: scored }), scored: fc.constant(scored) }));
const rows = fc.array(row, { minLength: 2, maxLength: 40 });

describe('clusteredRate', () => {
  it('rows of equal size: the standard error of the mean of their rates', () => {
    // Rates 1, 2/3, 1/3, 0: mean 1/2, sample variance 5/27, so SE = sqrt(5/27 / 4).
    const found = clusteredRate([3, 2, 1, 0].map((passes) => ({ passes, scored: 3 })));
    expect(found).toMatchObject({ rate: 0.5, clusters: 4, scored: 12 });
    expect(found.standardError).toBeCloseTo(Math.sqrt(5 / 108), 12);
  });

  it('rows of unequal size, by hand', () => {
    // p = 6/10; residuals 4 - 3, 2 - 1.8, 0 - 1.2; SE² = 3/2 (1 + .04 + 1.44) / 100.
    const found = clusteredRate([
      { passes: 4, scored: 5 },
      { passes: 2, scored: 3 },
      { passes: 0, scored: 2 },
    ]);
    expect(found.rate).toBe(0.6);
    expect(found.standardError).toBeCloseTo(Math.sqrt(1.5 * 0.0248), 12);
  });

  it('one answer a row: p (1 - p) / (n - 1)', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 200 }), (answers) => {
        const { rate, standardError } = clusteredRate(answers.map((pass) => ({ passes: Number(pass), scored: 1 })));
        expect(standardError).toBeCloseTo(Math.sqrt((rate! * (1 - rate!)) / (answers.length - 1)), 12);
      }),
    );
  });

  it('asking again and hearing the same adds answers, not certainty', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 2, max: 10 }), (given, times) => {
        const once = clusteredRate(given);
        const often = clusteredRate(given.map(({ passes, scored }) => ({ passes: passes * times, scored: scored * times })));
        expect(often.rate).toBeCloseTo(once.rate!, 12);
        expect(often.standardError).toBeCloseTo(once.standardError!, 12);
      }),
    );
  });

  it('is the same for failures, in any order, and with rows that have no answer', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { rate, standardError } = clusteredRate(given);
        const turned = clusteredRate(
          [...given.map(({ passes, scored }) => ({ passes: scored - passes, scored })), { passes: 0, scored: 0 }].reverse(),
        );
        expect(turned.rate).toBeCloseTo(1 - rate!, 12);
        expect(turned.standardError).toBeCloseTo(standardError!, 12);
      }),
    );
  });

  it('says nothing of no row, and no error of one', () => {
    expect(clusteredRate([])).toEqual({ rate: null, standardError: null, clusters: 0, scored: 0 });
    expect(clusteredRate([{ passes: 0, scored: 0 }])).toEqual({ rate: null, standardError: null, clusters: 0, scored: 0 });
    expect(clusteredRate([{ passes: 1, scored: 4 }])).toEqual({ rate: 0.25, standardError: null, clusters: 1, scored: 4 });
  });

  it('refuses more passes than answers', () => {
    expect(() => clusteredRate([{ passes: 2, scored: 1 }])).toThrow(RangeError);
  });
});
