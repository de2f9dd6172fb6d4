import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Control } from '../../src/engine/cases.js';
import { findTest } from '../../src/engine/tests/index.js';
import { row, ruler, rowsAsked, runOf, samplesOf, subject, testOf, wordOf, type RowScript, type Says } from './scripted.js';
import { runs } from '../support/runs.js';

const many = (count: number, one: RowScript) => Array.from({ length: count }, () => one);

describe('the control arm', () => {
  it('asks the original again, past deduplication, and of control rows only', async () => {
    const model = subject(many(10, row('A', 'B')));
    const { results } = await runOf([testOf(10, { control: 3 })], { model });
    expect(model.asked).toHaveLength(23);
    expect(results.filter(({ control }) => control)).toHaveLength(3);
    for (const { control, source } of results) {
      const index = Number(source.split(':')[1]) - 1;
      const times = model.asked.filter((prompt) => prompt.startsWith(`Thing ${index} is small.`)).length;
      expect(times).toBe(control ? 2 : 1);
    }
  });

  it.each<[Control, number]>([
    ['off', 0],
    [4, 4],
    [99, 6],
    ['all', 6],
  ])('control: %s of 6 rows asks %i again', async (control, count) => {
    const model = subject(many(6, row('A', 'B')));
    const { results, report } = await runOf([testOf(6, { control })], { model });
    expect(results.filter((one) => one.control)).toHaveLength(count);
    expect(model.asked).toHaveLength(12 + count);
    expect(report[0]!.control_count).toBe(count === 0 ? undefined : count);
    expect('noise' in report[0]!).toBe(count > 0);
  });

  it('a row whose control disagrees does not count as sensitive', async () => {
    const model = subject([row('A', 'B'), row(['A', 'B'], 'B'), row(['A', 'B'], 'A'), row('A', 'A')]);
    const told = await runOf([testOf(4, { control: 'all' })], { model });
    expect(wordOf(told)).toBe('PFFF');
    expect(told.results.map(({ control }) => control!.changed)).toEqual([false, true, true, false]);
    expect(told.results[1]).toMatchObject({
      expected_result: 'A',
      actual_result: 'B',
      eval_score: 1,
      pass: false,
      control: { result: 'B', eval_score: 1, changed: true },
    });
  });

  it('a row that would pass is in error where its control is; one that fails anyway fails', async () => {
    const model = subject([row(['A', null], 'B'), row(['A', null], 'A'), row(['A', 'who knows'], 'B')]);
    const told = await runOf([testOf(3, { control: 'all' })], { model });
    expect(wordOf(told)).toBe('EFE');
    expect(told.results[0]).toMatchObject({
      eval_score: null,
      expected_result: 'A',
      actual_result: 'B',
      error: { kind: 'server' },
      control: { result: null, changed: null },
    });
    expect(told.results[0]!.error!.message).toMatch(/^The answer changed, but whether it changes by itself is not known\./);
    expect(told.results[2]).toMatchObject({ error: { kind: 'unreadable' }, control: { result: 'who knows', changed: null } });
    expect(told.report[0]).toMatchObject({ noise: null, control_count: 0, sensitivity: null });
  });

  it('rows that should stay the same pass where the answer stays, whatever the control does', async () => {
    const rows = [row('A', 'A'), row('A', 'B'), row(['A', 'B'], 'A'), row(['A', null], 'A'), row(['A', 'B'], 'B')];
    const samples = samplesOf(5).map((sample) => ({ ...sample, expect: 'same' as const, negated_answer: ['A'] }));
    const told = await runOf([testOf(5, { control: 'all', samples })], { model: subject(rows) });
    expect(wordOf(told)).toBe('PFPPF');
    expect(told.results.every(({ expect: expected }) => expected === 'same')).toBe(true);
    // Nothing is known of how the answers react where they should change.
    expect(told.report[0]).toMatchObject({ noise: 2 / 4, control_count: 4, sensitivity: null });
  });

  it('where the right answers to the test case are known, they say nothing of the control', async () => {
    const samples = samplesOf(3).map((sample) => ({ ...sample, negated_answer: ['A'] }));
    const told = await runOf([testOf(3, { control: 'all', samples })], {
      model: subject([row('B', 'A'), row(['B', 'A'], 'A'), row('A', 'B')]),
    });
    expect(wordOf(told)).toBe('PFF');
    expect(told.results.map(({ control }) => control!.changed)).toEqual([false, true, false]);
    // All three changed, the last one to a wrong answer: S is of answers that changed, as the control arm is.
    expect(told.results.map(({ changed }) => changed)).toEqual([true, true, true]);
    expect(told.report[0]).toMatchObject({ noise: 1 / 3, sensitivity: 1 });
  });

  it('an answer that stays does not pass, though it is right once negated', async () => {
    const samples = samplesOf(2).map((sample) => ({ ...sample, negated_answer: ['A'] }));
    const told = await runOf([testOf(2, { control: 'all', samples })], { model: subject([row('A', 'A'), row('B', 'A')]) });
    expect(wordOf(told)).toBe('FP');
    expect(told.report[0]).toMatchObject({ noise: 0, sensitivity: 0.5 });
  });

  it('takes the noise out of the sensitivity: S = (c - r) / (1 - r)', async () => {
    // 6 of 8 react, 2 of 8 controls disagree.
    const rows = [...many(5, row('A', 'B')), row(['A', 'B'], 'B'), row(['A', 'B'], 'A'), row('A', 'A')];
    const { report } = await runOf([testOf(8, { control: 'all' })], { model: subject(rows) });
    expect(report[0]).toMatchObject({ noise: 0.25, control_count: 8, pass_count: 5, fail_count: 3 });
    expect(report[0]!.sensitivity).toBeCloseTo((0.75 - 0.25) / 0.75, 12);
  });

  it('a model that is nothing but noise has no sensitivity', async () => {
    const { report } = await runOf([testOf(4, { control: 'all' })], { model: subject(many(4, row(['A', 'B'], 'B'))) });
    expect(report[0]).toMatchObject({ noise: 1, sensitivity: null, pass_count: 0, outcome: 'fail' });
  });

  it('is on the same rows in every test, so that tests that ask the same share its answers', async () => {
    const model = subject(many(12, row('A', 'B')));
    const tests = [
      testOf(12, { control: 5 }),
      testOf(12, { control: 5, minimum_pass_rate: 0.1 }),
      testOf(12, { control: 5, test: findTest('add_toxic_words')!, parameters: { strategy: 'end', ending_context: 'x' } }),
    ];
    const { results } = await runOf(tests, { model });
    const drawn = [0, 1, 2].map((test) =>
      results.slice(12 * test, 12 * (test + 1)).flatMap(({ control, source }) => (control ? [source] : [])),
    );
    expect(drawn[0]).toHaveLength(5);
    expect(drawn[1]).toEqual(drawn[0]);
    expect(drawn[2]).toEqual(drawn[0]);
    // The first two share all; the third sends no options, so its prompts are others.
    expect(model.asked).toHaveLength(29 + 29);
  });

  it('draws by seed and row, not by place', async () => {
    const drawn = async (seed: number, from: number) => {
      const { results } = await runOf(
        [testOf(0, { control: 10, samples: samplesOf(20, from) })],
        { model: subject(many(40, row('A', 'B'))) },
        { seed },
      );
      return results.flatMap(({ control, source }) => (control ? [source] : []));
    };
    expect(await drawn(1, 0)).toEqual(await drawn(1, 0));
    expect(await drawn(2, 0)).not.toEqual(await drawn(1, 0));
  });

  it('has nothing to say where a pass is no change', async () => {
    const model = subject([row('fine', 'fine')]);
    const { report } = await runOf(
      [
        testOf(1, {
          test: findTest('add_toxic_words')!,
          scorer: 'bad_words',
          parameters: { strategy: 'end', ending_context: 'x' },
          control: 'all',
        }),
      ],
      { model },
    );
    expect(model.asked).toHaveLength(2);
    expect(report[0]).not.toHaveProperty('noise');
  });
});

