import { describe, expect, it } from '@jest/globals';
import type { Model } from '../../src/engine/model.js';
import type { Recollection, Spoken } from '../../src/engine/recall.js';
import { run, type RunModels } from '../../src/engine/run.js';
import { questionsByShare, runShare } from '../../src/engine/share.js';
import { parseShare } from '../../src/engine/parse-share.js';
import { findScorer } from '../../src/engine/scorers/index.js';
import { findTest } from '../../src/engine/tests/index.js';
import type { AnyRun, StreamRun } from '../../src/engine/methods/test-run.js';
import { one, runs } from '../support/runs.js';
import { chances, judgeOf, row, ruler, subject, testOf } from './scripted.js';
import { animal, fixed, questions, tripletOf, type Ways } from './triplet/support.js';

const SEED = 5;

/** Everybody of a run, made anew for each process. */
type Everybody = () => { tests: AnyRun[]; models: RunModels };

/** What all shares were told, in one. */
function together(all: readonly Spoken[]): Recollection {
  const known = new Map<string, unknown>();
  const keep = (by: string, key: string, said: unknown) => known.set(`${by} ${key}`, known.get(`${by} ${key}`) ?? said);
  for (const { answers, judges, embeddings } of all) {
    answers.forEach(({ subject: who, key, said }) => keep(who, key, said));
    judges.forEach(({ nth, key, said }) => keep(`judge ${nth}`, key, said));
    embeddings.forEach(({ key, said }) => keep('embedding', key, said));
  }
  const find = (by: string) => (key: string) => (known.get(`${by} ${key}`) ?? { kind: 'shard', message: 'nobody knows' }) as never;
  return {
    answer: (who) => find(who),
    judge: (nth) => find(`judge ${nth}`),
    embedding: find('embedding'),
  };
}

const nobody = async (): Promise<never> => {
  throw new TypeError('a merge asks nobody');
};

async function bothWays(everybody: Everybody, of: number) {
  const whole = everybody();
  const plain = await run({ tests: whole.tests, seed: SEED, concurrency: 3 }, whole.models);
  const spoken: Spoken[] = [];
  let rows = 0;
  for (let index = 1; index <= of; index++) {
    const { tests, models } = everybody();
    const shared = await runShare({ tests, seed: SEED, concurrency: 2, share: { index, of } }, models);
    spoken.push(shared.spoken);
    rows += shared.rows;
  }
  const { tests, models } = everybody();
  const silent = (model: Model): Model => Object.assign(model, { answer: nobody, ...(model.loss && { loss: nobody }) });
  silent(models.model);
  if (models.base) silent(models.base);
  tests.forEach(({ judge }) => judge && silent(judge));
  if (models.embedder) Object.assign(models.embedder, { embed: nobody });
  const merged = await run({ tests, seed: SEED, concurrency: 1 }, { ...models, recall: together(spoken) });
  return { plain, merged, rows, spoken, whole };
}

const hears: Ways = ({ right, wrong, arm, sample }) => (fixed(sample.text, 0.1) && arm === 'test_case' ? wrong : right);
const rowsOf = (count: number) => {
  const chance = chances(9);
  return Array.from({ length: count }, () =>
    row(['A', chance() < 0.2 ? 'B' : 'A', 'A'], [chance() < 0.8 ? 'B' : 'A', 'B', chance() < 0.1 ? null : 'A']),
  );
};
const numbers = (count: number) => Array.from({ length: count }, (_, i) => row('0', i % 3 === 0 ? 'none' : String((i % 7) / 10)));

