import fc from 'fast-check';
import type { SequentialRule } from '../../../src/engine/statistics/sequential.ts';
import type { Range } from '../../../src/engine/methods/comparison.ts';
import {
  Decider,
  rowsNeeded,
  type DecisionRules,
  type SequentialOutcome,
} from '../../../src/engine/methods/decision.ts';
import type { ThreeValued, RowFacts } from '../../../src/engine/methods/row-facts.ts';
import { conjunction } from '../../../src/engine/methods/key.ts';
import { runs } from '../../support/runs.ts';

const S: SequentialRule = { minimum: 0.85, margin: 0.05, alpha: 0.05, beta: 0.1 };
const V: SequentialRule = { minimum: 0.6, margin: 0.1, alpha: 0.05, beta: 0.1 };
const COMPARISON = { comparisons: 2, delta: 0.1, alpha: 0.05, beta: 0.1 };
const plan = (over: Partial<DecisionRules> = {}): DecisionRules => ({
  rows: 100,
  sensitive: S,
  valid: V,
  steady: S,
  comparisons: [],
  ...over,
});
const LOOSE: SequentialRule = { minimum: 0.5, margin: 0.2, alpha: 0.2, beta: 0.2 };
/** Small enough that every completion can be walked. */
const SMALL = plan({
  sensitive: LOOSE,
  valid: { ...LOOSE, minimum: 0.6 },
  steady: { ...LOOSE, minimum: 0.7, margin: 0.15 },
});

/** A row by its answers: the row can tell something where the first two are right. */
const rowOf = (known: ThreeValued, steady: ThreeValued, right: ThreeValued): RowFacts => ({
  known,
  steady,
  valid: conjunction(known, steady),
  right,
});
const GOOD = rowOf(true, true, true);
const DEAF = rowOf(true, true, false);
const IGNORANT = rowOf(false, false, false);
const UPSET = rowOf(true, false, false);
const times = (row: RowFacts, count: number) => Array.from({ length: count }, () => row);

/** By the page: rows that are known, one after the other. */
function plain(rules: DecisionRules, rows: readonly RowFacts[]): SequentialOutcome | undefined {
  const sprt = (rule: SequentialRule, xs: boolean[], isLast: boolean) => {
    const p = [rule.minimum + rule.margin, rule.minimum - rule.margin] as const;
    let [ratio, k] = [0, 0];
    for (const x of xs) {
      k += x ? 1 : 0;
      ratio += x ? Math.log(p[1] / p[0]) : Math.log((1 - p[1]) / (1 - p[0]));
      if (ratio >= Math.log((1 - rule.beta) / rule.alpha) - 1e-12) return 'bad';
      if (ratio <= -Math.log((1 - rule.alpha) / rule.beta) + 1e-12) return 'good';
    }
    return isLast && xs.length > 0 ? (k / xs.length >= rule.minimum ? 'good' : 'bad') : undefined;
  };
  const wealthy = (ds: number[], bound: number, factor: (bet: number, d: number) => number) => {
    let products = Array.from({ length: 19 }, () => 1);
    return ds.findIndex((d) => {
      products = products.map((product, i) => product * factor((i + 1) / 20, d));
      return products.reduce((a, b) => a + b) / 19 >= bound;
    });
  };
  for (let t = 1; t <= rows.length; t += 1) {
    const isLast = t === rules.rows;
    const seen = rows.slice(0, t);
    const valid = sprt(
      rules.valid!,
      seen.map((row) => row.valid!),
      isLast,
    );
    const steady =
      rules.steady &&
      sprt(
        rules.steady,
        seen.filter((row) => row.known).map((row) => row.steady!),
        isLast,
      );
    const sensitive = sprt(
      rules.sensitive,
      seen.filter((row) => row.valid).map((row) => row.right!),
      isLast,
    );
    const ends = rules.comparisons.map((compared) => {
      const ds = seen.map((row) => row.compared![compared]![0]);
      const { comparisons, alpha, beta, delta } = rules.comparison!;
      const broken = wealthy(ds, comparisons / alpha, (bet, d) => 1 + bet * d);
      const kept = wealthy(ds, 1 / beta, (bet, d) => 1 + (bet * (delta - d)) / (1 - delta));
      if (broken >= 0 && (kept < 0 || broken <= kept)) return 'bad';
      return kept >= 0 || isLast ? 'good' : undefined;
    });
    const all = [valid, ...(rules.steady ? [steady] : []), sensitive, ...ends];
    if (all.includes('bad')) return 'fail';
    if (!all.includes(undefined)) return 'pass';
    if (isLast) return 'inconclusive';
  }
  return undefined;
}