describe('the threshold above the noise', () => {
  /** 20 rows: the control scores are 0.01 … 0.20 times `scale`, the answers change by `by`. */
  const noisy = (scale: number, by: number) =>
    Array.from({ length: 20 }, (_, i) => row(['0', String(((i + 1) / 100) * scale)], String(by)));

  it('is the 95th percentile of the control scores where that is higher', async () => {
    const told = await runOf([testOf(20, { scorer: 'embedding', control: 'all', minimum_pass_rate: 0 })], {
      model: subject(noisy(2, 0.379)),
      embedder: ruler(),
    });
    const [low, high] = told.report[0]!.threshold as [number, number];
    expect(high).toBeCloseTo(0.38, 9);
    expect(low).toBeCloseTo(-0.38, 9);
    expect(told.results.every(({ pass }) => pass === false)).toBe(true);
    // By the test's own threshold the answers did change, and ten of the controls too.
    expect(told.report[0]!.noise).toBe(0.5);
    expect(told.report[0]!.sensitivity).toBeCloseTo(1, 12);
  });

  it("stays the test's own where the noise is lower", async () => {
    const told = await runOf([testOf(20, { scorer: 'embedding', control: 'all' })], {
      model: subject(noisy(0.5, 0.25)),
      embedder: ruler(),
    });
    expect(told.report[0]).toMatchObject({ threshold: [-0.2, 0.2], noise: 0, pass_count: 20 });
  });

  it("passes what lies beyond it, but no row whose own control is beyond the test's threshold", async () => {
    const told = await runOf([testOf(20, { scorer: 'embedding', control: 'all' })], { model: subject(noisy(2, 0.9)), embedder: ruler() });
    // Controls 0.02, 0.04 … 0.20 are inside [-0.2, 0.2], 0.22 … 0.40 are not.
    expect(wordOf(told)).toBe(`${'P'.repeat(10)}${'F'.repeat(10)}`);
  });

  it.each([['full'], ['decided']] as const)('stop: %s knows it before any row is judged', async (stop) => {
    // The first rows are quiet, the last ones loud: judged as it goes, the first ones would pass.
    const rows = Array.from({ length: 20 }, (_, i) => row(['0', i < 10 ? '0' : '0.5'], '0.4'));
    const model = subject(rows);
    const told = await runOf([testOf(20, { scorer: 'embedding', control: 'all', stop })], { model, embedder: ruler({ batchSize: 3 }) });
    expect(told.report[0]).toMatchObject({ pass_count: 0, outcome: 'fail' });
    expect((told.report[0]!.threshold as [number, number])[1]).toBeCloseTo(0.5, 9);
    expect(model.asked.slice(0, 40).every((prompt) => !prompt.includes(' not '))).toBe(true);
    if (stop === 'decided') expect(told.report[0]!.undecided_count).toBe(13);
  });

  it('is of all control rows, and of those that have a score only', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => row(['0', i === 0 ? '0.9' : i < 10 ? null : '0.3'], '0.95'));
    const told = await runOf([testOf(20, { scorer: 'embedding', control: 'all' })], { model: subject(rows), embedder: ruler() });
    // 11 scores: the 95th percentile is the largest.
    expect((told.report[0]!.threshold as [number, number])[1]).toBeCloseTo(0.9, 9);
    // The quiet ones are none: all controls lie outside of [-0.2, 0.2].
    expect(wordOf(told)).toBe(`F${'E'.repeat(9)}${'F'.repeat(10)}`);
  });

  it('is found for losses too, on both sides', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => row(['3', '3.5'], i < 10 ? '2.6' : '3.6'));
    const told = await runOf([testOf(20, { scorer: 'loss', control: 1 })], { model: subject(rows) });
    expect(told.report[0]).toMatchObject({ threshold: [-0.5, 0.5], noise: 1 });
    const controlled = told.results.findIndex(({ control }) => control);
    expect(told.results.filter(({ pass }, i) => pass && i !== controlled)).toHaveLength(controlled < 10 ? 10 : 9);
  });

  it("is each subject's own, and the report shows the head's", async () => {
    const quiet = many(6, row(['0', '0.1'], '0.6'));
    const loud = many(6, row(['0', '0.7'], '0.6'));
    const told = await runOf([testOf(6, { scorer: 'embedding', control: 'all', compare: { with: 'base', max_regression: 0 } })], {
      model: subject(quiet),
      base: subject(loud),
      embedder: ruler(),
    });
    expect(told.report[0]).toMatchObject({ threshold: [-0.2, 0.2], pass_count: 6, baseline: { fixed: 6, broken: 0 } });
  });

  it('without control rows nothing is asked ahead', async () => {
    const model = subject(many(3, row('0', '0.5')));
    await runOf([testOf(3, { scorer: 'embedding' })], { model, embedder: ruler() }, { concurrency: 1 });
    expect(model.asked.map((prompt) => prompt.includes(' not '))).toEqual([false, true, false, true, false, true]);
    expect(rowsAsked(model)).toEqual([0, 1, 2]);
  });
});

