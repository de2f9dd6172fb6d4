import fc from 'fast-check';
import { CALIBRATION_PAIRS } from '../../src/engine/judges/negation.ts';
import type { ResultRow } from '../../src/engine/results.ts';
import {
  judgeOf,
  row,
  ruler,
  runOf,
  samplesOf,
  subject,
  testOf,
  TRUSTED,
  wordOf,
  type Report,
  type RowScript,
} from './scripted.ts';
import { runs } from '../support/runs.ts';

const KNOWN = CALIBRATION_PAIRS.length;

/** Makes distinct numbers below 1 as answers, so that no two rows share a request. */
function distinctAnswers(): () => string {
  let count = 0;
  return () => (++count / 10_000).toFixed(4);
}
const distinctRows = (count: number, next: () => string): RowScript[] =>
  Array.from({ length: count }, () => row([next(), next(), next()], [next(), next(), next()]));

interface Combination {
  scorer: string;
  rows: number;
  from: number;
  compared: boolean;
  minimum: number;
}

const combination: fc.Arbitrary<Combination> = fc.record({
  scorer: fc.constantFrom('embedding', 'embedding', 'choice', 'loss', 'judge'),
  // With more than ten rows, the first goes alone.
  rows: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 9 }) },
    fc.integer({ min: 11, max: 20 }),
  ),
  from: fc.integer({ min: 0, max: 12 }),
  compared: fc.boolean(),
  minimum: fc.constantFrom(0, 0.5, 0.7, 1),
});
const circumstances = fc.record({
  cap: fc.option(fc.integer({ min: 1, max: 250 }), { nil: undefined }),
  batchSize: fc.integer({ min: 1, max: 7 }),
  concurrency: fc.integer({ min: 1, max: 5 }),
  salt: fc.nat(1000),
  trusted: fc.boolean(),
  isBaseAlike: fc.boolean(),
});

async function sentBy(
  all: readonly Combination[],
  {
    cap,
    batchSize,
    concurrency,
    salt,
    trusted,
    isBaseAlike,
  }: typeof circumstances extends fc.Arbitrary<infer T> ? T : never,
): Promise<{ run: Report; sent: number }> {
  const next = distinctAnswers();
  const judge = judgeOf({ salt });
  const tests = all.map(({ scorer, rows, from, compared, minimum }) =>
    testOf(0, {
      scorer,
      judge: scorer === 'judge' ? judge : undefined,
      minimum_pass_rate: minimum,
      samples: samplesOf(rows, from),
      ...(compared && { compare: { max_regression: 0 } }),
    }),
  );
  const model = subject(distinctRows(34, next), { salt });
  const base = isBaseAlike ? model : subject(distinctRows(34, next), { salt });
  const embedder = ruler({ batchSize });
  const run = await runOf(
    tests,
    { model, base, embedder, ...(trusted && { calibrations: TRUSTED }) },
    { maxRequests: cap, concurrency },
  );
  return {
    run,
    sent:
      model.asked.length +
      (isBaseAlike ? 0 : base.asked.length) +
      embedder.calls.length +
      judge.asked.length,
  };
}

