import { runOf } from '../scripted.ts';
import { contrast } from '../../../src/engine/perturbations/contrast.ts';
import {
  animal,
  fixed,
  questions,
  READERS,
  statements,
  tripletOf,
  upset,
  type Ways,
} from './support.ts';
import { figuresIn } from '../../support/figures.ts';

const PERFECT: Ways = ({ right }) => right;
const DEAF: Ways = ({ plain }) => plain.right;
const rows = questions(100);

describe('a triplet run', () => {
  it('takes a defect of ours in reading an answer for the error of its row, never for a pass', async () => {
    let broken: string | undefined;
    const labels: typeof READERS.labels = (answer, question) => {
      broken ??= question.text;
      if (question.text === broken) throw new TypeError('x is not a function');
      return READERS.labels(answer, question);
    };
    const scorer = { name: 'auto' as const, readers: { ...READERS, labels } };
    const { outcome, results } = await runOf([tripletOf(rows, { scorer })], {
      model: animal(rows, PERFECT),
    });
    expect(outcome).toBe('pass');
    expect(results.filter(({ status }) => status === 'error')).toMatchObject([
      {
        original: broken,
        pass: null,
        error: { kind: 'bad_response', message: expect.stringContaining('A defect of the action') },
      },
    ]);
  });

  it('asks a perfect model three ways, 20 rows, and shows what became of them', async () => {
    const model = animal(rows, PERFECT);
    const {
      outcome,
      report: [row],
      results,
    } = await runOf([tripletOf(rows)], { model });
    expect(outcome).toBe('pass');
    expect(model.asked).toHaveLength(60);
    expect(row).toMatchObject({
      method: 'triplet',
      decision: 'sequential',
      scorer: 'auto',
      outcome: 'pass',
      pass: true,
      asked_count: 20,
      known_count: 20,
      steady_count: 20,
      pass_count: 20,
      fail_count: 0,
      error_count: 0,
      valid_rate: 1,
      minimum_valid_rate: 0.6,
      steady_rate: 1,
      minimum_steady_rate: 0.85,
      pass_rate: 1,
      minimum_pass_rate: 0.85,
      undecided_count: 80,
      decided_after: 20,
      guess_rate: 0.5,
      guesses: { g: 0.5, h: 0.5 },
      placebo: { changed: 0 },
      streams: { valid: 'good', steady: 'good', sensitive: 'good' },
      plan_error: { failed_if_good: 0.12975, passed_if_bad: 0.14525, good: 0.9, otherwise: 0.9 },
    });
    expect(row).not.toHaveProperty('interval');
    expect(results).toHaveLength(100);
    expect(results.filter(({ status }) => status === 'undecided')).toHaveLength(80);
    const [first] = results;
    const sample = rows.find(({ source }) => source === first!.source)!;
    expect(first).toMatchObject({
      state: 'sensitive',
      pass: true,
      eval_score: 1,
      counted: true,
      expected_result: sample.answer![0],
      placebo_result: sample.answer![0],
      actual_result: sample.negated_answer![0],
      readings: {
        original: [sample.answer![0]],
        placebo: [sample.answer![0]],
        test_case: [sample.negated_answer![0]],
      },
    });
    expect(first!.placebo).toMatch(/ is (?:indeed|really|truly|certainly) of kind/);
  });

  it('fails a model that never reads the "not" after five rows', async () => {
    const model = animal(rows, DEAF);
    const {
      report: [row],
    } = await runOf([tripletOf(rows)], { model });
    expect(row).toMatchObject({
      outcome: 'fail',
      pass_count: 0,
      fail_count: 5,
      asked_count: 5,
      pass_rate: 0,
      streams: { sensitive: 'bad' },
    });
    expect(model.asked).toHaveLength(15);
  });

  it('fails a model that any edit upsets in 30 % of its rows, though it knows and reads enough', async () => {
    const of = async (over: Parameters<typeof tripletOf>[1] = {}) =>
      figuresIn((await runOf([tripletOf(rows, over)], { model: animal(rows, upset()) })).report[0]);
    const { asked_count, known_count, steady_count, steady_rate, ...row } = await of();
    expect(row).toMatchObject({ outcome: 'fail', pass_rate: 1, streams: { steady: 'bad' } });
    expect(row.streams).not.toMatchObject({ valid: 'bad' });
    expect({ known_count, steady_rate }).toEqual({
      known_count: asked_count,
      steady_rate: steady_count! / known_count!,
    });
    // Without the minimum it would pass.
    expect(await of({ minimum_steady_rate: 0 })).toMatchObject({
      outcome: 'pass',
      streams: { steady: 'good' },
      minimum_steady_rate: 0,
    });
    expect(await of({ minimum_steady_rate: 0.5 })).toMatchObject({
      outcome: 'pass',
      minimum_steady_rate: 0.5,
    });
    // A placebo that the data bring along, or none, is no edit of the test's own.
    const pairs: typeof contrast = {
      ...contrast,
      perturbation: {
        kind: 'row',
        perturb: (sample) => ({ sample, test_case: sample.text.replace(' is ', ' is not ') }),
      },
    };
    expect(await of({ test: pairs, minimum_steady_rate: 0.85 })).toMatchObject({
      minimum_steady_rate: undefined,
    });
  });

  it('asks as many rows as the higher minimum takes of a perfect model', async () => {
    const strict = await runOf([tripletOf(rows, { minimum_steady_rate: 0.95 })], {
      model: animal(rows, PERFECT),
    });
    expect(strict.report[0]).toMatchObject({ outcome: 'pass', asked_count: 43 });
  });

  it('asks statements for their truth, by default with a prompt of its own', async () => {
    const own = statements(60);
    const model = animal(own, PERFECT);
    const {
      report: [row],
      results,
    } = await runOf([tripletOf(own)], { model });
    expect(row).toMatchObject({ outcome: 'pass', asked_count: 20 });
    expect(model.asked[0]).toMatch(
      /^Is this statement true or false\? Answer with True or False only\.\nThing \d+ is small\.$/,
    );
    expect(['true', 'false']).toContain(results[0]!.readings!.original);
    // One of each half in turn.
    const truths = results
      .slice(0, 20)
      .map(({ source }) => own.find((sample) => sample.source === source)!.truth);
    expect(
      truths.every(
        (truth, i) => truth === (i % 2 === 0 ? truths[0] : truths[1]) && truths[0] !== truths[1],
      ),
    ).toBe(true);
  });

  it('tells the states of rows apart', async () => {
    const state: Record<string, Ways> = {
      unknown: ({ wrong }) => wrong,
      unsteady: ({ arm, right, wrong }) => (arm === 'placebo' ? wrong : right),
      insensitive: ({ plain }) => plain.right,
      sensitive: PERFECT,
    };
    for (const [name, way] of Object.entries(state)) {
      const {
        results: [first],
      } = await runOf([tripletOf(rows)], { model: animal(rows, way) });
      expect(first).toMatchObject({
        status: 'scored',
        state: name,
        pass: { sensitive: true, insensitive: false }[name] ?? null,
      });
    }
    // Naming all right options is right; naming one too many, or none, is not.
    const naming = async (way: Ways) =>
      (await runOf([tripletOf(rows)], { model: animal(rows, way) })).report[0]!.outcome;
    expect(
      await naming(({ arm, sample }) =>
        (arm === 'test_case' ? sample.negated_answer! : sample.answer!).join(','),
      ),
    ).toBe('pass');
    expect(await naming(() => 'A,B,C,D')).toBe('fail');
    expect(await naming(({ arm, right }) => (arm === 'test_case' ? 'none' : right))).toBe('fail');
  });

  it('reaches the same verdict and rows whatever the concurrency', async () => {
    const way: Ways = ({ sample, arm, right, wrong }) =>
      (Number(/\d+/.exec(sample.text)![0]) * 7 + arm.length) % 11 === 0 ? wrong : right;
    const found = await Promise.all(
      [1, 8, 64].map((concurrency) =>
        runOf([tripletOf(rows)], { model: animal(rows, way) }, { concurrency }),
      ),
    );
    for (const other of found.slice(1))
      expect({ report: other.report, results: other.results }).toEqual({
        report: found[0]!.report,
        results: found[0]!.results,
      });
  });

  it('leaves out, named, what is no row of its own', async () => {
    const own = [
      ...questions(30),
      { ...questions(1)[0]!, source: 'again:1' },
      {
        source: 'two:1',
        text: 'What is and was this, which is it?',
        options: 'A. a\nB. b',
        answer: ['A'],
      },
      { source: 'open:1', text: 'Why is it so?' },
      {
        ...questions(32)[31]!,
        source: 'all:1',
        answer: ['A', 'B', 'C', 'D'],
        negated_answer: ['A'],
      },
    ];
    const scorer = {
      name: 'auto' as const,
      readers: {
        ...READERS,
        kind: (_: string, hasOptions: boolean) =>
          hasOptions ? ('options' as const) : ('open' as const),
      },
    };
    const {
      not_applicable,
      report: [row],
    } = await runOf([tripletOf(own, { scorer })], { model: animal(own, PERFECT) });
    const reasons = Object.fromEntries(
      not_applicable.map(({ source, reason }) => [source, reason]),
    );
    expect(reasons['again:1']).toContain('q.jsonl:1');
    expect(reasons['two:1']).toContain('more than one insertion');
    expect(reasons['open:1']).toContain('neither a statement');
    expect(reasons['all:1']).toContain('every option');
    expect(row).toMatchObject({ not_applicable_count: 4 });
  });

  it('counts one repeated row once', async () => {
    const one = Array.from({ length: 100 }, (_, i) => ({
      ...questions(1)[0]!,
      source: `q.jsonl:${i + 1}`,
    }));
    const {
      report: [row],
    } = await runOf([tripletOf(one)], { model: animal(one, PERFECT) });
    expect(row).toMatchObject({ not_applicable_count: 99, asked_count: 1 });
  });

  it('wants the contrast with the placebo where no key is given', async () => {
    const unkeyed = questions(100).map(({ source, text, options }) => ({ source, text, options }));
    const keyed = questions(100);
    const outcomeOf = async (way: Ways) =>
      figuresIn(
        (
          await runOf(
            [tripletOf(unkeyed, { minimum_valid_rate: undefined, minimum_steady_rate: 0.85 })],
            { model: animal(keyed, way) },
          )
        ).report[0],
      );
    const perfect = await outcomeOf(PERFECT);
    expect(perfect).toMatchObject({
      outcome: 'pass',
      asked_count: 20,
      rule: { kind: 'three_arms', key: false },
    });
    expect(perfect.known_count).toBeUndefined();
    expect(perfect.steady_rate).toBeUndefined();
    expect(perfect.minimum_steady_rate).toBeUndefined();
    // A harmless edit can fail the model by V alone.
    expect(perfect).toMatchObject({
      minimum_valid_rate: 0.85,
      streams: { valid: 'good', sensitive: 'good' },
    });
    expect(await outcomeOf(upset())).toMatchObject({ outcome: 'fail', streams: { valid: 'bad' } });
    expect(perfect.placebo!.p_value).toBeLessThan(0.05);
    expect(await outcomeOf(DEAF)).toMatchObject({ outcome: 'fail' });
    expect(
      await outcomeOf(({ arm, right }) => (arm === 'test_case' ? 'none' : right)),
    ).toMatchObject({ outcome: 'fail' });
    expect(
      await outcomeOf(({ arm, plain }) => (arm === 'original' ? plain.right : plain.wrong)),
    ).toMatchObject({
      outcome: 'fail',
      streams: { valid: 'bad' },
    });
  });

  it('has rows whose answer should stay', async () => {
    const same = questions(60, (i) => (i % 3 === 0 ? { expect: 'same' } : {}));
    const way: Ways = ({ sample, plain, right }) =>
      sample.expect === 'same' ? plain.right : right;
    const {
      report: [row],
      results,
    } = await runOf([tripletOf(same)], { model: animal(same, way) });
    expect(row).toMatchObject({ outcome: 'pass', same: { fail_count: 0 } });
    expect(figuresIn(row).same!.pass_count).toBe(
      results.filter(({ counted, expect: expectation }) => counted && expectation === 'same')
        .length,
    );
    expect(
      (await runOf([tripletOf(same)], { model: animal(same, PERFECT) })).report[0],
    ).toMatchObject({ outcome: 'fail' });
  });
});

