import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Compare, Control, Stop, TestRun } from '../../src/engine/cases.js';
import { decide, settled, type Counts } from '../../src/engine/gate.js';
import type { ResultRow } from '../../src/engine/results.js';
import type { RunOptions } from '../../src/engine/run.js';
import { changeOf, type PairedRow } from '../../src/engine/statistics/regression.js';
import type { Policy } from '../../src/engine/statistics/policy.js';
import { nextWave } from '../../src/engine/stop.js';
import {
  chances,
  judgeOf,
  TRUSTED,
  row,
  rowsAsked,
  ruler,
  runOf,
  samplesOf,
  subject,
  testOf,
  wordOf,
  type Report,
  type RowScript,
} from './scripted.js';
import { runs } from '../support/runs.js';

/** What becomes of a row; `noise` would pass, were it not for its control. */
type Fate = 'pass' | 'fail' | 'error' | 'noise' | 'aside';
type Scored = 'choice' | 'loss' | 'embedding' | 'judge';

/** The answers that lead there. None of the errors is a failed request: so many in a row would end the asking. */
const ANSWERS: Record<Scored, Record<Fate, RowScript>> = {
  choice: {
    pass: row('A', 'B'),
    fail: row('A', 'A'),
    error: row('A', 'who knows'),
    noise: row(['A', 'B'], 'B'),
    aside: row('who knows', 'A'),
  },
  loss: { pass: row('3', '4'), fail: row('3', '3.1'), error: row('3', 'NaN'), noise: row(['3', '3.5'], '4'), aside: row('NaN', '3') },
  embedding: { pass: row('0', '0.9'), fail: row('0', '0.1'), error: row('0', ''), noise: row(['0', '0.5'], '0.9'), aside: row('', '0') },
  judge: {
    pass: row('yes', 'accounts'),
    fail: row('yes', 'ignores'),
    error: row('yes', 'hm'),
    noise: row(['yes', 'accounts'], 'accounts'),
    aside: row('yes', 'not_applicable'),
  },
};

interface Plan {
  fates: Fate[];
  /** Under the base's subject, or in the earlier report. */
  before: Fate[];
  scorer: Scored;
  minimum: number;
  decision: Policy;
  confidence: number;
  control: Control;
  repeats: number;
  compare?: 'base' | 'report';
  maxRegression: number;
  /** Where several tests run together, some may not stop. */
  goesOn: boolean;
}

const fate = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fate>('pass') },
  { weight: 4, arbitrary: fc.constant<Fate>('fail') },
  { weight: 1, arbitrary: fc.constantFrom<Fate>('error', 'noise', 'aside') },
);
const fates = (most: number) => fc.array(fate, { minLength: 1, maxLength: most });
const plans = (most: number, over: Partial<Record<keyof Plan, fc.Arbitrary<unknown>>> = {}): fc.Arbitrary<Plan> =>
  fc.record({
    fates: fates(most),
    before: fc.array(fate, { minLength: most, maxLength: most }),
    scorer: fc.constantFrom<Scored>('choice', 'loss', 'embedding', 'judge'),
    minimum: fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20),
    decision: fc.constantFrom<Policy>('point', 'point', 'point', 'point', 'confident', 'assured'),
    confidence: fc.constantFrom(0.5, 0.6, 0.8, 0.95),
    goesOn: fc.constant(false),
    control: fc.constantFrom<Control>('off', 2, 'all'),
    repeats: fc.constantFrom(1, 1, 2, 3),
    compare: fc.constantFrom<Plan['compare']>(undefined, 'base', 'report'),
    maxRegression: fc.constantFrom(0, 0.05, 0.2, 0.5),
    ...over,
  }) as fc.Arbitrary<Plan>;

interface Circumstances {
  concurrency: number;
  salt: number;
  maxRequests?: number;
}
const circumstances = fc.record({
  concurrency: fc.integer({ min: 1, max: 9 }),
  salt: fc.integer({ min: 0, max: 1000 }),
  maxRequests: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 80 })),
});

/** The rows of the tests stand one behind the other. */
function fromOf(all: readonly Plan[], index: number): number {
  return all.slice(0, index).reduce((sum, plan) => sum + plan.fates.length, 0);
}

