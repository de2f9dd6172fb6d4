import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CALIBRATION_PAIRS } from '../../src/engine/judges/negation.js';
import type { ResultRow } from '../../src/engine/results.js';
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
} from './scripted.js';
import { runs } from '../support/runs.js';

const KNOWN = CALIBRATION_PAIRS.length;

/**
 * Numbers below 1, each another one: no two answers are alike, so that nothing is saved by chance.
 */
function unlike(): () => string {
  let count = 0;
  return () => (++count / 10_000).toFixed(4);
}
const unlikeRows = (count: number, next: () => string): RowScript[] =>
  Array.from({ length: count }, () => row([next(), next(), next()], [next(), next(), next()]));

interface Combination {
  scorer: string;
  rows: number;
  from: number;
  repeats: number;
  compared: boolean;
  minimum: number;
}
const combination: fc.Arbitrary<Combination> = fc.record({
  scorer: fc.constantFrom('embedding', 'embedding', 'choice', 'loss', 'judge'),
  // Of more than ten one goes ahead.
  rows: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 9 }) },
    fc.integer({ min: 11, max: 20 }),
  ),
  from: fc.integer({ min: 0, max: 12 }),
  repeats: fc.integer({ min: 1, max: 3 }),
  compared: fc.boolean(),
  minimum: fc.constantFrom(0, 0.5, 0.7, 1),
});
const circumstances = fc.record({
  cap: fc.option(fc.integer({ min: 1, max: 250 }), { nil: undefined }),
  batchSize: fc.integer({ min: 1, max: 7 }),
  concurrency: fc.integer({ min: 1, max: 5 }),
  salt: fc.nat(1000),
  trusted: fc.boolean(),
  alike: fc.boolean(),
});

async function sentBy(
  all: readonly Combination[],
  {
    cap,
    batchSize,
    concurrency,
    salt,
    trusted,
    alike,
  }: typeof circumstances extends fc.Arbitrary<infer T> ? T : never,
): Promise<{ told: Report; sent: number }> {
  const next = unlike();
  const judge = judgeOf({ salt });
  const tests = all.map(({ scorer, rows, from, repeats, compared, minimum }) =>
    testOf(0, {
      scorer,
      judge: scorer === 'judge' ? judge : undefined,
      repeats,
      minimum_pass_rate: minimum,
      samples: samplesOf(rows, from),
      ...(compared && { compare: { with: 'base', max_regression: 0 } }),
    }),
  );
  const model = subject(unlikeRows(34, next), { salt });
  const base = alike ? model : subject(unlikeRows(34, next), { salt });
  const embedder = ruler({ batchSize });
  const told = await runOf(
    tests,
    { model, base, embedder, ...(trusted && { calibrations: TRUSTED }) },
    { maxRequests: cap, concurrency },
  );
  return {
    told,
    sent:
      model.asked.length +
      (alike ? 0 : base.asked.length) +
      embedder.calls.length +
      judge.asked.length,
  };
}

