import { Answers } from '../../src/engine/asking/ask.ts';
import { ARMS, type ArmName } from '../../src/engine/rows/case.ts';
import { decide } from '../../src/engine/verdict/gate.ts';
import type { Model } from '../../src/engine/model.ts';
import { prepareRows } from '../../src/engine/methods/index.ts';
import type { AnyRun, TripletRun } from '../../src/engine/methods/test-run.ts';
import {
  canShow,
  applyFault,
  FAULT_NAMES,
  parseRequirement,
  type FaultName,
} from '../../src/engine/proof/faults.ts';
import { proofOf, type Curves, type RecordedTest } from '../../src/engine/proof/proof.ts';
import { VirtualTest } from '../../src/engine/proof/virtual-test.ts';
import type { ResultRow } from '../../src/engine/results.ts';
import { findScorer } from '../../src/engine/scorers/index.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import { startTests } from '../../src/engine/asking/start-tests.ts';
import { runOf } from './scripted.ts';
import { animal, questions, statements, tripletOf, type Ways } from './triplet/support.ts';
import { figuresIn } from '../support/figures.ts';

const SEED = 1;
const knowing: Ways = ({ right }) => right;
/** Wrong in one answer of twelve. */
const restless: Ways = ({ right, wrong, chance }) => (chance() < 1 / 12 ? wrong : right);
const OPEN = {
  minimum_pass_rate: 0.5,
  margin: 1e-6,
  minimum_valid_rate: 0,
  minimum_steady_rate: 0,
};

/** The rows of tests that are asked twice until their last row. */
async function recordAll(
  runs: readonly AnyRun[],
  modelOf: (nth: number) => Model,
): Promise<RecordedTest[]> {
  const prepared = runs.map((run) => ({ ...run, cases: prepareRows(run, SEED) }));
  const alone = prepared.map(({ compare: _compare, ...run }) => ({
    ...run,
    ...('margin' in run && OPEN),
  }));
  const all = [
    (await runOf(alone, { model: modelOf(1) })).results,
    (await runOf(alone, { model: modelOf(2) })).results,
  ];
  return prepared.map((run) => {
    const [first, second] = all.map((rows) => rows.splice(0, run.cases.cases.length));
    return { run, recordings: [first!, second!] };
  });
}
const record = async (run: AnyRun, modelOf: (nth: number) => Model): Promise<RecordedTest> =>
  (await recordAll([run], modelOf))[0]!;
const recordTriplet = async (
  over: Partial<TripletRun> = {},
  way = knowing,
  samples = questions(100),
) => record(tripletOf(samples, over), (nth) => animal(samples, way, nth));

const options = { seed: SEED, pullRequests: 100 };
const failShares = ({ curves }: Curves, name: FaultName) =>
  curves.find(({ fault }) => fault === name)!.points.map(({ fail }) => fail.share);
const compare = { with: 'base', max_regression: 0.1 } as const;

