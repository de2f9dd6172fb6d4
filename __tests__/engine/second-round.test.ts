import fc from 'fast-check';
import { ModelError, type ModelErrorKind } from '../../src/errors.ts';
import type { Compare } from '../../src/engine/methods/test-run.ts';
import type { Model } from '../../src/engine/model.ts';
import { hash } from '../../src/engine/random.ts';
import {
  chances,
  Failure,
  judgeOf,
  row,
  ruler,
  runOf,
  samplesOf,
  subject,
  testOf,
  TRUSTED,
  type Report,
  type RowScript,
} from './scripted.ts';
import { runs } from '../support/runs.ts';
import { animal, fixed, questions, tripletOf } from './triplet/support.ts';

class TransientFailure extends ModelError {
  constructor(message: string, kind: ModelErrorKind) {
    super(message, { kind, transient: true, remedy: '' });
  }
}

/** Makes a call fail by chance, for each text at most once. */
function flaky<Call extends (asked: never, ...rest: never[]) => Promise<unknown>>(
  call: Call,
  { rate, seed }: { rate: number; seed: number },
): Call {
  const draw = chances(seed);
  const seen = new Set<string>();
  return (async (asked: never, ...rest: never[]) => {
    const texts: string[] = [asked].flat();
    const isNew = texts.every((text) => !seen.has(text));
    texts.forEach((text) => seen.add(text));
    if (isNew && draw() < rate) {
      await Promise.resolve();
      throw new TransientFailure('overloaded', 'server');
    }
    return call(asked, ...rest);
  }) as unknown as Call;
}

type Fate = 'pass' | 'fail' | 'error';
type Scored = 'choice' | 'loss' | 'embedding' | 'judge';

/** The answers are the same when a row is asked again. */
const ANSWERS: Record<Scored, Record<Fate, RowScript>> = {
  choice: { pass: row('A', 'B'), fail: row('A', 'A'), error: row('A', 'who knows') },
  loss: { pass: row('3', '4'), fail: row('3', '3.1'), error: row('3', 'NaN') },
  embedding: { pass: row('0', '0.9'), fail: row('0', '0.1'), error: row('0', '') },
  judge: { pass: row('yes', 'accounts'), fail: row('yes', 'ignores'), error: row('yes', 'hm') },
};

const plan = fc.record({
  fates: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<Fate>('pass') },
      { weight: 3, arbitrary: fc.constant<Fate>('fail') },
      { weight: 1, arbitrary: fc.constant<Fate>('error') },
    ),
    { minLength: 1, maxLength: 14 },
  ),
  before: fc.array(fc.constantFrom<Fate>('pass', 'pass', 'fail', 'error'), {
    minLength: 14,
    maxLength: 14,
  }),
  scorer: fc.constantFrom<Scored>('choice', 'loss', 'embedding', 'judge'),
  minimum: fc.constantFrom(0, 0.3, 0.5, 0.7, 1),
  compared: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

const circumstances = fc.record({
  rate: fc.constantFrom<number>(0.1, 0.2, 0.3),
  seed: fc.nat(10_000),
  concurrency: fc.integer({ min: 1, max: 9 }),
  salt: fc.nat(1000),
});
type Circumstances = typeof circumstances extends fc.Arbitrary<infer T> ? T : never;

async function runPlans(
  all: readonly Plan[],
  { rate, seed, concurrency, salt }: Circumstances,
): Promise<Report> {
  const fragile = (model: Model): Model => ({
    ...model,
    answer: flaky((prompt: string) => model.answer(prompt), { rate, seed }),
    ...(model.loss && { loss: flaky((prompt: string) => model.loss!(prompt), { rate, seed }) }),
  });
  const scripts = (of: 'fates' | 'before') =>
    all.flatMap((one) => one.fates.map((_, i) => ANSWERS[one.scorer][one[of][i]!]));
  const judge = fragile(judgeOf({ salt }));
  let from = 0;
  const tests = all.map(({ fates, scorer, minimum: minimum_pass_rate, compared }) => {
    const samples = samplesOf(fates.length, from);
    from += fates.length;
    const compare: Compare | undefined = compared ? { max_regression: 0.05 } : undefined;
    return testOf(0, {
      scorer,
      judge: scorer === 'judge' ? judge : undefined,
      minimum_pass_rate,
      compare,
      samples,
    });
  });
  const embedder = ruler({ batchSize: 3 });
  const models = {
    model: fragile(subject(scripts('fates'), { salt })),
    base: fragile(subject(scripts('before'), { salt })),
    calibrations: seed % 2 ? TRUSTED : undefined,
  };
  return runOf(
    tests,
    {
      ...models,
      embedder: {
        ...embedder,
        embed: flaky((texts: string[]) => embedder.embed(texts), { rate, seed }),
      },
    },
    { concurrency },
  );
}

const verdictsOf = ({ outcome, report }: Report) =>
  JSON.stringify([
    outcome,
    report.map((one) => [one.outcome, one.pass, one.threshold, one.calibration]),
  ]);

describe('what fails once for a transient reason', () => {
  it('changes no verdict and no result, whatever fails and in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 1, maxLength: 2 }),
        circumstances,
        async (all, how) => {
          const calm = await runPlans(all, { ...how, rate: 0 });
          const full = await runPlans(all, how);
          expect(full.results).toEqual(calm.results);
          expect(verdictsOf(full)).toBe(verdictsOf(calm));
        },
      ),
      { numRuns: runs(150, 10, 15), seed: 11 },
    );
  }, 120_000);
});

