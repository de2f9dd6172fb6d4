import { needOf } from '../../src/engine/asking/budget.ts';
import { Judges } from '../../src/engine/judges/judges.ts';
import type { Embedder } from '../../src/engine/model.ts';
import { startTests, subjectsOf } from '../../src/engine/asking/start-tests.ts';
import {
  Failure,
  judgeOf,
  row,
  ruler,
  runOf,
  samplesOf,
  subject,
  testOf,
  TRUSTED,
  wordOf,
} from './scripted.ts';

const ROWS = 30;
/** No two answers are alike: 0.0001, 0.9001 … */
const rows = Array.from({ length: ROWS }, (_, i) => row(`0.${1000 + i}`, `0.${8000 + i}`));

/** Refuses all texts. */
function refusing(fatal: boolean): Embedder & { calls: number } {
  const embedder = {
    ...ruler(),
    calls: 0,
    embed: async () => {
      embedder.calls += 1;
      throw new Failure('the key is refused', 'authentication', fatal);
    },
  };
  return embedder;
}

describe('the first row of a test that an endpoint scores goes alone', () => {
  it('a refusing embedder costs the answers of one row', async () => {
    const [model, embedder] = [subject(rows), refusing(true)];
    const run = await runOf([testOf(ROWS, { scorer: 'embedding' })], { model, embedder });
    expect([model.asked.length, embedder.calls]).toEqual([2, 1]);
    expect(wordOf(run)).toBe('E'.repeat(ROWS));
    // The first row has the error itself, the others that they were not asked.
    const messages = new Set(run.results.map(({ error }) => error!.message));
    expect([messages.size, messages.has('Not asked, after: the key is refused')]).toEqual([
      2,
      true,
    ]);
    expect(run.outcome).toBe('error');
  });

  it('all rows are asked if they are few, or if the failure is no reason to stop', async () => {
    const few = subject(rows);
    await runOf([testOf(10, { scorer: 'embedding' })], { model: few, embedder: refusing(true) });
    expect(few.asked).toHaveLength(20);
    const down = subject(rows);
    await runOf([testOf(ROWS, { scorer: 'embedding' })], {
      model: down,
      embedder: refusing(false),
    });
    expect(down.asked).toHaveLength(2 * ROWS);
  });

  it('a refusing judge with a stored calibration costs the answers of one row', async () => {
    const model = subject(Array.from({ length: ROWS }, () => row('yes', 'accounts')));
    const judge = {
      ...judgeOf(),
      answer: () => Promise.reject(new Failure('the key is refused', 'authentication', true)),
    };
    const run = await runOf([testOf(ROWS, { scorer: 'judge', judge })], {
      model,
      calibrations: TRUSTED,
    });
    expect(model.asked).toHaveLength(2);
    expect(wordOf(run)).toBe('E'.repeat(ROWS));
  });

  it('costs one request more: a batch that is not full', async () => {
    const [model, embedder] = [subject(rows), ruler()];
    const run = await runOf([testOf(ROWS, { scorer: 'embedding' })], { model, embedder });
    expect(wordOf(run)).toBe('P'.repeat(ROWS));
    expect([model.asked.length, embedder.calls.map((texts) => texts.length)]).toEqual([
      2 * ROWS,
      [2, 2 * ROWS - 2],
    ]);
    expect(run.total).toBe(2 * ROWS + 2);
  });
});

describe('what a run needs at least', () => {
  const needs = async (tests: Parameters<typeof startTests>[0], cap?: number) => {
    const trials = startTests(tests, {
      seed: 1,
      ...subjectsOf({ model: subject(rows) }, undefined),
    });
    const judges = new Judges({ concurrency: 1, onReply: () => undefined });
    const { count, least, refused } = await needOf(trials, { judges, embeddingBatch: 1, cap });
    return { most: count.total, least: least.total, refused: refused.length };
  };

  it('is all rows of a pair', async () => {
    expect(await needs([testOf(20)])).toEqual({ most: 40, least: 40, refused: 0 });
    expect(await needs([testOf(20)], 10)).toEqual({ most: 10, least: 40, refused: 15 });
    expect(await needs([testOf(0, { samples: samplesOf(0) })])).toEqual({
      most: 0,
      least: 0,
      refused: 0,
    });
  });
});