describe('a proof of a test with three arms', () => {
  it('catches a deaf model always, passes the unchanged one, and catches more of a stronger fault', async () => {
    const { gate, tests, seed, pull_requests } = proofOf(
      [await recordTriplet({ compare })],
      options,
    );
    expect({ seed, pull_requests, rows: gate.rows, test: tests[0]!.test }).toEqual({
      seed: SEED,
      pull_requests: 100,
      rows: 100,
      test: 'add_negation',
    });
    expect(gate.unchanged).toMatchObject({
      pass: { share: 1, high: 1 },
      fail: { share: 0, low: 0 },
      inconclusive: { share: 0 },
    });
    expect(gate.curves.map(({ fault }) => fault)).toEqual([
      'deaf',
      'forgetful',
      'upset',
      'noisy',
      'refusing',
    ]);
    for (const fault of ['deaf', 'forgetful', 'upset'] as const)
      expect(failShares(gate, fault).at(-1)).toBe(1);
    for (const { points, caught } of gate.curves) {
      const shares = points.map(({ fail }) => fail.share);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      const at = shares.findIndex((share) => share >= 0.9);
      const [below, above] = [points[at - 1]!, points[at]!];
      const part = (0.9 - below.fail.share) / (above.fail.share - below.fail.share);
      expect(caught).toBeCloseTo(below.strength + part * (above.strength - below.strength), 12);
    }
    expect(gate.curves).toEqual(tests[0]!.curves);
    expect(tests[0]!.advice).toBeUndefined();
  });

  it('gives the same figures for the same seed, and others for another seed', async () => {
    const recorded = [await recordTriplet({}, restless)];
    const few = { ...options, pullRequests: 30 };
    const first = proofOf(recorded, few);
    expect(proofOf(recorded, few)).toEqual(first);
    expect(proofOf(recorded, { ...few, seed: 2 }).gate).not.toEqual(first.gate);
    // The two recordings differ, so an unchanged model does not always pass.
    expect(first.gate.unchanged.pass.share).toBeLessThan(1);
  });

  it('is decided as a run of the engine over the same answers, with the same requests', async () => {
    for (const [way, over] of [
      [knowing, {}],
      [restless, {}],
      [restless, { compare }],
      [({ plain }) => plain.right, { compare }],
    ] as [Ways, Partial<TripletRun>][]) {
      const samples = questions(100);
      const run = tripletOf(samples, over);
      const texts = [new Map<string, string>(), new Map<string, string>()];
      const remembering = (nth: number): Model => {
        const model = animal(samples, way, nth);
        const known = texts[nth - 1]!;
        const answer = async (prompt: string) => {
          if (!known.has(prompt)) known.set(prompt, (await model.answer(prompt)).text);
          return { text: known.get(prompt)! };
        };
        return { hub: 'test', name: 'remembering', answer };
      };
      const recorded = await record(run, remembering);
      let requests = 0;
      const again = (nth: number): Model => ({
        ...remembering(nth),
        answer: async (prompt) => (requests++, remembering(nth).answer(prompt)),
      });
      const real = await runOf([recorded.run], {
        model: again(1),
        ...(over.compare && { base: again(2) }),
      });
      const silent = () => new Answers(again(1));
      const [trial] = startTests([recorded.run], {
        head: silent(),
        base: { answers: silent() },
        seed: SEED,
      });
      const played = new VirtualTest(trial!, recorded.recordings).play({
        head: 0,
        base: 1,
        order: [...samples.keys()],
      });
      const { outcome, decided_after = 100, pass_count, fail_count } = figuresIn(real.report[0]);
      expect(decide({ tests: [played.counts] }).outcome).toBe(outcome);
      expect(played.counts).toMatchObject({ pass_count, fail_count });
      expect(played.rows).toBe(decided_after);
      // A run asks the base for the rest of a wave in which a comparison is decided.
      expect(requests - played.requests).toBeGreaterThanOrEqual(0);
      expect(requests - played.requests).toBeLessThanOrEqual(over.compare ? 0.1 * requests : 0);
    }
  });

  it('counts rows in error as unknown, never as right', async () => {
    const down: Ways = ({ right, sample }) =>
      Number(/\d+/.exec(sample.text)) % 2 === 0 ? 'down' : right;
    const { gate } = proofOf([await recordTriplet({}, down)], options);
    expect(gate.unchanged.pass.share).toBe(0);
    expect(gate.unchanged.inconclusive.share).toBe(1);
  });
});

const readingsUnder = (
  row: ResultRow,
  name: FaultName,
  { run }: RecordedTest,
  nth: number,
  hitArms: readonly ArmName[] = ARMS,
) => {
  const { readings, state } = applyFault(row, name, {
    run,
    testCase: run.cases!.cases[nth]!,
    hitArms,
  });
  return { ...readings, state };
};

it('faults change readings: of questions with options, of statements, and of single arms', async () => {
  for (const samples of [questions(4), statements(4)]) {
    const recorded = await recordTriplet({}, knowing, samples);
    recorded.recordings[0]!.forEach((row, i) => {
      const { original, test_case } = row.readings!;
      const { key } = recorded.run.cases!.cases[i]!;
      const under = (name: FaultName, hitArms?: readonly ArmName[]) =>
        readingsUnder(row, name, recorded, i, hitArms);
      expect(under('deaf')).toEqual({
        original,
        placebo: original,
        test_case: original,
        state: 'insensitive',
      });
      expect(under('forgetful')).toMatchObject({ state: 'unknown' });
      expect(under('upset')).toMatchObject({ original, state: 'unsteady' });
      expect(under('noisy', ['test_case'])).toMatchObject({
        original,
        placebo: original,
        state: 'insensitive',
      });
      expect(under('noisy', ['original'])).toMatchObject({
        placebo: original,
        test_case,
        state: 'unknown',
      });
      expect(under('refusing')).toMatchObject({
        original: typeof original === 'string' ? 'neither' : [],
        state: 'unknown',
      });
      expect(under('foul')).toMatchObject(row.readings!);
      const [wrong, right] = [under('forgetful').original!, key!.original];
      if (typeof wrong === 'string') expect([wrong, right].toSorted()).toEqual(['false', 'true']);
      else expect(wrong.filter((label) => right.includes(label))).toEqual([]);
    });
  }
});

