import fc from 'fast-check';
import type { Compare } from '../../src/engine/methods/test-run.ts';
import { decide, type RateCounts } from '../../src/engine/verdict/gate.ts';
import { changeOf, type PairedRow } from '../../src/engine/statistics/regression.ts';
import {
  judgeOf,
  row,
  runOf,
  samplesOf,
  subject,
  testOf,
  TRUSTED,
  type RowScript,
} from './scripted.ts';
import { runs } from '../support/runs.ts';

const PASS = row('A', 'B');
const FAIL = row('A', 'A');
const ERROR = row('A', 'who knows');
const BY_LETTER: Record<string, RowScript> = { P: PASS, F: FAIL, E: ERROR };
const rowsOf = (word: string) => [...word].map((letter) => BY_LETTER[letter]!);
const many = (letter: string, count: number) => letter.repeat(count);

const withBase = (max_regression = 0): { compare: Compare } => ({
  compare: { max_regression },
});

/** Runs one test on head and base, with these outcomes of their rows. */
async function compared(
  now: string,
  before: string,
  over: Parameters<typeof testOf>[1] = withBase(),
) {
  const run = await runOf([testOf(now.length, { minimum_pass_rate: 0, ...over })], {
    model: subject(rowsOf(now)),
    base: subject(rowsOf(before)),
  });
  return { ...run, baseline: run.report[0]!.baseline! };
}

