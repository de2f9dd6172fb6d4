import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TestRecord } from '../../src/engine/history.js';
import { raiseOf } from '../../src/engine/ratchet.js';
import { reportRow } from '../report/sample-results.js';

const run = (pass_count: number, of = 100, over: Partial<TestRecord> = {}): TestRecord => ({
  test_type: 'add_negation',
  scored: 'a'.repeat(16),
  pass_rate: of === 0 ? null : pass_count / of,
  minimum_pass_rate: 0.7,
  pass_count,
  fail_count: of - pass_count,
  error_count: 0,
  outcome: 'pass',
  ...over,
});
const raise = (runs: readonly TestRecord[], over: object = {}) => raiseOf(reportRow({ minimum_pass_rate: 0.7, ...over }), runs);

describe('a minimum that could be higher', () => {
  it('lies more than ten points below each of the last three runs', () => {
    expect(raise([run(96), run(92), run(94)])).toMatchObject({ reached: [0.96, 0.92, 0.94], suggested: 0.85, rows: 100 });
    expect(raise([run(96), run(92)])).toBeUndefined();
    expect(raise([run(96), run(80), run(94)])).toBeUndefined();
    // Exactly ten points, which floating point makes a little more.
    expect(raise([run(95), run(95), run(95)], { minimum_pass_rate: 0.85 })).toBeUndefined();
    // Only the last three, of those that came to a verdict.
    const open = run(20, 100, { outcome: 'inconclusive' });
    expect(raise([run(10), run(96), open, run(92), run(0, 0, { outcome: 'error' }), run(94), open])).toMatchObject({ suggested: 0.85 });
  });

  it('gets what the lowest run leaves room for, the margin of a sequential test included', () => {
    expect(raise([run(100), run(100), run(100)])).toMatchObject({ suggested: 0.95 });
    expect(raise([run(100), run(100), run(100)], { margin: 0.15 })).toMatchObject({ suggested: 0.85 });
    expect(raise([run(90), run(90), run(90)], { margin: 0.25 })).toBeUndefined();
    expect(raise([run(5, 5), run(5, 5), run(5, 5)])).toMatchObject({ suggested: 0.95, low: expect.closeTo(0.566, 3), rows: 5 });
  });

  it('is none of a test that gates nothing', () => {
    expect(raise([run(100), run(100), run(100)], { threshold: null, minimum_pass_rate: 0 })).toBeUndefined();
  });

  it('is higher than before, a twentieth, and at least five points below every run', () => {
    const hundredth = fc.nat({ max: 100 });
    fc.assert(
      fc.property(hundredth, fc.array(hundredth, { minLength: 3, maxLength: 6 }), (minimum, passes) => {
        const found = raise(
          passes.map((count) => run(count)),
          { minimum_pass_rate: minimum / 100 },
        );
        const lowest = Math.min(...passes.slice(-3));
        expect(found !== undefined).toBe(lowest - minimum > 10);
        if (!found) return;
        expect(found.suggested).toBeGreaterThan(minimum / 100);
        expect(Number((found.suggested * 20).toFixed(9)) % 1).toBe(0);
        expect(found.suggested).toBeLessThanOrEqual(lowest / 100 - 0.05 + 1e-9);
      }),
    );
  });
});
