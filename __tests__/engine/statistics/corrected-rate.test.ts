import { describe, expect, it } from '@jest/globals';
import { correctedRate } from '../../../src/engine/statistics/corrected-rate.js';

describe('the corrected rate', () => {
  it('is the raw one under a judge without an error, with room for what its calibration does not show', () => {
    const corrected = correctedRate({ passes: 80, scored: 100, negatives: { right: 20, total: 20 }, positives: { right: 20, total: 20 } })!;
    expect(corrected.rate).toBeCloseTo(0.8, 12);
    expect(corrected.low).toBeLessThan(0.72);
    expect(corrected.high).toBeGreaterThan(0.86);
  });

  it("takes the judge's errors out", () => {
    // p = .7, q0 = .8, q1 = .9: (.7 + .8 - 1) / .7; the interval by the formula of the paper, reckoned apart.
    const corrected = correctedRate({ passes: 70, scored: 100, negatives: { right: 16, total: 20 }, positives: { right: 18, total: 20 } })!;
    expect(corrected.rate).toBeCloseTo(0.714286, 6);
    const [z, n, m] = [1.959963985, 100 + 1.959963985 ** 2, 22];
    const [p, q0, q1] = [(70 + z ** 2 / 2) / n, 17 / 22, 19 / 22];
    const t = (p + q0 - 1) / (q0 + q1 - 1);
    const shift = 2 * z ** 2 * ((-(1 - t) * q0 * (1 - q0)) / m + (t * q1 * (1 - q1)) / m);
    const error = Math.sqrt((p * (1 - p)) / n + ((1 - t) ** 2 * q0 * (1 - q0)) / m + (t ** 2 * q1 * (1 - q1)) / m) / (q0 + q1 - 1);
    expect(corrected.low).toBeCloseTo(t + shift - z * error, 6);
    expect(corrected.high).toBeCloseTo(Math.min(1, t + shift + z * error), 6);
  });

  it('says nothing where nothing is known, or the judge tosses a coin', () => {
    const known = { right: 10, total: 20 };
    expect(correctedRate({ passes: 5, scored: 10, negatives: known, positives: known })).toBeUndefined();
    expect(
      correctedRate({ passes: 0, scored: 0, negatives: { right: 20, total: 20 }, positives: { right: 20, total: 20 } }),
    ).toBeUndefined();
    expect(
      correctedRate({ passes: 5, scored: 10, negatives: { right: 0, total: 0 }, positives: { right: 20, total: 20 } }),
    ).toBeUndefined();
  });
});