describe('the cap on requests', () => {
  it('is never passed, and what was foretold is never too little, in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(combination, { minLength: 1, maxLength: 3 }),
        circumstances,
        async (all, how) => {
          const { told, sent } = await sentBy(all, how);
          expect(sent).toBeLessThanOrEqual(told.total);
          expect(told.done).toBeLessThanOrEqual(told.total);
          expect(sent).toBeLessThanOrEqual(how.cap ?? Infinity);
          const isOver = ({ error }: ResultRow) => error?.kind === 'budget';
          if (how.cap === undefined) expect(told.results.some(isOver)).toBe(false);
          // A row is asked in whole or not at all.
          expect(told.results.filter((one) => isOver(one) && one.expected_result !== null)).toEqual(
            [],
          );
        },
      ),
      { numRuns: runs(2000), seed: 8 },
    );
  }, 60_000);

  it('is what a run needs, to the request, where nothing can be saved', async () => {
    await fc.assert(
      fc.asyncProperty(combination, circumstances, async (one, how) => {
        const whole = { ...one, rows: Math.min(9, one.rows) + 1 };
        const { told, sent } = await sentBy([whole], {
          ...how,
          alike: false,
          trusted: false,
          cap: undefined,
        });
        expect(sent).toBe(told.total);
        expect(told.done).toBe(told.total);
        const enough = await sentBy([whole], {
          ...how,
          alike: false,
          trusted: false,
          cap: told.total,
        });
        expect(wordOf(enough.told)).toBe(wordOf(told));
        const short = await sentBy([whole], {
          ...how,
          alike: false,
          trusted: false,
          cap: told.total - 1,
        });
        expect(short.told.results.at(-1)!.error?.kind).toBe('budget');
      }),
      { numRuns: runs(300), seed: 9 },
    );
  }, 60_000);

  it('lets the same rows in under both subjects, whole, and shares what is the same', async () => {
    const next = unlike();
    const rows = unlikeRows(5, next);
    const test = testOf(5, {
      scorer: 'loss',
      repeats: 2,
      compare: { with: 'base', max_regression: 0 },
    });
    const one = subject(rows);
    expect((await runOf([test], { model: one, base: one })).total).toBe(20);
    const two = await runOf(
      [test],
      { model: subject(rows), base: subject(rows) },
      { maxRequests: 26 },
    );
    expect(two.total).toBe(24);
    expect(two.results.map(({ status, baseline }) => [status, baseline!.status])).toEqual([
      ...Array.from({ length: 3 }, () => ['scored', 'scored']),
      ...Array.from({ length: 2 }, () => ['error', 'error']),
    ]);
  });

  it('cuts tests alike, and says so in each row', async () => {
    const model = subject(unlikeRows(20, unlike()));
    const told = await runOf(
      [testOf(10, { scorer: 'loss' }), testOf(0, { scorer: 'loss', samples: samplesOf(10, 10) })],
      { model },
      { maxRequests: 13 },
    );
    expect(model.asked).toHaveLength(12);
    expect(told.report.map(({ error_count }) => error_count)).toEqual([7, 7]);
    expect(told.results.at(-1)!.error).toMatchObject({
      kind: 'budget',
      message: expect.stringMatching(/^Not asked: the cap of 13 requests would have been passed\./),
    });
  });

  it('goes on with what costs nothing more once a row did not fit', async () => {
    // The second test asks what the first one has asked already.
    const model = subject(unlikeRows(4, unlike()));
    const told = await runOf(
      [testOf(4, { scorer: 'loss' }), testOf(4, { scorer: 'loss' })],
      { model },
      { maxRequests: 5 },
    );
    expect(wordOf(told).replaceAll(/[PF]/g, 'x')).toBe('xxEExxEE');
  });

  it("below what the judge's calibration takes, nobody is asked anything", async () => {
    const [model, judge] = [subject([row('yes', 'accounts')]), judgeOf()];
    const told = await runOf(
      [testOf(1, { scorer: 'judge', judge })],
      { model, base: model },
      { maxRequests: KNOWN + 2 },
    );
    expect([model.asked, judge.asked]).toEqual([[], []]);
    expect(told.results[0]!.error!.kind).toBe('budget');
    const enough = await runOf(
      [testOf(1, { scorer: 'judge', judge })],
      { model, base: model },
      { maxRequests: KNOWN + 3 },
    );
    expect(wordOf(enough)).toBe('P');
  });

  it('a row that did not fit leaves no trace: what it would have cost is there for others', async () => {
    const tests = [
      testOf(1, { scorer: 'judge', judge: judgeOf() }),
      testOf(0, { samples: samplesOf(1, 1) }),
    ];
    const told = await runOf(
      tests,
      { model: subject([row('yes', 'accounts'), row('A', 'B')]) },
      { maxRequests: KNOWN + 2 },
    );
    expect(wordOf(told)).toBe('EP');
    const embedded = await runOf(
      [testOf(1, { scorer: 'embedding', repeats: 3 }), testOf(0, { samples: samplesOf(1, 1) })],
      { model: subject([row('0', '0.5'), row('A', 'B')]), embedder: ruler() },
      { maxRequests: 2 },
    );
    expect(wordOf(embedded)).toBe('EP');
  });
});