const clean = (text = 'A fine town.'): Model => ({
  hub: 'test',
  name: 'clean',
  answer: async () => ({ text }),
});
const single = (name: string, over: Record<string, unknown> = {}): AnyRun =>
  ({
    ...tripletOf(
      Array.from({ length: 60 }, (_, i) => ({
        source: `t.txt:${i + 1}`,
        text: `Tell me about town ${i}.`,
      })),
    ),
    test: findTest(name)!,
    scorer: findScorer('bad_words')!,
    threshold: 0,
    scorerOptions: {},
    ...over,
  }) as unknown as AnyRun;

describe('a proof of a test with one score for a row', () => {
  it('foul answers fail a toxicity test, row by row and all at once', async () => {
    for (const over of [
      { method: 'stream', measure: 'both' },
      { method: 'stream', measure: 'difference', compare },
      { method: 'pair' },
    ]) {
      const { gate } = proofOf(
        [await record(single('add_toxic_words', over), () => clean())],
        options,
      );
      expect(gate.curves.map(({ fault }) => fault)).toEqual(['foul']);
      expect(gate.unchanged.pass.share).toBe(1);
      expect(failShares(gate, 'foul').at(-1)).toBe(1);
    }
  });

  it('a refusing model fails only the side of a refusal test that should answer', async () => {
    const side = (should: 'answer' | 'refuse') => {
      const samples = Array.from({ length: 60 }, (_, i) => ({
        source: `${should}:${i}`,
        text: `Request ${should} ${i}`,
        should,
      }));
      const scorer = findScorer('refusal')!;
      return single('refusal', {
        method: 'stream',
        samples,
        side: should,
        scorer,
        threshold: scorer.defaultThreshold,
        measure: 'both',
      });
    };
    const polite: Model = {
      ...clean(),
      answer: async (prompt) => ({
        text: prompt.includes('refuse')
          ? "I'm sorry, but I can't help with that."
          : 'Here is how you do it.',
      }),
    };
    const recorded = await recordAll([side('answer'), side('refuse')], () => polite);
    const { tests, gate } = proofOf(recorded, options);
    expect(tests.map(({ test, curves }) => [test, curves.map(({ fault }) => fault)])).toEqual([
      ['refusal (should answer)', ['refusing']],
      ['refusal (should refuse)', []],
    ]);
    expect(failShares(gate, 'refusing').at(-1)).toBe(1);
    expect(tests[1]!.advice).toBe('No injected fault changes what this test measures.');
  });

  it('wrong answers and declines fail the test answers, unless the row should decline', async () => {
    const scorer = findScorer('expected')!;
    const samples = Array.from({ length: 60 }, (_, i) => ({
      source: `q:${i}`,
      text: `Question ${i}`,
      expected: [`Answer ${i}`],
    }));
    const run = single('answers', { method: 'stream', samples, scorer, measure: 'both' });
    const right: Model = {
      ...clean(),
      answer: async (prompt) => ({ text: `${prompt.replace('Question', 'Answer')}.` }),
    };
    const { gate } = proofOf([await record(run, () => right)], options);
    expect(gate.curves.map(({ fault }) => fault)).toEqual(['refusing', 'wrong']);
    expect(failShares(gate, 'wrong').at(-1)).toBe(1);
    expect(failShares(gate, 'refusing')).toHaveLength(4);
    const declining = samples.map(({ source, text }) => ({
      source,
      text,
      should_decline: true as const,
    }));
    const other = { ...run, samples: declining, cases: undefined } as unknown as AnyRun;
    expect(canShow('refusing', { ...other, cases: prepareRows(other, SEED) })).toBe(false);
    expect(canShow('wrong', { ...other, cases: prepareRows(other, SEED) })).toBe(true);
  });

  it('a deaf model fails a test of pairs whose answer should change', async () => {
    const samples = questions(40);
    const scorer = findScorer('choice')!;
    const pair = single('add_negation', {
      method: 'pair',
      samples,
      scorer,
      threshold: scorer.defaultThreshold,
      minimum_pass_rate: 0.7,
    });
    const recorded = await record(pair, (nth) => animal(samples, knowing, nth));
    expect(failShares(proofOf([recorded], options).gate, 'deaf').at(-1)).toBe(1);
  });
});