describe('the cap on requests', () => {
  it('is never exceeded, and neither is the estimate, in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(combination, { minLength: 1, maxLength: 3 }),
        circumstances,
        async (all, how) => {
          const { run, sent } = await sentBy(all, how);
          expect(sent).toBeLessThanOrEqual(run.total);
          expect(run.done).toBeLessThanOrEqual(run.total);
          expect(sent).toBeLessThanOrEqual(how.cap ?? Infinity);
          const isOver = ({ error }: ResultRow) => error?.kind === 'budget';
          if (how.cap === undefined) expect(run.results.some(isOver)).toBe(false);
          // A row is asked in whole or not at all.
          expect(run.results.filter((one) => isOver(one) && one.expected_result !== null)).toEqual(
            [],
          );
        },
      ),
      { numRuns: runs(2000), seed: 8 },
    );
  }, 60_000);

  it('admits a run that needs as many requests, and not one that needs one more', async () => {
    await fc.assert(
      fc.asyncProperty(combination, circumstances, async (one, how) => {
        const test = { ...one, rows: Math.min(9, one.rows) + 1 };
        const withCap = async (cap: number | undefined) =>
          sentBy([test], { ...how, isBaseAlike: false, trusted: false, cap });
        const { run, sent } = await withCap(undefined);
        expect(sent).toBe(run.total);
        expect(run.done).toBe(run.total);
        const enough = await withCap(run.total);
        expect(wordOf(enough.run)).toBe(wordOf(run));
        const short = await withCap(run.total - 1);
        expect(short.run.results.at(-1)!.error?.kind).toBe('budget');
      }),
      { numRuns: runs(300), seed: 9 },
    );
  }, 60_000);

  it('admits the same rows of head and base, and counts shared answers once', async () => {
    const next = distinctAnswers();
    const rows = distinctRows(5, next);
    const test = testOf(5, {
      scorer: 'loss',
      compare: { max_regression: 0 },
    });
    const one = subject(rows);
    expect((await runOf([test], { model: one, base: one })).total).toBe(10);
    const two = await runOf(
      [test],
      { model: subject(rows), base: subject(rows) },
      { maxRequests: 13 },
    );
    expect(two.total).toBe(12);
    expect(two.results.map(({ status, baseline }) => [status, baseline!.status])).toEqual([
      ...Array.from({ length: 3 }, () => ['scored', 'scored']),
      ...Array.from({ length: 2 }, () => ['error', 'error']),
    ]);
  });

  it('leaves out as many rows of each test, each with an error', async () => {
    const model = subject(distinctRows(20, distinctAnswers()));
    const run = await runOf(
      [testOf(10, { scorer: 'loss' }), testOf(0, { scorer: 'loss', samples: samplesOf(10, 10) })],
      { model },
      { maxRequests: 13 },
    );
    expect(model.asked).toHaveLength(12);
    expect(run.report.map(({ error_count }) => error_count)).toEqual([7, 7]);
    expect(run.results.at(-1)!.error).toMatchObject({
      kind: 'budget',
      message: expect.stringMatching(/^Not asked: the cap of 13 requests would have been passed\./),
    });
  });

  it('admits later rows that cost nothing more', async () => {
    // The second test asks what the first one has asked already.
    const model = subject(distinctRows(4, distinctAnswers()));
    const run = await runOf(
      [testOf(4, { scorer: 'loss' }), testOf(4, { scorer: 'loss' })],
      { model },
      { maxRequests: 5 },
    );
    expect(wordOf(run).replaceAll(/[PF]/g, 'x')).toBe('xxEExxEE');
  });

  it('asks nothing if it is below the calibration of the judge', async () => {
    const [model, judge] = [subject([row('yes', 'accounts')]), judgeOf()];
    const run = await runOf(
      [testOf(1, { scorer: 'judge', judge })],
      { model, base: model },
      { maxRequests: KNOWN + 2 },
    );
    expect([model.asked, judge.asked]).toEqual([[], []]);
    expect(run.results[0]!.error!.kind).toBe('budget');
    const enough = await runOf(
      [testOf(1, { scorer: 'judge', judge })],
      { model, base: model },
      { maxRequests: KNOWN + 3 },
    );
    expect(wordOf(enough)).toBe('P');
  });

  it('counts nothing of a row that did not fit', async () => {
    const tests = [
      testOf(1, { scorer: 'judge', judge: judgeOf() }),
      testOf(0, { samples: samplesOf(1, 1) }),
    ];
    const run = await runOf(
      tests,
      { model: subject([row('yes', 'accounts'), row('A', 'B')]) },
      { maxRequests: KNOWN + 2 },
    );
    expect(wordOf(run)).toBe('EP');
    const embedded = await runOf(
      [testOf(1, { scorer: 'embedding' }), testOf(0, { samples: samplesOf(1, 1) })],
      { model: subject([row('0', '0.5'), row('A', 'B')]), embedder: ruler() },
      { maxRequests: 2 },
    );
    expect(wordOf(embedded)).toBe('EP');
  });
});