describe('rows in error', () => {
  const unreadable: Ways = ({ sample, arm, right }) =>
    arm === 'test_case' && Number(/\d+/.exec(sample.text)![0]) % 2 === 0 ? 'gibberish' : right;

  it('bound the verdict, and say what to change', async () => {
    const {
      outcome,
      report: [row],
      results,
    } = await runOf([tripletOf(rows)], { model: animal(rows, unreadable) });
    expect(outcome).toBe('inconclusive');
    expect(row).toMatchObject({
      error_count: 13,
      pass_count: 13,
      fail_count: 0,
      asked_count: 26,
      streams: { valid: 'good' },
    });
    expect(results.find(({ status }) => status === 'error')!.error!.message).toContain(
      'Ask for the letter alone',
    );
    const none = await runOf([tripletOf(rows)], { model: animal(rows, () => 'gibberish') });
    expect(none.outcome).toBe('error');
    expect(figuresIn(none.report[0]).asked_count).toBeLessThanOrEqual(12);
  });

  it('do not spare a bad model its verdict, and a few of them do not stop a good one', async () => {
    const mostly = (way: Ways): Ways => {
      return (asked) =>
        fixed(`${asked.sample.text} ${asked.arm}`, 0.04) ? 'gibberish' : way(asked);
    };
    const of = async (way: Ways) =>
      (await runOf([tripletOf(rows)], { model: animal(rows, mostly(way)) })).report[0]!;
    expect(await of(DEAF)).toMatchObject({ outcome: 'fail', streams: { sensitive: 'bad' } });
    expect(await of(({ plain }) => plain.wrong)).toMatchObject({
      outcome: 'fail',
      streams: { valid: 'bad' },
    });
    const good = await of(PERFECT);
    expect(good).toMatchObject({ outcome: 'pass' });
    expect(good.error_count).toBeGreaterThan(0);
  });

  it('are asked once more at the end, and what was asked behind the decision does not count', async () => {
    const failed = new Set<string>();
    const flaky: Ways = ({ sample, arm, right }) => {
      const key = `${sample.source} ${arm}`;
      if (Number(/\d+/.exec(sample.text)![0]) % 2 === 1 || failed.has(key)) return right;
      failed.add(key);
      return 'down';
    };
    const {
      outcome,
      report: [row],
      results,
    } = await runOf([tripletOf(rows)], { model: animal(rows, flaky) }, { concurrency: 1 });
    expect(outcome).toBe('pass');
    expect(row).toMatchObject({ asked_count: 20, pass_count: 20, error_count: 0 });
    const beyond = results.filter(({ counted }) => counted === false);
    expect(beyond.length).toBe(figuresIn(row).uncounted_count);
    expect(beyond.length).toBeGreaterThan(0);
  });

  it('are not those that a cap would have refused but the verdict does without', async () => {
    const model = animal(rows, PERFECT);
    expect(
      (await runOf([tripletOf(rows)], { model }, { maxRequests: 60 })).report[0],
    ).toMatchObject({
      outcome: 'pass',
      asked_count: 20,
      error_count: 0,
    });
    const short = await runOf(
      [tripletOf(rows)],
      { model: animal(rows, PERFECT) },
      { maxRequests: 57 },
    );
    expect(short.outcome).toBe('inconclusive');
    expect(short.report[0]).toMatchObject({ pass_count: 19, error_count: 81 });
  });
});