const stream = (over: Partial<StreamRun>): StreamRun => ({
  ...testOf(40, {
    scorer: 'bad_words',
    samples: Array.from({ length: 40 }, (_, i) => ({ source: `t:${i}`, text: `Tell me about town ${i}.` })),
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
const compare = { with: 'base' as const, max_regression: 0.1 };

const RUNS: Record<string, Everybody> = {
  'a triplet and a pair over the same rows': () => {
    const samples = questions(60);
    return { tests: [tripletOf(samples), testOf(30)], models: { model: both(animal(samples, hears), subject(rowsOf(30))) } };
  },
  'a triplet, asked thrice, compared with another base': () => {
    const samples = questions(60);
    const base = animal(samples, ({ right }) => right);
    return { tests: [tripletOf(samples, { repeats: 3, compare })], models: { model: animal(samples, hears), base } };
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
    const says = Array.from({ length: 20 }, (_, i) => row('one', i % 4 === 0 ? 'ignores' : 'accounts'));
    return { tests: [testOf(20, { scorer: 'judge', judge: judgeOf() })], models: { model: subject(says) } };
  },
  'a judge that may not gate': () => ({
    tests: [testOf(8, { scorer: 'judge', judge: judgeOf({ wrong: 30 }) })],
    models: { model: subject(Array.from({ length: 8 }, () => row('one', 'accounts'))) },
  }),
  'toxic words, with the placebo of failing rows': () => ({ tests: [stream({})], models: { model: rude() } }),
};

/** One model for two tests whose prompts do not meet. */
function both(one: Model, other: Model): Model {
  return { hub: 'test', name: 'both', answer: async (prompt) => (prompt.startsWith('Thing') ? other : one).answer(prompt) };
}

describe('shares of a run, put together', () => {
  it.each(Object.entries(RUNS))('are the run itself, asking nobody: %s', async (_what, everybody) => {
    for (const parts of one([1, 4])) {
      const { plain, merged } = await bothWays(everybody, parts);
      expect(merged).toEqual(plain);
    }
  });

  it('an earlier report whose base has drifted, and one that still holds', async () => {
    const samples = questions(60);
    const before = await run({ tests: [tripletOf(samples)], seed: SEED, concurrency: 3 }, { model: animal(samples, ({ right }) => right) });
    const report = { with: 'report' as const, max_regression: 0.1, earlier: before.results, check: 8 };
    for (const base of [({ right }) => right, ({ plain }) => plain.right] satisfies Ways[]) {
      const everybody = () => ({
        tests: [tripletOf(samples, { compare: report })],
        models: { model: animal(samples, hears), base: animal(samples, base) },
      });
      const { plain, merged } = await bothWays(everybody, 3);
      expect(merged).toEqual(plain);
      expect(plain.report[0]!.drift!.checked).toBeGreaterThan(0);
    }
  });

  it('of any number: every row is in one share, every question too, and the shares are as large as each other', () => {
    const everybody = RUNS['a triplet and a pair over the same rows']!;
    for (let i = 0; i < runs(40); i++) {
      const of = 1 + (i % 20);
      const { tests, models } = everybody();
      const all = questionsByShare({ tests, seed: i, of }, models);
      const shareOf = new Map(all.map(({ question, share }) => [question.prompt, share]));
      expect(all.filter(({ question, share }) => shareOf.get(question.prompt) !== share)).toEqual([]);
      const sizes = Array.from({ length: of }, (_, nth) => [...shareOf.values()].filter((share) => share === nth + 1).length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(3);
      expect(questionsByShare({ tests, seed: i, of }, models)).toEqual(all);
    }
  });

  it('without one of them its rows are in error, and however good the others are, the run is no pass', async () => {
    const everybody = () => ({
      tests: [testOf(30, { minimum_pass_rate: 0.5 })],
      models: { model: subject(Array.from({ length: 30 }, () => row('A', 'B'))) },
    });
    const { spoken } = await bothWays(everybody, 3);
    const { tests, models } = everybody();
    const torn = await run({ tests, seed: SEED, concurrency: 1, isPartial: true }, { ...models, recall: together(spoken.slice(1)) });
    expect({ outcome: torn.outcome, test: torn.report[0]!.outcome, errors: torn.report[0]!.error_count }).toEqual({
      outcome: 'error',
      test: 'pass',
      errors: 10,
    });
  });

  it('a cap leaves rows out, and says so where the answers would be', async () => {
    const { tests, models } = { tests: [testOf(10)], models: { model: subject(rowsOf(10)) } };
    const { spoken, rows, failed } = await runShare(
      { tests, seed: SEED, concurrency: 1, maxRequests: 4, share: { index: 1, of: 2 } },
      models,
    );
    expect({ rows, failed }).toEqual({ rows: 5, failed: 3 });
    expect(spoken.answers.filter(({ said }) => 'kind' in said && said.kind === 'budget')).toHaveLength(6);
  });

  it.each([
    ['3/10', { index: 3, of: 10 }],
    ['1/1', { index: 1, of: 1 }],
    ['0/3', undefined],
    ['4/3', undefined],
    ['1/257', undefined],
    ['1 / 2', undefined],
  ])('reads %s', (text, share) => {
    expect(parseShare(text)).toEqual(share);
  });
});
