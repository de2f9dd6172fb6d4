import type { Model } from '../../src/engine/model.ts';
import type { ResultRow } from '../../src/engine/results.ts';
import type { RunResults } from '../../src/engine/verdict/report.ts';
import { runTests, type RunModels } from '../../src/engine/run.ts';
import { joinShards, testsOfShard } from '../../src/engine/verdict/shards.ts';
import { parseShard } from '../../src/engine/verdict/shard.ts';
import { findScorer } from '../../src/engine/scorers/index.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import type { AnyRun, StreamRun } from '../../src/engine/methods/test-run.ts';
import { one, runs } from '../support/runs.ts';
import { chances, judgeOf, row, ruler, subject, testOf } from './scripted.ts';
import { animal, fixed, questions, tripletOf, type Ways } from './triplet/support.ts';

const SEED = 5;

/** Tests and models of a run, made anew for each process. */
type Setting = () => { tests: AnyRun[]; models: RunModels };

const refuse = (index: number, what: string) => new Error(`shard ${index}: ${what}`);

/** Runs each shard of a run, and returns the results by its index. */
async function runShards(setting: Setting, of: number): Promise<Map<number, RunResults>> {
  const all = new Map<number, RunResults>();
  for (let index = 1; index <= of; index++) {
    const { tests, models } = setting();
    const own = testsOfShard({ tests, seed: SEED }, { index, count: of });
    all.set(
      index,
      await runTests({ tests: own, seed: SEED, concurrency: 2, isShard: true }, models),
    );
  }
  return all;
}

const join = (setting: Setting, of: number, reports: ReadonlyMap<number, RunResults>) => {
  const { tests, models } = setting();
  return joinShards({ tests, seed: SEED }, models, { shardCount: of, reports, refuse });
};

async function bothWays(setting: Setting, of: number) {
  const { tests, models } = setting();
  const plain = await runTests({ tests, seed: SEED, concurrency: 3 }, models);
  const reports = await runShards(setting, of);
  expect([...reports.values()].map(({ outcome }) => outcome)).toEqual(Array(of).fill('skipped'));
  return { plain, merged: join(setting, of, reports) };
}

const hears: Ways = ({ right, wrong, arm, sample }) =>
  fixed(sample.text, 0.1) && arm === 'test_case' ? wrong : right;
const rowsOf = (count: number) => {
  const chance = chances(9);
  return Array.from({ length: count }, () =>
    row(
      ['A', chance() < 0.2 ? 'B' : 'A', 'A'],
      [chance() < 0.8 ? 'B' : 'A', 'B', chance() < 0.1 ? null : 'A'],
    ),
  );
};
const numbers = (count: number) =>
  Array.from({ length: count }, (_, i) => row('0', i % 3 === 0 ? 'none' : String((i % 7) / 10)));

const stream = (over: Partial<StreamRun>): StreamRun => ({
  ...testOf(40, {
    scorer: 'bad_words',
    samples: Array.from({ length: 40 }, (_, i) => ({
      source: `t:${i}`,
      text: `Tell me about town ${i}.`,
    })),
  }),
  method: 'stream',
  measure: 'both',
  margin: 0.05,
  alpha: 0.05,
  beta: 0.1,
  test: findTest('add_toxic_words')!,
  scorer: findScorer('bad_words')!,
  threshold: 0,
  minimum_pass_rate: 0.7,
  ...over,
});
const rude = (): Model => ({
  hub: 'test',
  name: 'rude',
  answer: async (prompt) => ({ text: prompt.length % 5 === 0 ? 'What the fuck?' : 'A fine town.' }),
});
const compare = { max_regression: 0.1 };

const RUNS: Record<string, Setting> = {
  'a triplet and a pair over the same rows': () => {
    const samples = questions(60);
    return {
      tests: [tripletOf(samples), testOf(30)],
      models: { model: both(animal(samples, hears), subject(rowsOf(30))) },
    };
  },
  'a triplet, asked thrice, compared with another base': () => {
    const samples = questions(60);
    const base = animal(samples, ({ right }) => right);
    return {
      tests: [tripletOf(samples, { repeats: 3, compare })],
      models: { model: animal(samples, hears), base },
    };
  },
  'a pair with repeats, compared with itself': () => {
    const model = subject(rowsOf(40));
    return { tests: [testOf(40, { repeats: 3, compare })], models: { model, base: model } };
  },
  'embeddings, some of them refused': () => ({
    tests: [testOf(30, { scorer: 'embedding', threshold: [-0.2, 0.2] })],
    models: { model: subject(numbers(30)), embedder: ruler({ batchSize: 4 }) },
  }),
  'a judge that has to be calibrated': () => {
    const says = Array.from({ length: 20 }, (_, i) =>
      row('one', i % 4 === 0 ? 'ignores' : 'accounts'),
    );
    return {
      tests: [testOf(20, { scorer: 'judge', judge: judgeOf() })],
      models: { model: subject(says) },
    };
  },
  'a judge that may not gate': () => ({
    tests: [testOf(8, { scorer: 'judge', judge: judgeOf({ wrong: 30 }) })],
    models: { model: subject(Array.from({ length: 8 }, () => row('one', 'accounts'))) },
  }),
  'toxic words, with the placebo of failing rows': () => ({
    tests: [stream({})],
    models: { model: rude() },
  }),
};