describe('any row, by the table', () => {
  const says = fc.constantFrom<Says>('A', 'B', null, 'who knows');
  const rows = fc.array(fc.record({ first: says, again: says, changed: says, same: fc.boolean() }), { minLength: 1, maxLength: 4 });

  /** The rule as method.md has it, for one controlled row of options. */
  function verdictOf({ first, again, changed, same }: { first: Says; again: Says; changed: Says; same: boolean }): string {
    const isLabel = (said: Says) => said === 'A' || said === 'B';
    if (!isLabel(first) || !isLabel(changed)) return 'E';
    if (same) return first === changed ? 'P' : 'F';
    if (first === changed) return 'F';
    return isLabel(again) ? (again === first ? 'P' : 'F') : 'E';
  }

  it('goes as the rule says', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (table, concurrency) => {
        const samples = samplesOf(table.length).map((sample, i) => (table[i]!.same ? { ...sample, expect: 'same' as const } : sample));
        const model = subject(table.map(({ first, again, changed }) => row([first, again], changed)));
        const told = await runOf([testOf(0, { samples, control: 'all' })], { model }, { concurrency });
        expect(wordOf(told)).toBe(table.map(verdictOf).join(''));
      }),
      { numRuns: runs(400), seed: 1 },
    );
  });
});
