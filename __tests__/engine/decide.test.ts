import fc from 'fast-check';
import { decide, countRowsToDecide, type TestPlan } from '../../src/engine/decide.ts';
import { RowError } from '../../src/engine/row-error.ts';
import type { CaseResults } from '../../src/engine/score.ts';
import type { Rate } from '../../src/engine/test.ts';

const ERROR = new RowError('network', 'No answer.');
const score = (pass: boolean | null) => ({ pass, state: '', answers: {} });
const rows = (passes: (boolean | null)[]): CaseResults[] =>
  passes.map((pass) => ({ head: score(pass) }));
const cases = (count: number, side = '') =>
  Array.from({ length: count }, (_, i) => ({
    row: { source: `${i}`, text: `${i}` },
    arms: {},
    kind: side,
  }));

const READS: Rate = {
  name: 'reads',
  minimum: 0.85,
  margin: 0.05,
  mayCount: () => true,
  passIn: ({ pass }) => pass ?? undefined,
};
const VALID: Rate = {
  ...READS,
  name: 'valid',
  minimum: 0.6,
  margin: 0.1,
  passIn: ({ pass }) => pass !== null,
};
const ERRORS = { alpha: 0.05, beta: 0.1 };
const plan = (count: number, more: Partial<TestPlan> = {}): TestPlan => ({
  cases: cases(count),
  must: [],
  rates: [READS],
  ...ERRORS,
  ...more,
});
const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

it('a model that knows nothing', () => {
  const twoRates = plan(100, { rates: [READS, VALID] });
  expect(decide(twoRates, rows(many(100, null)))).toMatchObject({
    outcome: 'fail',
    rows: 6,
    rates: { valid: 'bad' },
  });
});

it('two comparisons take a row more than one', () => {
  const pairs = many<CaseResults>(100, { head: score(false), base: score(true) });
  const rowsOf = (comparisons: number) => {
    const comparison = { delta: 0.1, comparisons, ...ERRORS };
    return decide(plan(100, { comparison, rates: [{ ...READS, minimum: 0 }] }), pairs).rows;
  };
  expect([rowsOf(1), rowsOf(2)]).toEqual([7, 8]);
  // A loss that is certain, but no larger than what is allowed.
  const allowed = pairs.map((_, i) => ({ head: score(i % 10 > 0), base: score(true) }));
  const comparison = { delta: 0.1, comparisons: 1, ...ERRORS };
  expect(decide(plan(100, { comparison, isObserved: true }), allowed).comparison).not.toBe(
    'regression',
  );
});

it('rows in error count both ways; once these part for good, no row is asked any more', () => {
  const broken = many<CaseResults>(100, { head: ERROR });
  expect(decide(plan(100), broken)).toMatchObject({ outcome: 'inconclusive', rows: 20 });
  expect(decide(plan(100), [...many(2, { head: ERROR }), ...rows(many(98, true))])).toMatchObject({
    outcome: 'pass',
  });
  expect(decide(plan(100), [...many(9, { head: ERROR }), ...rows(many(91, false))])).toMatchObject({
    outcome: 'fail',
  });
  // A base in error could have been right: a head that is right in all rows has lost nothing.
  const comparison = { delta: 0.1, comparisons: 1, ...ERRORS };
  const unknownBase = (pass: boolean): CaseResults[] =>
    many(100, { head: score(pass), base: ERROR });
  expect(decide(plan(100, { comparison }), unknownBase(true)).outcome).toBe('pass');
  const rates = [{ ...READS, minimum: 0 }];
  expect(decide(plan(100, { comparison, rates }), unknownBase(false)).outcome).toBe('inconclusive');
});

it('a rate closes when the rows that it counts are asked', () => {
  const side = (name: string): Rate => ({ ...READS, name, mayCount: ({ kind }) => kind === name });
  const both = plan(0, {
    cases: [...cases(8, 'a'), ...cases(60, 'b')],
    rates: [side('a'), side('b')],
  });
  const passes = [...many(7, true), false, ...many(60, true)];
  expect(decide(both, rows(passes))).toMatchObject({
    outcome: 'pass',
    rows: 28,
    rates: { a: 'good' },
  });
  const worse = [...many(6, true), false, false, ...many(60, true)];
  expect(decide(both, rows(worse))).toMatchObject({
    outcome: 'fail',
    rows: 8,
    rates: { a: 'bad' },
  });
});

describe('all rows are asked, and the observed rate decides', () => {
  const observed = (count: number, minimum = 0.7) =>
    plan(count, { rates: [{ ...READS, minimum }], isObserved: true });
  it.each([
    ['33, 12 and 5 errors: .66 to .76', many(33, true), many(12, false), 5, 'inconclusive'],
    ['35 of 50', many(35, true), many(15, false), 0, 'pass'],
    ['34 of 50', many(34, true), many(16, false), 0, 'fail'],
    ['30, 20: no crossing on the way decides', many(10, false), many(40, true), 0, 'pass'],
  ] as const)('%s', (_what, first, second, errors, outcome) => {
    const asked = [...rows([...first, ...second]), ...many<CaseResults>(errors, { head: ERROR })];
    expect(decide(observed(asked.length), asked)).toMatchObject({ outcome, rows: asked.length });
  });
});

it('the rows that could decide next', () => {
  const twoRates = plan(100, { rates: [READS, VALID] });
  expect([true, false].map((pass) => countRowsToDecide(twoRates, pass))).toEqual([20, 5]);
  const asked = rows(many(5, true));
  expect([true, false].map((pass) => countRowsToDecide(twoRates, pass, asked))).toEqual([15, 6]);
});

it('a verdict holds for every way in which the rows in error could have ended', () => {
  const right = fc.constant(score(true));
  const known = fc.oneof({ weight: 6, arbitrary: right }, fc.constantFrom(false, null).map(score));
  const row = fc.record({ error: fc.nat(9).map((one) => one === 0), head: known });
  const counts = { pass: 0, fail: 0, inconclusive: 0 };
  fc.assert(
    fc.property(fc.array(row, { minLength: 20, maxLength: 40 }), (ended) => {
      const twoRates = plan(ended.length, { rates: [READS, VALID] });
      const asked = ended.map(({ error, head }) => ({ head: error ? ERROR : head }));
      const { outcome = 'inconclusive' } = decide(twoRates, asked);
      counts[outcome] += 1;
      if (outcome !== 'inconclusive') expect(decide(twoRates, ended).outcome).toBe(outcome);
    }),
    { numRuns: 300 },
  );
  // The property would hold trivially if no run decided anything.
  expect(Math.min(counts.pass, counts.fail)).toBeGreaterThan(0);
});

it('10,000 rows in 0.2 s', () => {
  const comparison = { delta: 0.1, comparisons: 1, ...ERRORS };
  const even = plan(10_000, {
    rates: [{ ...READS, minimum: 0.7 }, VALID],
    comparison,
    isObserved: true,
  });
  const asked = even.cases.map((_, i): CaseResults => ({
    head: score(i % 10 < 7),
    base: score(i % 10 > 2),
  }));
  decide(even, asked);
  const start = process.cpuUsage();
  expect(decide(even, asked).rows).toBe(10_000);
  expect(process.cpuUsage(start).user).toBeLessThan(200_000);
});