function* completions(rows: readonly RowFacts[]): Generator<RowFacts[]> {
  const [first, ...rest] = rows;
  if (first === undefined) {
    yield [];
    return;
  }
  const ways = (value: ThreeValued) => (value === undefined ? [true, false] : [value]);
  const ends = ([low, high]: Range) => [-1, 0, 1].filter((d) => d >= low && d <= high);
  for (const tail of completions(rest)) {
    for (const known of ways(first.known)) {
      for (const steady of ways(first.steady)) {
        for (const right of ways(first.right)) {
          for (const d of ends(first.compared?.sensitive ?? [0, 0]))
            yield [
              {
                ...rowOf(known, steady, right),
                compared: { sensitive: [d, d] as unknown as Range },
              },
              ...tail,
            ];
        }
      }
    }
  }
}

const maybe = fc.constantFrom<ThreeValued>(true, true, true, false, undefined);
const difference = fc.constantFrom<Range>([0, 0], [0, 0], [1, 1], [-1, -1], [-1, 1], [0, 1]);
const seen = fc
  .record({ known: maybe, steady: maybe, right: maybe, sensitive: difference })
  .map(({ known, steady, right, sensitive }): RowFacts => ({
    ...rowOf(known, steady, right),
    compared: { sensitive },
  }));
const unknowns = (rows: readonly RowFacts[]) =>
  rows.filter((row) => {
    const [low, high] = row.compared!.sensitive!;
    return [row.known, row.steady, row.right].includes(undefined) || low !== high;
  }).length;