describe('head against base', () => {
  const compare = { max_regression: 0.1 };
  const standing = ({ report: [row] }: { report: { comparisons?: object; baseline?: object }[] }) =>
    row;

  it('asks nothing of a base that is the head', async () => {
    const model = animal(rows, PERFECT);
    const found = await runOf([tripletOf(rows, { compare })], { model, base: model });
    expect(model.asked).toHaveLength(60);
    expect(standing(found)).toMatchObject({
      asked_count: 20,
      baseline: { outcome: 'pass', broken: 0, fixed: 0, paired_count: 20 },
      comparisons: { known: { outcome: 'pass' }, sensitive: { outcome: 'pass' } },
    });
  });

  it('asks another one as long as the comparison is open', async () => {
    const [model, base] = [animal(rows, PERFECT), animal(rows, PERFECT)];
    const found = await runOf([tripletOf(rows, { compare })], { model, base });
    expect([model.asked.length, base.asked.length]).toEqual([105, 105]);
    expect(standing(found)).toMatchObject({ outcome: 'pass', asked_count: 35 });
  });

  it('shows a loss of knowledge', async () => {
    const half: Ways = ({ sample, right, wrong }) =>
      Number(/\d+/.exec(sample.text)![0]) % 10 < 3 ? wrong : right;
    const found = await runOf([tripletOf(rows, { compare, minimum_valid_rate: 0.5 })], {
      model: animal(rows, half),
      base: animal(rows, PERFECT),
    });
    expect(standing(found)).toMatchObject({
      outcome: 'fail',
      baseline: { outcome: 'fail', fixed: 0 },
      comparisons: { known: { outcome: 'fail', of: 'known' } },
    });
  });
});