async function runPlans(
  all: readonly Plan[],
  stop: Stop,
  { salt, ...over }: Circumstances & Partial<RunOptions>,
): Promise<Report & { asked: number[] }> {
  const scripts = (of: 'fates' | 'before') => all.flatMap((plan) => plan.fates.map((_, i) => ANSWERS[plan.scorer][plan[of][i]!]));
  const judge = judgeOf({ salt });
  const tests = all.map((plan, index) => {
    const { scorer, minimum: minimum_pass_rate, decision, confidence, control, repeats, goesOn } = plan;
    const samples = samplesOf(plan.fates.length, fromOf(all, index));
    const compare: Compare | undefined = plan.compare && {
      with: plan.compare,
      max_regression: plan.maxRegression,
      ...(plan.compare === 'report' && { earlier: earlierRows(plan, samples) }),
    };
    return testOf(0, {
      scorer,
      judge: scorer === 'judge' ? judge : undefined,
      minimum_pass_rate,
      decision,
      confidence,
      control,
      repeats,
      stop: goesOn ? 'full' : stop,
      compare,
      samples,
    });
  });
  const model = subject(scripts('fates'), { salt });
  const told = await runOf(
    tests,
    { model, base: subject(scripts('before'), { salt }), embedder: ruler({ batchSize: 3 }), calibrations: TRUSTED },
    over,
  );
  return { ...told, asked: rowsAsked(model) };
}

const STATUS = { pass: 'scored', fail: 'scored', error: 'error', noise: 'undecided', aside: 'not_applicable' } as const;

/** An earlier report; one row in four is new since. */
function earlierRows({ before }: Plan, samples: TestRun['samples']): ResultRow[] {
  return samples.flatMap(({ source, text: original, options }, i) => {
    const status = STATUS[before[i]!];
    const pass = status === 'scored' ? before[i] === 'pass' : null;
    const test_case = original.replace(' is ', ' is not ');
    return i % 4 === 3
      ? []
      : [
          {
            category: 'sensitivity',
            test_type: 'add_negation',
            source,
            original,
            test_case,
            options,
            expected_result: null,
            actual_result: null,
            eval_score: null,
            pass,
            status,
          },
        ];
  });
}

const verdictsOf = ({ outcome, report }: Report) => JSON.stringify([outcome, report.map((one) => [one.outcome, one.pass, one.threshold])]);

async function same(all: readonly Plan[], given: Circumstances): Promise<void> {
  // A run that may stop keeps room for more batches of texts, so that a cap lets fewer of its rows in.
  const how = all.some(({ scorer }) => scorer === 'embedding') ? { ...given, maxRequests: undefined } : given;
  const full = await runPlans(all, 'full', how);
  const decided = await runPlans(all, 'decided', how);
  expect(verdictsOf(decided)).toBe(verdictsOf(full));
  // What was asked has the result that it has in the full run.
  const unlike = decided.results.filter((one, i) => one.status !== 'undecided' && JSON.stringify(one) !== JSON.stringify(full.results[i]));
  // Where an outcome is open to the end, every row was asked.
  const lazy = decided.report.filter(
    ({ outcome, undecided_count }) => (outcome === 'inconclusive' || outcome === 'error') && undecided_count! > 0,
  );
  expect([unlike, lazy]).toEqual([[], []]);
}

/**
 * How many rows curtailed sampling asks one by one: it stops at the first row at which the gate says the same, pass or fail, were all
 * the others to pass (having failed before) and were they all to fail (having passed before).
 */