describe('the decision', () => {
  it.each([
    ['a perfect model', times(GOOD, 100), 'pass', 20],
    ['one that never reads the "not"', times(DEAF, 100), 'fail', 5],
    ['one that knows nothing', times(IGNORANT, 100), 'fail', 6],
    ['one that any edit upsets', times(UPSET, 100), 'fail', 5],
    [
      'one without an answer',
      times(rowOf(undefined, undefined, undefined), 100),
      'inconclusive',
      100,
    ],
  ])('of %s', (_, rows, outcome, after) => {
    expect(new Decider(plan()).decide(rows)).toMatchObject({ outcome, rowCount: after });
  });

  it('goes on for its comparisons, and not behind a failure', () => {
    const rules = plan({ comparisons: ['known', 'sensitive'], comparison: COMPARISON });
    const with_ = (row: RowFacts, d: -1 | 0 | 1): RowFacts => ({
      ...row,
      compared: { known: [0, 0], sensitive: [d, d] },
    });
    expect(new Decider(rules).decide(times(with_(GOOD, 0), 100))).toMatchObject({
      outcome: 'pass',
      rowCount: 35,
      comparisons: { known: 'no_loss', sensitive: 'no_loss' },
    });
    expect(new Decider(rules).decide(times(with_(DEAF, 1), 100))).toMatchObject({
      outcome: 'fail',
      rowCount: 5,
    });
    expect(
      new Decider({
        ...rules,
        valid: { ...V, minimum: 0 },
        steady: { ...S, minimum: 0 },
        sensitive: { ...S, minimum: 0 },
      }).decide(times(with_(DEAF, 1), 100)),
    ).toMatchObject({ outcome: 'fail', rowCount: 8, comparisons: { sensitive: 'regression' } });
    const half = Array.from({ length: 40 }, (_, i) => with_(GOOD, i % 20 === 19 ? 1 : 0));
    expect(new Decider({ ...rules, rows: 40 }).decide(half)).toMatchObject({
      outcome: 'pass',
      rowCount: 40,
      comparisons: { sensitive: 'none_shown' },
    });
  });

  it('wants the contrast with the placebo where there is no key', () => {
    const rules = plan({ contrastAlpha: 0.05 });
    expect(new Decider(rules).decide(times({ ...GOOD, contrast: [1, 1] }, 100))).toMatchObject({
      outcome: 'pass',
      rowCount: 20,
      contrast: { isShown: true },
    });
    expect(new Decider(rules).decide(times({ ...GOOD, contrast: [0, 0] }, 100))).toMatchObject({
      outcome: 'inconclusive',
      rowCount: 100,
      contrast: { worth: 1, isShown: false },
    });
    expect(new Decider(rules).decide(times({ ...GOOD, contrast: [-1, 1] }, 100))).toMatchObject({
      outcome: 'inconclusive',
    });
  });

  it('knows the rows that a perfect model needs, and what takes them', () => {
    expect(rowsNeeded(plan())).toEqual({ rows: 20, rule: 'sensitive' });
    expect(new Decider(plan({ rows: 20 })).decide(times(GOOD, 20))).toMatchObject({
      outcome: 'pass',
      rowCount: 20,
    });
    expect(rowsNeeded(plan({ valid: { ...V, minimum: 0.95 } }))).toMatchObject({ rule: 'valid' });
    expect(rowsNeeded(plan({ steady: { ...S, minimum: 0.95 } }))).toEqual({
      rows: 43,
      rule: 'steady',
    });
    const wide = plan({
      sensitive: { ...S, minimum: 0.5, margin: 0.4 },
      valid: undefined,
      steady: undefined,
      contrastAlpha: 0.05,
    });
    const { rows, rule } = rowsNeeded(wide);
    expect(rule).toBe('contrast');
    const outcomeOf = (count: number) =>
      new Decider({ ...wide, rows: count }).decide(times({ ...GOOD, contrast: [1, 1] }, count))
        .outcome;
    expect([outcomeOf(rows - 1), outcomeOf(rows)]).toEqual(['inconclusive', 'pass']);
  });

  it('is stuck where answers to the placebo alone are in error, and bar the way to a pass', () => {
    const decider = new Decider(plan());
    const state = decider.walk(
      Array.from({ length: 60 }, (_, i) => (i % 4 === 3 ? rowOf(true, undefined, true) : GOOD)),
    );
    expect(decider.decisionIn(state)).toMatchObject({
      rowCount: 60,
      valid: 'good',
      sensitive: 'good',
    });
    expect(decider.decisionIn(state).outcome).toBeUndefined();
    expect(decider.isStuck(state)).toBe(true);
  });

  it('is, over known rows, what the page says', () => {
    const [yes, sensitive] = [fc.boolean(), fc.constantFrom<Range>([0, 0], [1, 1], [-1, -1])];
    const known = fc
      .record({ known: fc.constantFrom(true, true, false), steady: yes, right: yes, sensitive })
      .map((row): RowFacts => ({
        ...rowOf(row.known, row.steady, row.right),
        compared: { sensitive: row.sensitive },
      }));
    fc.assert(
      fc.property(
        fc.array(known, { minLength: 20, maxLength: 20 }),
        fc.boolean(),
        fc.boolean(),
        (rows, isCompared, isSteady) => {
          const rules: DecisionRules = {
            ...SMALL,
            rows: 20,
            ...(!isSteady && { steady: undefined }),
            ...(isCompared && {
              comparisons: ['sensitive'],
              comparison: { ...COMPARISON, comparisons: 1 },
            }),
          };
          for (let t = 1; t <= 20; t += 1)
            expect(new Decider(rules).decide(rows.slice(0, t)).outcome).toBe(
              plain(rules, rows.slice(0, t)),
            );
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('says nothing that a completion of the unknown rows would not say', () => {
    fc.assert(
      fc.property(
        fc.array(seen, { minLength: 1, maxLength: 12 }).filter((rows) => unknowns(rows) <= 3),
        fc.boolean(),
        (rows, isLast) => {
          const rules: DecisionRules = {
            ...SMALL,
            rows: isLast ? Math.max(6, rows.length) : 50,
            comparisons: ['sensitive'],
            comparison: { ...COMPARISON, comparisons: 1 },
          };
          const said = new Set([...completions(rows)].map((all) => plain(rules, all)));
          const { outcome } = new Decider(rules).decide(rows);
          if (outcome === 'pass' || outcome === 'fail') expect([...said]).toEqual([outcome]);
          // A pass asks for everything, so that it is found wherever all completions pass; failures
          // may have different causes.
          if (said.size === 1 && said.has('pass')) expect(outcome).toBe('pass');
        },
      ),
      { numRuns: runs(150, 5) },
    );
  });

  it('is the same whether rows are asked one by one or in waves', () => {
    fc.assert(
      fc.property(
        fc.array(seen, { minLength: 60, maxLength: 60 }),
        fc.boolean(),
        (rows, isCompared) => {
          const decider = new Decider({
            ...plan(),
            rows: 60,
            ...(isCompared && { comparisons: ['sensitive'], comparison: COMPARISON }),
          });
          let state = decider.start;
          for (let wave = decider.wave(state); wave > 0; wave = decider.wave(state)) {
            const next = decider.walk(rows.slice(state.rowCount, state.rowCount + wave), state);
            // No wave asks more than it needs.
            expect(next.rowCount).toBe(state.rowCount + wave);
            state = next;
          }
          expect(decider.decisionIn(state)).toEqual(decider.decide(rows));
        },
      ),
      { numRuns: runs(100, 5) },
    );
  });
});