describe('compared with the base', () => {
  it('asks the same rows of both subjects, and puts them side by side', async () => {
    const [model, base] = [subject(rowsOf('PFP')), subject(rowsOf('PPF'))];
    const run = await runOf([testOf(3, withBase())], { model, base });
    expect(base.asked).toEqual(model.asked);
    expect(run.results.map(({ pass, baseline }) => [pass, baseline!.pass])).toEqual([
      [true, true],
      [false, true],
      [true, false],
    ]);
    expect(run.results[1]!.baseline).toEqual({
      expected_result: 'A',
      actual_result: 'B',
      eval_score: 1,
      pass: true,
      status: 'scored',
    });
    expect(run.report[0]!.baseline).toMatchObject({
      paired_count: 3,
      pass_rate: 2 / 3,
      broken: 1,
      fixed: 1,
      outcome: 'pass',
    });
  });

  it('shares the answers where the model and the prompt are the same', async () => {
    const model = subject(rowsOf('PFP'));
    const run = await runOf([testOf(3, withBase())], { model, base: model });
    expect(model.asked).toHaveLength(6);
    expect(run.report[0]!.baseline).toMatchObject({
      broken: 0,
      fixed: 0,
      p_value: 1,
      outcome: 'pass',
    });
  });

  it("fills the base's template for the base, and asks equal prompts once", async () => {
    const model = subject(rowsOf('PF'));
    const test = testOf(2, { ...withBase(), template: 'Say a letter. {text}\n{options}' });
    const run = await runOf(
      [test],
      { model, base: model },
      { baseTemplate: 'A letter, please. {text}\n{options}' },
    );
    expect(model.asked).toHaveLength(8);
    expect(model.asked.filter((prompt) => prompt.startsWith('A letter, please.'))).toHaveLength(4);
    expect(run.report[0]!.baseline).toMatchObject({ paired_count: 2, broken: 0 });
    const alike = subject(rowsOf('PF'));
    await runOf([test], { model: alike, base: alike }, { baseTemplate: test.template });
    expect(alike.asked).toHaveLength(4);
  });

  it('asks nothing of the base for a test that is not compared with it', async () => {
    const base = subject(rowsOf('PP'));
    const run = await runOf([testOf(2)], { model: subject(rowsOf('PP')), base });
    expect(base.asked).toEqual([]);
    expect(run.report[0]?.baseline).toBeUndefined();
    expect(run.results[0]?.baseline).toBeUndefined();
  });

  it.each([
    ['PPPPP' + many('P', 15), 'FFFFF' + many('P', 15), 0, 'fail'], // p = 1/32, loss 25 %
    ['PPPPP' + many('P', 15), 'FFFFF' + many('P', 15), 0.25, 'pass'], // the loss is allowed
    ['PPPPP' + many('P', 15), 'FFFFF' + many('P', 15), 0.2, 'fail'],
    ['PPPP' + many('P', 16), 'FFFF' + many('P', 16), 0, 'pass'], // p = 1/16: may be chance
    ['FFFFF' + many('P', 15), 'PPPPP' + many('P', 15), 0, 'pass'],
    [many('P', 9) + 'F', many('F', 9) + 'P', 0, 'fail'], // p = .0107
  ])('%s, now %s, at most %d: %s', async (before, now, most, outcome) => {
    const { baseline, report } = await compared(now, before, withBase(most));
    expect(baseline.outcome).toBe(outcome);
    expect(report[0]!.outcome).toBe(outcome);
  });

  it('a test is as bad as the worse of its rate and its comparison', async () => {
    const outcome = async (now: string, before: string, minimum: number) =>
      (await compared(now, before, { ...withBase(), minimum_pass_rate: minimum })).report[0];
    expect(await outcome(many('P', 5) + many('F', 5), many('P', 10), 0.5)).toMatchObject({
      outcome: 'fail',
      pass: false,
      baseline: { outcome: 'fail' },
    });
    expect(await outcome(many('P', 5), many('P', 5), 1)).toMatchObject({ outcome: 'pass' });
    expect(await outcome(many('F', 5), many('F', 5), 0.5)).toMatchObject({
      outcome: 'fail',
      baseline: { outcome: 'pass' },
    });
  });

  it('rows in error make the comparison inconclusive where they could change it', async () => {
    expect((await compared('FFFF' + 'E' + many('P', 15), many('P', 20))).baseline).toMatchObject({
      outcome: 'inconclusive',
      paired_count: 19,
      broken: 4,
    });
    expect(
      (await compared('FFFF' + 'F' + many('P', 15), 'PPPP' + 'E' + many('P', 15))).baseline,
    ).toMatchObject({
      outcome: 'inconclusive',
      paired_count: 19,
    });
    // However it had gone.
    expect((await compared('FFFFF' + 'E' + many('P', 14), many('P', 20))).baseline.outcome).toBe(
      'fail',
    );
    expect((await compared('FFF' + 'E' + many('P', 16), many('P', 20))).baseline.outcome).toBe(
      'pass',
    );
    expect((await compared('EEEEE', 'PPPPP')).report[0]).toMatchObject({
      outcome: 'error',
      baseline: { paired_count: 0, pass_rate: null },
    });
  });

  it('rows that a judge sets aside under either subject are not compared', async () => {
    const says = (...words: string[]) => subject(words.map((word) => row('yes', word)));
    const [model, base] = [
      says('accounts', 'ignores', 'not_applicable', 'not_applicable'),
      says('ignores', 'not_applicable', 'accounts', 'down'),
    ];
    const run = await runOf([testOf(4, { scorer: 'judge', judge: judgeOf(), ...withBase() })], {
      model,
      base,
      calibrations: TRUSTED,
    });
    expect(run.report[0]!.baseline).toMatchObject({
      paired_count: 1,
      fixed: 1,
      broken: 0,
      outcome: 'pass',
    });
  });

  it('a row that is set aside only now may hide a broken row, like one in error', async () => {
    const says = (...words: string[]) => subject(words.map((word) => row('yes', word)));
    const outcome = async (now: string, before: string) => {
      const words = (word: string) => says('accounts', ...Array.from({ length: 6 }, () => word));
      const run = await runOf(
        [testOf(7, { scorer: 'judge', judge: judgeOf(), minimum_pass_rate: 0, ...withBase() })],
        {
          model: words(now),
          base: words(before),
          calibrations: TRUSTED,
        },
      );
      return run.report[0]!.baseline!.outcome;
    };
    expect(await outcome('not_applicable', 'accounts')).toBe('inconclusive');
    expect(await outcome('hm', 'accounts')).toBe('inconclusive');
    expect(await outcome('ignores', 'not_applicable')).toBe('pass');
    expect(await outcome('ignores', 'hm')).toBe('inconclusive');
    expect(await outcome('ignores', 'accounts')).toBe('fail');
  });

  it("a base that cannot be asked leaves the comparison open, and the head's rows as they are", async () => {
    const base = subject(Array.from({ length: 30 }, () => row(null, null)));
    const run = await runOf([testOf(30, withBase())], {
      model: subject(rowsOf(many('P', 15) + many('F', 15))),
      base,
    });
    expect(base.asked.length).toBeLessThan(15);
    expect(run.report[0]).toMatchObject({
      pass_count: 15,
      fail_count: 15,
      error_count: 0,
      baseline: { paired_count: 0, pass_rate: null, outcome: 'inconclusive' },
    });
  });
});

