import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decidedAfter, need } from '../../scripts/simulate/curtailment.js';
import { decidePolicy, type Policy } from '../../src/engine/statistics/policy.js';

/** E(rows asked) of n where each passes with `rate`, by adding up the probability of every state that is still open. */
function expectedRows({ n, rate, minimum }: { n: number; rate: number; minimum: number }): number {
  let open = new Map([[0, 1]]);
  let expected = 0;
  for (let asked = 0; asked < n && open.size > 0; asked += 1) {
    const next = new Map<number, number>();
    for (const [passes, probability] of open) {
      expected += probability;
      for (const [to, share] of [
        [passes + 1, rate],
        [passes, 1 - rate],
      ] as const) {
        const verdict = decidedAfter({ passes: to, fails: asked + 1 - to, errors: 0, undecided: n - asked - 1, minimum });
        if (verdict === undefined) next.set(to, (next.get(to) ?? 0) + probability * share);
      }
    }
    open = next;
  }
  return expected;
}

describe('need', () => {
  it.each([
    [0.7, 50, 35],
    [0.65, 50, 33],
    [0.07, 100, 7],
    [0.29, 100, 29],
    [0, 10, 0],
    [1, 10, 10],
    [0.5, 0, 0],
  ])('%d of %i is %i', (minimum, n, passes) => {
    expect(need(minimum, n)).toBe(passes);
  });

  it('is the first count that the gate lets pass', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 1000 }), (n, thousandths) => {
        const passes = need(thousandths / 1000, n);
        expect(passes / n >= thousandths / 1000).toBe(true);
        if (passes > 0) expect((passes - 1) / n >= thousandths / 1000).toBe(false);
      }),
    );
  });

  it('refuses what is no count or no share', () => {
    expect(() => need(0.5, -1)).toThrow(RangeError);
    expect(() => need(1.5, 10)).toThrow(RangeError);
  });
});

describe('decidedAfter', () => {
  const of50 = (passes: number, fails: number, errors = 0) =>
    decidedAfter({ passes, fails, errors, undecided: 50 - passes - fails - errors, minimum: 0.7 });

  it('stops at 35 passes or 16 failures of 50 against 0.70', () => {
    expect(of50(35, 0)).toBe('pass');
    expect(of50(34, 15)).toBeUndefined();
    expect(of50(0, 16)).toBe('fail');
    expect(of50(0, 15)).toBeUndefined();
  });

  it('a row in error is lost to a pass and to a fail', () => {
    expect(of50(35, 0, 5)).toBe('pass');
    expect(of50(0, 15, 5)).toBeUndefined();
    expect(of50(0, 16, 5)).toBe('fail');
    // 16 errors: no pass any more, and no fail without 16 failures.
    expect(of50(34, 0, 16)).toBeUndefined();
  });

  it('waits for a first score', () => {
    expect(decidedAfter({ passes: 0, fails: 0, errors: 0, undecided: 5, minimum: 0 })).toBeUndefined();
    expect(decidedAfter({ passes: 0, fails: 1, errors: 0, undecided: 4, minimum: 0 })).toBe('pass');
    expect(decidedAfter({ passes: 0, fails: 0, errors: 5, undecided: 0, minimum: 0 })).toBeUndefined();
  });

  it.each([
    [0.2, 20.0],
    [0.5, 31.99],
    [0.7, 45.32],
    [0.9, 38.89],
    [1, 35],
  ])('true rate %d: %d rows of 50 on the average', (rate, rows) => {
    expect(Math.abs(expectedRows({ n: 50, rate, minimum: 0.7 }) - rows)).toBeLessThan(0.005);
  });

  const RESULTS = ['pass', 'fail', 'error'] as const;
  const run = fc.record({
    rows: fc.array(fc.constantFrom(...RESULTS), { minLength: 1, maxLength: 80 }),
    minimum: fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20),
    policy: fc.constantFrom<Policy>('point', 'confident', 'assured'),
  });

  it('never says what the full run does not say, whatever comes, and says it at the end at the latest', () => {
    fc.assert(
      fc.property(run, ({ rows, minimum, policy }) => {
        const progress = { passes: 0, fails: 0, errors: 0, undecided: rows.length };
        const seen = new Set<string>();
        for (const row of rows) {
          progress.undecided -= 1;
          progress[row === 'pass' ? 'passes' : row === 'fail' ? 'fails' : 'errors'] += 1;
          const said = decidedAfter({ ...progress, minimum, policy });
          if (said !== undefined) seen.add(said);
          else expect(seen.size).toBe(0);
        }
        const { passes, fails, errors } = progress;
        const { outcome } = decidePolicy({ passes, scored: passes + fails, errors, minimum, policy });
        expect([...seen]).toEqual(outcome === 'inconclusive' || passes + fails === 0 ? [] : [outcome]);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what is no count', () => {
    expect(() => decidedAfter({ passes: 0, fails: 0, errors: 0, undecided: -1, minimum: 0.7 })).toThrow(RangeError);
  });
});
