import { describe, expect, it } from '@jest/globals';
import { PLANS } from '../../../scripts/simulate/sequential.mjs';
import { fateOf, planError } from '../../../src/engine/statistics/plan-error.js';
import { advance, COURSE, sequentialTest, verdictOf } from '../../../src/engine/statistics/sequential.js';
import { chances } from '../scripted.js';

const test = (minimum: number, margin: number) => sequentialTest({ minimum, margin, alpha: 0.05, beta: 0.1 });

describe('the fate of a model under a plan', () => {
  it.each(PLANS)('%d ± %d over %i rows, at a rate of %d', (minimum, margin, n, p, failed, passed, rows) => {
    const fate = fateOf(test(minimum, margin), n, p);
    expect(Math.abs(fate.failed - failed)).toBeLessThan(1e-6);
    expect(Math.abs(fate.passed - passed)).toBeLessThan(1e-6);
    expect(Math.abs(fate.rows - rows)).toBeLessThan(1e-4);
  });

  it('is that of the test itself, drawn many times', () => {
    const sequential = test(0.85, 0.05);
    const draw = chances(7);
    const [runs, n, p] = [4000, 60, 0.82];
    let [passed, rows] = [0, 0];
    for (let i = 0; i < runs; i += 1) {
      let course = COURSE;
      for (let t = 1; t <= n; t += 1) {
        course = advance(sequential, course, new Set([draw() < p ? 'pass' : 'fail']));
        const verdict = verdictOf(sequential, course, t === n);
        if (!verdict) continue;
        passed += verdict === 'good' ? 1 : 0;
        rows += t;
        break;
      }
    }
    const fate = fateOf(sequential, n, p);
    expect(Math.abs(passed / runs - fate.passed)).toBeLessThan(0.03);
    expect(Math.abs(rows / runs - fate.rows)).toBeLessThan(1);
    expect(fate.passed + fate.failed).toBeCloseTo(1, 12);
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
