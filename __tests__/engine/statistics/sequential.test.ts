import fc from 'fast-check';
import {
  advance,
  INITIAL_COURSE,
  leastRows,
  type RowEffect,
  sequentialTest,
  type SequentialRule,
  type SequentialVerdict,
  verdictOf,
} from '../../../src/engine/statistics/sequential.ts';

const rule = (minimum: number, margin: number): SequentialRule => ({
  minimum,
  margin,
  alpha: 0.05,
  beta: 0.1,
});
const KINDS: readonly (readonly RowEffect[])[] = [
  ['pass'],
  ['fail'],
  ['out'],
  ['pass', 'out'],
  ['fail', 'out'],
  ['pass', 'fail'],
  ['pass', 'fail', 'out'],
];

function courseOf(
  test: ReturnType<typeof sequentialTest>,
  rows: readonly (readonly RowEffect[])[],
) {
  return rows.reduce((course, says) => advance(test, course, says), INITIAL_COURSE);
}

/** By the definition, one row after the other. */
function plain(
  test: ReturnType<typeof sequentialTest>,
  rows: readonly RowEffect[],
  isLast: boolean,
): SequentialVerdict | undefined {
  let [k, t] = [0, 0];
  if (test.rule.minimum === 0) return 'good';
  for (const say of rows.filter((one) => one !== 'out')) {
    t += 1;
    if (say === 'pass') k += 1;
    const verdict = test.verdictAt(k, t);
    if (verdict) return verdict;
  }
  return isLast ? test.finalVerdict(k, t) : undefined;
}

function* completions(rows: readonly (readonly RowEffect[])[]): Generator<RowEffect[]> {
  const [first, ...rest] = rows;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const tail of completions(rest)) for (const say of first) yield [say, ...tail];
}

describe('the sequential test', () => {
  it.each([
    [0.85, 0.05, 20],
    [0.95, 0.025, 43],
    [0.6, 0.1, 7],
    [0, 0.05, 1],
    [1, 0.05, 1],
  ])('at %d ± %d a perfect model needs %i rows', (minimum, margin, rows) => {
    expect(leastRows(sequentialTest(rule(minimum, margin)))).toBe(rows);
  });

  it('crosses at the logarithms of its definition', () => {
    const test = sequentialTest(rule(0.85, 0.05));
    expect([test.good, test.bad]).toEqual([0.9, 0.7999999999999999]);
    expect(test.verdictAt(0, 4)).toBeUndefined();
    expect(test.verdictAt(0, 5)).toBe('bad');
    expect(test.verdictAt(19, 19)).toBeUndefined();
    expect(test.verdictAt(20, 20)).toBe('good');
    expect([test.finalVerdict(85, 100), test.finalVerdict(84, 100)]).toEqual(['good', 'bad']);
  });

  it('takes a margin that fits, for rates near the ends', () => {
    expect(sequentialTest(rule(0.96, 0.05))).toMatchObject({ good: 0.98, bad: 0.94 });
    const low = sequentialTest(rule(0.02, 0.05));
    expect([low.good, low.bad]).toEqual([0.03, 0.01]);
  });

  it('is good from the start at 0, and bad at the first failure at 1', () => {
    const none = sequentialTest(rule(0, 0.05));
    expect(verdictOf(none, INITIAL_COURSE, false)).toBe('good');
    expect(verdictOf(none, courseOf(none, [['fail']]), true)).toBe('good');
    const all = sequentialTest(rule(1, 0.05));
    expect(verdictOf(all, courseOf(all, [['pass'], ['pass']]), false)).toBeUndefined();
    expect(verdictOf(all, courseOf(all, [['pass'], ['pass']]), true)).toBe('good');
    expect(verdictOf(all, courseOf(all, [['pass'], ['fail']]), false)).toBe('bad');
    expect(verdictOf(all, courseOf(all, [['pass'], ['pass', 'fail']]), true)).toBeUndefined();
  });

  it('says what all completions of the unknown rows say, and nothing else', () => {
    const unknowns = (rows: readonly (readonly RowEffect[])[]) =>
      rows.filter((says) => says.length > 1).length;
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 40 })
          .filter((rows) => unknowns(rows) <= 6),
        fc.constantFrom(
          rule(0.85, 0.05),
          rule(0.6, 0.1),
          rule(0.5, 0.3),
          rule(0.7, 0.2),
          rule(0, 0.1),
          rule(1, 0.1),
        ),
        fc.boolean(),
        (rows, given, isLast) => {
          const test = sequentialTest(given);
          const said = new Set([...completions(rows)].map((says) => plain(test, says, isLast)));
          const [only] = said;
          expect(verdictOf(test, courseOf(test, rows), isLast)).toBe(
            said.size === 1 ? only : undefined,
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    [{ minimum: 1.1 }, /minimum/],
    [{ margin: 0 }, /margin/],
    [{ alpha: 0 }, /alpha/],
    [{ beta: 1 }, /beta/],
    [{ alpha: 0.6, beta: 0.5 }, /add up/],
  ])('refuses %o', (over, message) => {
    expect(() => sequentialTest({ ...rule(0.85, 0.05), ...over })).toThrow(message);
  });
});