function oneByOne({ results }: Report, { minimum, decision, confidence, compare, maxRegression }: Plan): number {
  const outcome = (seen: readonly ResultRow[], pass: boolean): string => {
    const open = results.length - seen.length;
    const count = (belongs: (one: ResultRow) => boolean) => seen.filter(belongs).length;
    const pairs = seen.flatMap(({ pass: now, baseline }): PairedRow[] =>
      baseline && !['not_applicable', 'undecided'].includes(baseline.status) ? [{ before: baseline.pass, now }] : [],
    );
    const change = changeOf([...pairs, ...Array.from({ length: open }, () => ({ before: !pass, now: pass }))]);
    const counts: Counts = {
      pass_count: count((one) => one.pass === true) + (pass ? open : 0),
      fail_count: count((one) => one.pass === false) + (pass ? 0 : open),
      error_count: count(({ status }) => status === 'error'),
      minimum_pass_rate: minimum,
      decision,
      confidence,
      ...(compare && { comparison: { source: compare, max_regression: maxRegression, change, passed_before: 0 } }),
    };
    return decide({ tests: [counts] }).outcome;
  };
  const isDecided = (seen: readonly ResultRow[]) => {
    const ends = [outcome(seen, true), outcome(seen, false)];
    return seen.some(({ pass }) => pass !== null) && ends[0] === ends[1] && ['pass', 'fail'].includes(ends[0]!);
  };
  const stop = results.findIndex((_, i) => isDecided(results.slice(0, i + 1)));
  return stop === -1 ? results.length : stop + 1;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('stop: decided', () => {
  it('says what the full run says: one test, whatever the rows, the rules and the order of the answers', async () => {
    await fc.assert(
      fc.asyncProperty(plans(14), circumstances, (plan, how) => same([plan], how)),
      { numRuns: runs(3000, 30), seed: 3 },
    );
  }, 60_000);

  it('says what the full run says: several tests, compared together', async () => {
    const compared = plans(12, {
      compare: fc.constantFrom<Plan['compare']>(undefined, 'base', 'base', 'report'),
      scorer: fc.constantFrom('choice', 'loss'),
      repeats: fc.constant(1),
      minimum: fc.constantFrom(0, 0, 0.1, 0.5),
      control: fc.constant('off'),
      decision: fc.constant('point'),
      goesOn: fc.constantFrom(false, false, true),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(compared, { minLength: 2, maxLength: 3 }), circumstances, (all, how) => same(all, how)),
      { numRuns: runs(1500, 30), seed: 4 },
    );
  }, 60_000);

  it('asks as many rows as one by one would, the first ones, however many requests run at once', async () => {
    const some = plans(20, {
      fates: fc.array(fate, { minLength: 10, maxLength: 20 }),
      decision: fc.constantFrom('point', 'point', 'confident'),
    });
    await fc.assert(
      fc.asyncProperty(some, circumstances, async (plan, { maxRequests: _none, ...how }) => {
        const decided = await runPlans([plan], 'decided', how);
        const asked = upTo(oneByOne(await runPlans([plan], 'full', how), plan));
        expect(decided.asked).toEqual(asked);
        expect(decided.results.flatMap(({ status }, i) => (status === 'undecided' ? [] : [i]))).toEqual(asked);
      }),
      { numRuns: runs(150), seed: 5 },
    );
  }, 60_000);

  it.each([
    ['pass', 35, Array.from({ length: 50 }, () => 'pass')],
    ['fail', 16, Array.from({ length: 50 }, () => 'fail')],
    ['pass', 50, Array.from({ length: 50 }, (_, i) => (i < 15 ? 'fail' : 'pass'))],
  ] as [string, number, Fate[]][])('50 rows against 0.70: %s after %i', async (outcome, after, fates) => {
    const model = subject(fates.map((one) => ANSWERS.choice[one]));
    const { report, results } = await runOf([testOf(50, { stop: 'decided' })], { model }, { concurrency: 8 });
    const undecided = 50 - after;
    expect(report[0]).toMatchObject({ outcome, undecided_count: undecided, pass: outcome === 'pass' });
    expect(model.asked).toHaveLength(2 * after);
    expect(
      results
        .slice(after)
        .every(
          ({ status, pass, eval_score, actual_result }) =>
            status === 'undecided' && pass === null && eval_score === null && actual_result === null,
        ),
    ).toBe(true);
    // The rate seen by then is biased.
    expect('decided_after' in report[0]!).toBe(undecided > 0);
    expect('interval' in report[0]!).toBe(undecided === 0);
  });

  it.each([
    [0.2, 20.0],
    [0.5, 31.99],
    [0.7, 45.32],
    [0.9, 38.89],
    [1, 35],
  ])('n = 50, minimum 0.70, true rate %d: %d rows on the average', async (rate, expected) => {
    const draw = chances(rate * 1000);
    const times = runs(300);
    const counts: number[] = [];
    for (let i = 0; i < times; i++) {
      const model = subject(Array.from({ length: 50 }, () => (draw() < rate ? ANSWERS.loss.pass : ANSWERS.loss.fail)));
      await runOf([testOf(50, { scorer: 'loss', stop: 'decided' })], { model }, { concurrency: 1 + (i % 16) });
      counts.push(rowsAsked(model).length);
    }
    const mean = counts.reduce((sum, count) => sum + count, 0) / times;
    const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (times - 1);
    expect(Math.abs(mean - expected)).toBeLessThanOrEqual(4 * Math.sqrt(variance / times) + 0.005);
  });

  it("a compared test that hangs on the others' p-values gets the rows that they held back", async () => {
    // Alone 5 broken rows have p = 1/32; beside a test that surely broke, Holm's correction leaves it so, else it is doubled.
    const broke = (rows: number, broken: number, from: number) => {
      const compare = { with: 'base', max_regression: rows === 5 ? 0 : 0.5 } as const;
      return {
        test: testOf(0, { scorer: 'loss', minimum_pass_rate: 0, stop: 'decided', compare, samples: samplesOf(rows, from) }),
        head: upTo(rows).map((i) => ANSWERS.loss[i < broken ? 'fail' : 'pass']),
      };
    };
    const [small, large] = [broke(5, 5, 0), broke(100, 30, 5)];
    const model = subject([...small.head, ...large.head]);
    const base = subject(upTo(105).map(() => ANSWERS.loss.pass));
    const { report, outcome } = await runOf([small.test, large.test], { model, base });
    expect(report.map((one) => one.outcome)).toEqual(['fail', 'pass']);
    expect(outcome).toBe('fail');
    expect(report[0]!.baseline!.broken).toBe(5);
    expect(report[0]!.baseline!.adjusted_p_value).toBeCloseTo(1 / 32, 12);
    expect(report[1]!.undecided_count).toBe(0);
    // By itself the large one stops: were all its open rows broken, it would not have lost more than half.
    const alone = await runOf([large.test], { model: subject([...small.head, ...large.head]), base });
    expect(alone.report[0]).toMatchObject({ outcome: 'pass', undecided_count: 20 });
  });

  it('failed requests: never the opposite of the full run, and an outage ends both', async () => {
    const draw = chances(6);
    for (let i = 0; i < runs(300); i++) {
      const [down, rate] = [draw(), draw()];
      const rows = upTo(30).map(() => (draw() < down ? row('A', null) : ANSWERS.choice[draw() < rate ? 'pass' : 'fail']));
      const how = { salt: i, concurrency: 1 + (i % 9) };
      const told = async (stop: Stop) => (await runOf([testOf(30, { stop })], { model: subject(rows, how) }, how)).outcome;
      const outcomes = [await told('full'), await told('decided')];
      expect(outcomes.includes('pass') && outcomes.includes('fail')).toBe(false);
      if (down < 0.3) expect(outcomes[1]).toBe(outcomes[0]);
    }
  });

  it('a test that stops does not stop another', async () => {
    const model = subject([...upTo(20).map(() => ANSWERS.choice.pass), ...upTo(20).map(() => ANSWERS.choice.fail)]);
    const tests = [testOf(20, { stop: 'decided' }), testOf(0, { stop: 'full', samples: samplesOf(20, 20) })];
    const told = await runOf(tests, { model });
    expect(wordOf(told)).toBe(`${'P'.repeat(14)}${'-'.repeat(6)}${'F'.repeat(20)}`);
    expect(told.report[1]).not.toHaveProperty('undecided_count');
  });
});

describe('nextWave', () => {
  const counts = fc.record({
    pass_count: fc.nat(8),
    fail_count: fc.nat(8),
    error_count: fc.nat(2),
    undecided_count: fc.integer({ min: 1, max: 9 }),
    minimum_pass_rate: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
    decision: fc.constantFrom<Policy>('point', 'confident', 'assured'),
    confidence: fc.constantFrom(0.5, 0.8, 0.95),
    pairs: fc.option(fc.array(fc.record({ before: fc.option(fc.boolean()), now: fc.option(fc.boolean()) }), { maxLength: 12 }), {
      nil: undefined,
    }),
    max_regression: fc.constantFrom(0, 0.1, 0.3),
  });

  it('is the fewest rows that could settle the verdict, whichever way they go', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 3 }), ({ pairs, max_regression, ...test }, comparedTests) => {
        const after = (results: readonly PairedRow[]): Counts => ({
          ...test,
          pass_count: test.pass_count + results.filter(({ now }) => now === true).length,
          fail_count: test.fail_count + results.filter(({ now }) => now === false).length,
          error_count: test.error_count + results.filter(({ now }) => now === null).length,
          undecided_count: test.undecided_count - results.length,
          ...(pairs && { comparison: { source: 'base', max_regression, change: changeOf([...pairs, ...results]), passed_before: 0 } }),
        });
        fc.pre(settled(after([]), comparedTests) === undefined);
        const wave = nextWave(after([]), comparedTests);
        const ways: PairedRow[] = [true, false, null].flatMap((before) => [true, false, null].map((now) => ({ before, now })));
        const mixes = (length: number): PairedRow[][] =>
          length === 0
            ? [[]]
            : mixes(length - 1).flatMap((mix) =>
                ways.filter((_, i) => mix.length === 0 || i >= ways.indexOf(mix[mix.length - 1]!)).map((way) => [...mix, way]),
              );
        // Fewer rows settle it in no way, of all mixes of up to two, and of longer ones all alike.
        for (let length = 0; length < Math.min(wave, 3); length++)
          expect(mixes(length).filter((mix) => settled(after(mix), comparedTests) !== undefined)).toEqual([]);
        for (let length = 3; length < wave; length++)
          expect(ways.filter((way) => settled(after(upTo(length).map(() => way)), comparedTests) !== undefined)).toEqual([]);
        const all = ways.map((way) => settled(after(upTo(wave).map(() => way)), comparedTests));
        expect(all.some((outcome) => outcome !== undefined) || wave === test.undecided_count).toBe(true);
      }),
      { numRuns: runs(300), seed: 7 },
    );
  });
});