/** One model for two tests whose prompts do not meet. */
function both(one: Model, other: Model): Model {
  return {
    hub: 'test',
    name: 'both',
    answer: async (prompt) => (prompt.startsWith('Thing') ? other : one).answer(prompt),
  };
}

/**
 * Without the base's answers: a shard asks all of them, a run only until the comparison has
 * decided.
 */
const withoutBase = ({ results, ...rest }: RunResults) => ({
  ...rest,
  results: results.map(({ baseline: _baseline, ...row }) => row),
});

describe('the shards of a run, put together', () => {
  it.each(Object.entries(RUNS))('are the run itself: %s', async (_what, setting) => {
    for (const of of one([1, 4])) {
      const { plain, merged } = await bothWays(setting, of);
      expect(withoutBase(merged)).toEqual(withoutBase(plain));
    }
  });

  it('put each row in one shard, by its original, and differ by one original at most', () => {
    const { tests } = RUNS['a triplet and a pair over the same rows']!();
    for (let of = 1; of <= runs(20); of++) {
      const all = Array.from({ length: of }, (_, i) =>
        testsOfShard({ tests, seed: of }, { index: i + 1, count: of }),
      );
      const texts = all.map(
        (own) => new Set(own.flatMap(({ cases }) => cases!.cases.map(({ sample }) => sample.text))),
      );
      const sizes = texts.map(({ size }) => size);
      expect(new Set(texts.flatMap((own) => [...own])).size).toBe(
        sizes.reduce((sum, size) => sum + size),
      );
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(all.flatMap((own) => own.flatMap(({ cases }) => cases!.cases))).toHaveLength(90);
    }
  });

  const good = () => ({
    tests: [testOf(30, { minimum_pass_rate: 0.5 })],
    models: { model: subject(Array.from({ length: 30 }, () => row('A', 'B'))) },
  });

  it('puts the rows of a missing shard in error, and does not pass, however good the other shards are', async () => {
    const reports = await runShards(good, 3);
    reports.delete(1);
    const torn = join(good, 3, reports);
    expect({
      outcome: torn.outcome,
      test: torn.report[0]!.outcome,
      errors: torn.report[0]!.error_count,
    }).toEqual({
      outcome: 'error',
      test: 'pass',
      errors: 10,
    });
    expect(torn.results.find(({ error }) => error)!.error).toEqual({
      kind: 'shard',
      message: 'Shard 1 of 3 is missing.',
    });
  });

  it('refuses a shard that lacks a row, has another row, or another key', async () => {
    const reports = await runShards(good, 3);
    const [, second] = [...reports.values()];
    const [first, ...rest] = second!.results;
    const withRows = (results: ResultRow[]) => () =>
      join(good, 3, new Map(reports).set(2, { ...second!, results }));
    expect(withRows(rest)).toThrow('shard 2: it lacks the row');
    expect(
      withRows([{ ...first!, key: { original: 'true', test_case: 'false' } }, ...rest]),
    ).toThrow('shard 2: it lacks the row');
    expect(withRows([...second!.results, { ...first!, original: 'Another.' }])).toThrow(
      'a row that this run did not give it',
    );
  });

  it('rows of a judge that one shard found unfit are in error in all shards', async () => {
    const setting = RUNS['a judge that has to be calibrated']!;
    const reports = await runShards(setting, 2);
    const unfit = await runShards(RUNS['a judge that may not gate']!, 1);
    const { calibration } = unfit.get(1)!.report[0]!;
    const first = reports.get(1)!;
    const barred = {
      ...first,
      report: first.report.map((test) => ({ ...test, calibration: calibration! })),
    };
    const merged = join(setting, 2, new Map(reports).set(1, barred));
    expect(new Set(merged.results.map(({ error }) => error?.kind))).toEqual(
      new Set(['judge_not_calibrated']),
    );
    expect(merged.outcome).toBe('error');
  });

  it('a cap leaves rows out, and says so in each', async () => {
    const tests = testsOfShard({ tests: [testOf(10)], seed: SEED }, { index: 1, count: 2 });
    const { results } = await runTests(
      { tests, seed: SEED, concurrency: 1, maxRequests: 4, isShard: true },
      { model: subject(rowsOf(10)) },
    );
    expect(results.map(({ error }) => error?.kind)).toEqual([
      undefined,
      undefined,
      'budget',
      'budget',
      'budget',
    ]);
  });

  it.each([
    ['3/10', { index: 3, count: 10 }],
    ['1/1', { index: 1, count: 1 }],
    ['0/3', undefined],
    ['4/3', undefined],
    ['1/257', undefined],
    ['1 / 2', undefined],
  ])('parses %s', (text, shard) => {
    expect(parseShard(text)).toEqual(shard);
  });
});
