import {
  decide,
  type RateCounts,
  type SequentialCounts,
  type TestCounts,
} from '../../src/engine/verdict/gate.ts';

const rateOf = (
  pass_count: number,
  fail_count: number,
  error_count = 0,
  minimum_pass_rate = 0.7,
): RateCounts => ({ kind: 'rate', pass_count, fail_count, error_count, minimum_pass_rate });

const verdict = (...counts: Parameters<typeof rateOf>) => decide([rateOf(...counts)]).tests[0]!;

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
    expect(decide([]).outcome).toBe('error');
  });

  it('a run is as bad as its worst test', () => {
    const [pass, fail] = [rateOf(9, 1), rateOf(1, 9)];
    const [inconclusive, error] = [rateOf(6, 2, 2), rateOf(0, 0, 3)];
    expect(decide([pass, pass]).outcome).toBe('pass');
    expect(decide([pass, inconclusive]).outcome).toBe('inconclusive');
    expect(decide([inconclusive, error]).outcome).toBe('error');
    expect(decide([error, fail, pass]).outcome).toBe('fail');
  });

  it('an advisory test decides nothing, and its comparison makes no other one stricter', () => {
    const isAdvisory = true;
    const row = (passes: number) => rateOf(passes, 10 - passes);
    const change = { broken: 5, fixed: 0, rows: 10 };
    const comparison = {
      max_regression: 0,
      passed_before: 10,
      change: { known: change, best: change, worst: change },
    } as const;
    const found = decide([row(9), { ...row(1), isAdvisory }, row(8)]);
    expect([found.outcome, ...found.tests.map(({ outcome }) => outcome)]).toEqual([
      'pass',
      'pass',
      'fail',
      'pass',
    ]);
    expect(decide([row(1), { ...row(9), isAdvisory }]).outcome).toBe('fail');
    expect(decide([{ ...row(9), isAdvisory }]).outcome).toBe('error');
    const pOf = (others: RateCounts[]) =>
      decide([{ ...row(9), comparison }, ...others]).tests[0]!.baseline!.adjusted_p_value;
    expect(pOf([{ ...row(9), comparison, isAdvisory }])).toBe(pOf([]));
    expect(pOf([{ ...row(9), comparison }])).toBeGreaterThan(pOf([]));
  });

  it('a sequential test that shows nothing takes the place of a pass, and softens no other outcome', () => {
    const passing = (scored: number, over: Partial<SequentialCounts> = {}): SequentialCounts => ({
      kind: 'sequential',
      decision: { outcome: 'pass', rowCount: 20, comparisons: {} },
      pass_count: scored,
      fail_count: 0,
      read_count: 20,
      undecided_count: 0,
      ...over,
    });
    const outcomesOf = (...tests: TestCounts[]) => {
      const { outcome, tests: each } = decide(tests);
      return [outcome, ...each.map((test) => test.outcome)];
    };
    expect(outcomesOf(passing(5))).toEqual(['pass', 'pass']);
    expect(outcomesOf(passing(0))).toEqual(['error', 'error']);
    expect(outcomesOf(passing(5, { lacksPairs: true }))).toEqual(['error', 'error']);
    // A rule of the bot that is broken fails the test, though its rows would pass.
    expect(outcomesOf(passing(5, { failsRule: true }))).toEqual(['fail', 'fail']);
    expect(outcomesOf(passing(0), rateOf(6, 6))).toEqual(['fail', 'error', 'fail']);
    expect(outcomesOf(passing(0), rateOf(6, 2, 2))).toEqual([
      'inconclusive',
      'error',
      'inconclusive',
    ]);
    expect(outcomesOf(passing(5), passing(0, { isAdvisory: true }))).toEqual([
      'pass',
      'pass',
      'error',
    ]);
  });

  it('a Wilson interval stands beside every rate (35 of 50)', () => {
    const { interval } = verdict(35, 15, 0, 0.7);
    expect(interval).toMatchObject({ method: 'wilson', confidence: 0.95 });
    expect(interval!.low).toBeCloseTo(0.562496, 6);
  });

  it('rows that a judge set aside are open only where they are the majority', () => {
    const aside = (not_applicable_count: number) =>
      decide([{ ...rateOf(8, 2), not_applicable_count }]).outcome;
    expect(aside(10)).toBe('pass');
    expect(aside(11)).toBe('inconclusive');
  });
});