describe('what fails twice', () => {
  it('is an error, without a word for machines only, and was asked twice', async () => {
    const model = subject([row('A', 'B'), row('A', 'B')]);
    const asked: string[] = [];
    const answer = (prompt: string) => {
      asked.push(prompt);
      return prompt.includes('0')
        ? Promise.reject(new TransientFailure('overloaded', 'server'))
        : model.answer(prompt);
    };
    const { results } = await runOf([testOf(2)], { model: { ...model, answer } });
    expect(results.map(({ status }) => status)).toEqual(['error', 'scored']);
    expect(results[0]!.error).toEqual({ kind: 'server', message: 'overloaded' });
    expect(asked.slice(-2).every((prompt) => prompt.includes('0'))).toBe(true);
    expect(asked).toHaveLength(6);
  });

  it('an endpoint that is down is asked ten questions in each of two rounds', async () => {
    let asked = 0;
    const down = {
      ...subject([]),
      answer: () => Promise.reject(new TransientFailure(`down ${++asked}`, 'server')),
    };
    const { results } = await runOf([testOf(50)], { model: down }, { concurrency: 1 });
    expect(asked).toBe(20);
    expect(results.at(-1)!.error!.message).toMatch(/^Not asked: 10 requests in a row had failed/);
  });

  it('an outage that ends in time leaves no error', async () => {
    const model = subject(Array.from({ length: 50 }, () => row('A', 'B')));
    let asked = 0;
    const answer = (prompt: string) =>
      ++asked > 20 && asked <= 30
        ? Promise.reject(new TransientFailure('down', 'network'))
        : model.answer(prompt);
    const { results } = await runOf(
      [testOf(50)],
      { model: { ...model, answer } },
      { concurrency: 1 },
    );
    expect(results.every(({ status }) => status === 'scored')).toBe(true);
    expect(asked).toBe(110);
  });
});

/** Whether the first and the second try of a question fail, by its words alone. */
type Tries = (prompt: string) => readonly [first: boolean, second: boolean];

async function atEach(sizes: readonly number[], tries: Tries, pairs = 30): Promise<string[]> {
  const reportAt = async (concurrency: number) => {
    const samples = questions(60);
    const model = animal(samples, ({ right, wrong, sample, arm }) =>
      fixed(`${sample.source} ${arm} slips`, 0.04) ? wrong : right,
    );
    const again = new Set<string>();
    const answer = async (prompt: string) => {
      const isFailing = tries(prompt)[again.has(prompt) ? 1 : 0];
      again.add(prompt);
      for (let turns = hash(`${prompt} ${concurrency}`) % 9; turns > 0; turns--)
        await Promise.resolve();
      if (isFailing) throw new TransientFailure('overloaded', 'server');
      return model.answer(prompt);
    };
    const tests = [
      tripletOf(samples),
      ...(pairs > 0 ? [testOf(pairs, { minimum_pass_rate: 0.5 })] : []),
    ];
    const things = subject(samplesOf(pairs).map((_, i) => row('A', i % 4 === 0 ? 'A' : 'B')));
    const both = {
      ...model,
      answer: (prompt: string) =>
        prompt.includes('kind') ? answer(prompt) : things.answer(prompt),
    };
    const { outcome, report, results } = await runOf(tests, { model: both }, { concurrency });
    return JSON.stringify([outcome, report, results]);
  };
  return Promise.all(sizes.map(reportAt));
}

describe('which rows are in error does not depend on the number of requests at a time', () => {
  const SIZES = [1, 8, 64];
  const expectSame = async (tries: Tries, pairs?: number) => {
    const [one, ...others] = await atEach(SIZES, tries, pairs);
    for (const other of others) expect(other).toBe(one);
  };

  it('whatever share of the tries fails', async () => {
    for (let seed = 0; seed < runs(60, 10); seed += 1) {
      const share = [0.1, 0.3, 0.6][seed % 3]!;
      await expectSame((prompt) => [
        fixed(`${prompt} first ${seed}`, share),
        fixed(`${prompt} second ${seed}`, share / 6),
      ]);
    }
  });

  it('a dozen failures in a row, once or twice, stop no other question', async () => {
    for (const second of [false, true]) {
      // Every question of the first four rows, which are asked one after the other.
      const nth = new Map<string, number>();
      const isEarly = (prompt: string) => {
        const kind = /kind (\d+)/.exec(prompt)![1]!;
        if (!nth.has(kind)) nth.set(kind, nth.size);
        return nth.get(kind)! < 4;
      };
      const tries: Tries = (prompt) => [isEarly(prompt), isEarly(prompt) && second];
      await atEach([1], tries, 0);
      await expectSame(tries, 0);
    }
  });
});

describe('no question is asked once more', () => {
  it.each([
    ['if it was refused', new Failure('no', 'bad_request')],
    ['after a wrong key', new Failure('wrong key', 'authentication', true)],
    ['after the cap', new Failure('the cap', 'budget', true)],
  ])('%s', async (_, failure: Failure) => {
    const model = subject([row('A', 'B'), row('A', 'B'), row('A', 'B')]);
    let asked = 0;
    const answer = (prompt: string) =>
      ++asked === 3
        ? Promise.reject(failure)
        : asked === 2 && failure.fatal
          ? Promise.reject(new TransientFailure('slow', 'timeout'))
          : model.answer(prompt);
    await runOf([testOf(3)], { model: { ...model, answer } }, { concurrency: 1 });
    expect(asked).toBe(failure.fatal ? 3 : 6);
  });
});
