import { PLANS } from '../../../scripts/simulate/sequential.mjs';
import { MODELS } from '../../../scripts/simulate/streams.mjs';
import {
  fateOf,
  planError,
  planErrorOfAll,
  simulatedFate,
} from '../../../src/engine/statistics/plan-error.ts';
import { sequentialTest } from '../../../src/engine/statistics/sequential.ts';

const test = (minimum: number, margin: number) =>
  sequentialTest({ minimum, margin, alpha: 0.05, beta: 0.1 });
const S = test(0.85, 0.05);
const STREAMS = { sensitive: S, valid: test(0.6, 0.1), steady: S };

describe('the fate of a model under a plan', () => {
  it.each(PLANS)(
    '%d ± %d over %i rows, at a rate of %d',
    (minimum, margin, n, p, failed, passed, rows) => {
      const fate = fateOf(test(minimum, margin), n, p);
      expect(Math.abs(fate.failed - failed)).toBeLessThan(1e-6);
      expect(Math.abs(fate.passed - passed)).toBeLessThan(1e-6);
      expect(Math.abs(fate.rows - rows)).toBeLessThan(1e-4);
    },
  );

  // The models of a plan's error know as much as they keep.
  it.each(MODELS.filter(([, [knows, keeps]]) => knows === keeps))(
    'of V, U and S together is what they do: %s',
    (_, rates, passed, rows) => {
      const [otherwise, , reads] = rates;
      const fate = simulatedFate(STREAMS, 100, { otherwise, reads });
      expect(Math.abs(fate.passed - passed)).toBeLessThan(0.02);
      expect(Math.abs(fate.rows - rows)).toBeLessThan(1.5);
      expect(fate.passed + fate.failed).toBeCloseTo(1, 12);
    },
  );

  it('says how often several streams are wrong together, of a model that is good enough by all of them', () => {
    const error = planErrorOfAll(STREAMS, 100);
    // Right in 90 % of each answer: 86.6 % pass. Beside a perfect rest it would be 5.0 %.
    expect(error).toEqual({
      failed_if_good: 0.12975,
      passed_if_bad: 0.14525,
      good: 0.9,
      bad: expect.closeTo(0.8, 12),
      otherwise: 0.9,
    });
    expect(planErrorOfAll({ ...STREAMS }, 100)).toBe(error);
    // Of S alone it is what is exact; what a stream asks for nothing is not asked.
    const alone = simulatedFate({ sensitive: S, valid: test(0, 0.1), steady: test(0, 0.05) }, 100, {
      otherwise: 1,
      reads: 0.9,
    });
    expect(Math.abs(alone.failed - 0.049793)).toBeLessThan(0.014);
    expect(planErrorOfAll({ sensitive: S, valid: test(0.95, 0.1) }, 100).otherwise).toBeCloseTo(
      Math.sqrt(0.975),
      12,
    );
    expect(
      planErrorOfAll({ sensitive: test(0.5, 0.05), valid: test(0.6, 0.1), steady: S }, 100)
        .otherwise,
    ).toBe(0.9);
  });

  it('says how often a plan is wrong, and takes the ends', () => {
    expect(planError(test(0.85, 0.05), 100)).toMatchObject({
      good: 0.9,
      bad: expect.closeTo(0.8, 12),
      failed_if_good: expect.closeTo(0.049793, 6),
      passed_if_bad: expect.closeTo(0.149963, 6),
    });
    expect(fateOf(test(0, 0.05), 10, 0)).toEqual({ failed: 0, passed: 1, rows: 0 });
    expect(fateOf(test(1, 0.05), 10, 1)).toEqual({ failed: 0, passed: 1, rows: 10 });
    expect(fateOf(test(1, 0.05), 10, 0.5).rows).toBeCloseTo(2 - 2 ** -9, 12);
    expect(fateOf(test(0.85, 0.05), 20_000, 0.85).rows).toBeGreaterThan(60);
  });
});
