import { describe, expect, it } from '@jest/globals';
import { decide } from '../../src/engine/gate.js';

const verdict = (
  pass_count: number,
  fail_count: number,
  error_count: number,
  minimum_pass_rate: number,
) => decide({ tests: [{ pass_count, fail_count, error_count, minimum_pass_rate }] }).tests[0]!;

describe('decide', () => {
  it('bounds the rate by the rows in error (33 passes, 12 failures, 5 errors against 0.70)', () => {
    expect(verdict(33, 12, 5, 0.7)).toMatchObject({
      outcome: 'inconclusive',
      pass: false,
      pass_rate: 33 / 45,
    });
  });

  it('passes in spite of errors only where they could not change it', () => {
    expect(verdict(40, 5, 5, 0.7).outcome).toBe('pass');
    expect(verdict(35, 10, 5, 0.7).outcome).toBe('pass');
    expect(verdict(34, 11, 5, 0.7).outcome).toBe('inconclusive');
    expect(verdict(20, 25, 5, 0.7).outcome).toBe('fail');
  });

  it('compares unrounded numbers, the minimum included', () => {
    expect(verdict(2, 1, 0, 0.67)).toMatchObject({ outcome: 'fail', pass: false });
    expect(verdict(7, 3, 0, 0.7)).toMatchObject({ outcome: 'pass', pass: true });
    expect(verdict(0, 5, 0, 0)).toMatchObject({ outcome: 'pass' });
  });

  it('no row left to score is an error, never a pass', () => {
    expect(verdict(0, 0, 0, 0)).toEqual({ outcome: 'error', pass: false, pass_rate: null });
    expect(verdict(0, 0, 9, 0)).toMatchObject({ outcome: 'error' });
    expect(decide({ tests: [] }).outcome).toBe('error');
  });

  it('a run is as bad as its worst test', () => {
    const row = (pass_count: number, fail_count: number, error_count: number) => ({
      pass_count,
      fail_count,
      error_count,
      minimum_pass_rate: 0.7,
    });
    const [pass, fail, inconclusive, error] = [
      row(9, 1, 0),
      row(1, 9, 0),
      row(6, 2, 2),
      row(0, 0, 3),
    ];
    expect(decide({ tests: [pass, pass] }).outcome).toBe('pass');
    expect(decide({ tests: [pass, inconclusive] }).outcome).toBe('inconclusive');
    expect(decide({ tests: [inconclusive, error] }).outcome).toBe('error');
    expect(decide({ tests: [error, fail, pass] }).outcome).toBe('fail');
    expect(decide({ tests: [], skipped: true }).outcome).toBe('skipped');
  });

  it('an advisory test decides nothing, and its comparison makes no other one stricter', () => {
    const head = { category: 'sensitivity', test_type: 'a', advisory: true } as const;
    const row = (pass_count: number) => ({
      pass_count,
      fail_count: 10 - pass_count,
      error_count: 0,
      minimum_pass_rate: 0.7,
    });
    const change = { broken: 5, fixed: 0, rows: 10 };
    const comparison = {
      source: 'base',
      max_regression: 0,
      passed_before: 10,
      change: { known: change, best: change, worst: change },
    } as const;
    const found = decide({ tests: [row(9), { ...row(1), head }, row(8)] });
    expect([found.outcome, ...found.tests.map(({ outcome }) => outcome)]).toEqual([
      'pass',
      'pass',
      'fail',
      'pass',
    ]);
    expect(decide({ tests: [row(1), { ...row(9), head }] }).outcome).toBe('fail');
    expect(decide({ tests: [{ ...row(9), head }] }).outcome).toBe('error');
    const pOf = (others: object[]) =>
      decide({ tests: [{ ...row(9), comparison }, ...others] as never }).tests[0]!.baseline!
        .adjusted_p_value;
    expect(pOf([{ ...row(9), comparison, head }])).toBe(pOf([]));
    expect(pOf([{ ...row(9), comparison }])).toBeGreaterThan(pOf([]));
  });

  it('a sequential test that shows nothing takes the place of a pass, and softens no other outcome', () => {
    const passing = (scored: number, over: { lacksPairs?: boolean; failsRule?: boolean } = {}) => ({
      sequential: { outcome: 'pass' as const, rowCount: 20, comparisons: {} },
      pass_count: scored,
      fail_count: 0,
      read_count: 20,
      undecided_count: 0,
      ...over,
    });
    const outcomesOf = (...tests: Parameters<typeof decide>[0]['tests']) => {
      const { outcome, tests: each } = decide({ tests });
      return [outcome, ...each.map((test) => test.outcome)];
    };
    const row = { minimum_pass_rate: 0.7, pass_count: 6 };
    const head = { category: 'sensitivity', test_type: 'a', advisory: true } as const;
    expect(outcomesOf(passing(5))).toEqual(['pass', 'pass']);
    expect(outcomesOf(passing(0))).toEqual(['error', 'error']);
    expect(outcomesOf(passing(5, { lacksPairs: true }))).toEqual(['error', 'error']);
    // A rule of the bot that is broken fails the test, though its rows would pass.
    expect(outcomesOf(passing(5, { failsRule: true }))).toEqual(['fail', 'fail']);
    expect(outcomesOf(passing(0), { ...row, fail_count: 6, error_count: 0 })).toEqual([
      'fail',
      'error',
      'fail',
    ]);
    expect(outcomesOf(passing(0), { ...row, fail_count: 2, error_count: 2 })).toEqual([
      'inconclusive',
      'error',
      'inconclusive',
    ]);
    expect(outcomesOf(passing(5), { ...passing(0), head })).toEqual(['pass', 'pass', 'error']);
  });

  it('a Wilson interval stands beside every rate (35 of 50)', () => {
    const { interval } = verdict(35, 15, 0, 0.7);
    expect(interval).toMatchObject({ method: 'wilson', confidence: 0.95 });
    expect(interval!.low).toBeCloseTo(0.562496, 6);
  });

  it('rows that a judge set aside are open only where they are the majority', () => {
    const aside = (not_applicable_count: number) =>
      decide({
        tests: [
          {
            pass_count: 8,
            fail_count: 2,
            error_count: 0,
            not_applicable_count,
            minimum_pass_rate: 0.7,
          },
        ],
      }).outcome;
    expect(aside(10)).toBe('pass');
    expect(aside(11)).toBe('inconclusive');
  });
});