describe('several compared tests', () => {
  it('are corrected for their number, by Holm', async () => {
    const one = (count: number, from: number) =>
      testOf(0, { samples: samplesOf(count, from), minimum_pass_rate: 0, ...withBase() });
    // 5 broken alone would do (p = 1/32); two tests of that kind do not (p = 1/16).
    const alike = await runOf([one(5, 0), one(5, 5)], {
      model: subject(rowsOf(many('F', 10))),
      base: subject(rowsOf(many('P', 10))),
    });
    expect(alike.report.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
    expect(alike.report[0]!.baseline!.p_value).toBeCloseTo(1 / 32, 12);
    expect(alike.report[0]!.baseline!.adjusted_p_value).toBeCloseTo(1 / 16, 12);
    // Beside a certain loss, its p-value is not doubled.
    const worse = await runOf([one(5, 0), one(10, 5)], {
      model: subject(rowsOf(many('F', 15))),
      base: subject(rowsOf(many('P', 15))),
    });
    expect(worse.report.map(({ outcome }) => outcome)).toEqual(['fail', 'fail']);
    // A test that is not compared does not count.
    const beside = await runOf(
      [one(5, 0), testOf(0, { samples: samplesOf(5, 5), minimum_pass_rate: 0 })],
      {
        model: subject(rowsOf(many('F', 10))),
        base: subject(rowsOf(many('P', 10))),
      },
    );
    expect(beside.report[0]!.outcome).toBe('fail');
  });

  it('have the outcome of every completion of rows in error, or are inconclusive', () => {
    const verdict = fc.constantFrom(true, true, false, false, true, null);
    const test = fc.record({
      pairs: fc.array(fc.record({ baseline: verdict, head: verdict }), { maxLength: 10 }),
      max_regression: fc.constantFrom(0, 0.1, 0.4),
    });
    const countsOf = ({
      pairs,
      max_regression,
    }: {
      pairs: PairedRow[];
      max_regression: number;
    }): RateCounts => ({
      kind: 'rate',
      pass_count: 1,
      fail_count: 0,
      error_count: 0,
      minimum_pass_rate: 0,
      comparison: { max_regression, change: changeOf(pairs), passed_before: 0 },
    });
    const ways = (value: boolean | null) => (value === null ? [true, false] : [value]);
    const completions = (pairs: readonly PairedRow[]) =>
      pairs.reduce<PairedRow[][]>(
        (all, { baseline, head }) =>
          all.flatMap((rest) =>
            ways(baseline).flatMap((b) =>
              ways(head).map((n) => [...rest, { baseline: b, head: n }]),
            ),
          ),
        [[]],
      );
    fc.assert(
      fc.property(test, test, (one, other) => {
        const open = [...one.pairs, ...other.pairs]
          .flatMap(({ baseline, head }) => [baseline, head])
          .filter((value) => value === null).length;
        fc.pre(open <= 4);
        const all = completions(one.pairs).flatMap((first) =>
          completions(other.pairs).map(
            (second) =>
              decide([countsOf({ ...one, pairs: first }), countsOf({ ...other, pairs: second })])
                .tests,
          ),
        );
        decide([countsOf(one), countsOf(other)]).tests.forEach(({ baseline }, i) => {
          const outcomes = new Set(all.map((tests) => tests[i]!.baseline!.outcome));
          expect(baseline!.outcome).toBe(outcomes.size === 1 ? [...outcomes][0] : 'inconclusive');
        });
      }),
      { numRuns: runs(400), seed: 12 },
    );
  });
});