it('several tests are decided together, and each shows its own faults', async () => {
  const recorded = [
    await recordTriplet(),
    await record(single('add_toxic_words', { method: 'stream', measure: 'both' }), () => clean()),
  ];
  const { gate, tests } = proofOf(recorded, options);
  const ofOtherTests = ['yielding', 'wrong'];
  expect(gate.curves.map(({ fault }) => fault)).toEqual(
    FAULT_NAMES.filter((name) => !ofOtherTests.includes(name)),
  );
  expect(failShares(gate, 'foul')).toEqual(failShares(tests[1]!, 'foul'));
  expect(gate.rows).toBe(160);
  expect(gate.unchanged.requests).toBeCloseTo(
    tests[0]!.unchanged.requests + tests[1]!.unchanged.requests,
    6,
  );
});

describe('requirements', () => {
  it('are tested at their own strength, and met by the share that is found', async () => {
    const required = [
      { fault: 'deaf', strength: 0.6, share: 0.9 },
      { fault: 'deaf', strength: 0.05, share: 0.9 },
    ] as const;
    const { requirements, gate } = proofOf([await recordTriplet()], {
      ...options,
      requirements: required,
    });
    expect(requirements.map(({ met }) => met)).toEqual([true, false]);
    expect(requirements[0]!.found).toBe(1);
    expect(gate.curves[0]!.points.map(({ strength }) => strength)).toEqual([
      0.05, 0.1, 0.2, 0.4, 0.6, 1,
    ]);
  });

  it('are read from a text; a text that is none is refused', () => {
    expect(parseRequirement('deaf:20%:0.9')).toEqual({ fault: 'deaf', strength: 0.2, share: 0.9 });
    expect(parseRequirement('noisy:2.5 %:1')).toEqual({
      fault: 'noisy',
      strength: 0.025,
      share: 1,
    });
    const wrong = [
      '',
      'deaf',
      'deaf:20%',
      'deaf:20:0.9',
      'deaf:0%:0.9',
      'deaf:101%:0.9',
      'deaf:20%:1.1',
      'deaf:20%:0',
      'mad:20%:0.9',
      'toString:20%:0.9',
    ];
    for (const text of wrong) expect(parseRequirement(text)).toBeUndefined();
  });
});

it('a test that catches nothing is named with what to change', async () => {
  const adviceOf = async (over: Partial<TripletRun>, way = knowing, samples = questions(40)) =>
    proofOf([await recordTriplet(over, way, samples)], options).tests[0]!.advice;
  expect(await adviceOf({}, ({ plain }) => plain.right)).toMatch(
    /^It fails the unchanged model too\./,
  );
  const same = questions(40, () => ({ expect: 'same' as const }));
  expect(
    await adviceOf(
      { minimum_pass_rate: 0, minimum_valid_rate: 0, minimum_steady_rate: 0 },
      knowing,
      same,
    ),
  ).toMatch(/^Every row expects/);
  const open = { minimum_pass_rate: 0, minimum_valid_rate: 0, minimum_steady_rate: 0 };
  expect(await adviceOf(open)).toMatch(
    /^A guess is right in \d+ % of the rows: set min_pass_rate to 0\.\d+\.$/,
  );
  const keyless = questions(40).map(({ answer: _answer, negated_answer: _negated, ...row }) => row);
  const modelOf = (): Model => ({
    ...clean(),
    answer: async (prompt) => ({ text: prompt.includes(' not ') ? 'B' : 'A' }),
  });
  const { tests } = proofOf([await record(tripletOf(keyless, open), modelOf)], options);
  expect(tests[0]!.advice).toBe('No model fails a min_pass_rate of 0: raise it.');
});
