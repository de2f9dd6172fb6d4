import fc from 'fast-check';
import { holm } from '../../../src/engine/statistics/regression.ts';

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

describe('holm', () => {
  it('adjusts [.01, .04, .03, .005] to [.03, .06, .06, .02]', () => {
    const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02].forEach((expected, at) =>
      expect(adjusted[at]).toBeCloseTo(expected, 12),
    );
  });

  it('leaves one value and no value as they are, and stops at 1', () => {
    expect(holm([])).toEqual([]);
    expect(holm([0.04])).toEqual([0.04]);
    expect(holm([0.9, 0.6])).toEqual([1, 1]);
  });

  it('never lowers a value, raises none above Bonferroni, and keeps the order', () => {
    fc.assert(
      fc.property(pValues, (values) => {
        const adjusted = holm(values);
        values.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * values.length));
          values.forEach((other, j) => {
            if (p <= other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
          });
        });
      }),
    );
  });

  it.each([[[1.1]], [[-0.1]], [[0.5, NaN]]])('refuses %p', (values) => {
    expect(() => holm(values)).toThrow(RangeError);
  });
});
