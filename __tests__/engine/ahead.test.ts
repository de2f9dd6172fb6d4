import { describe, expect, it } from '@jest/globals';
import type { TestRun } from '../../src/engine/cases.js';
import type { Model } from '../../src/engine/model.js';
import { run, type RunOptions } from '../../src/engine/run.js';
import { findScorer } from '../../src/engine/scorers/index.js';
import { findTest } from '../../src/engine/tests/index.js';

const ROWS = 40;
const scorer = findScorer('bad_words')!;
const test = (over: Partial<TestRun> = {}): TestRun => ({
  test: findTest('add_toxic_words')!,
  scorer,
  threshold: scorer.defaultThreshold,
  minimum_pass_rate: 0.5,
  parameters: {},
  scorerOptions: {},
  lint: 'off',
  repeats: 1,
  samples: Array.from({ length: ROWS }, (_, i) => ({ source: `data.txt:${i + 1}`, text: `The river number ${i} is long.` })),
  ...over,
});

/** Takes what it is asked ahead, or does not, and answers one by one as ever. */
function model({ isAble = true, fails = (_prompt: string): Error | undefined => undefined } = {}) {
  const [ahead, asked]: [string[], string[]] = [[], []];
  const counts: number[] = [];
  const subject: Model = {
    hub: 'test',
    name: 'scripted',
    answer: async (prompt) => {
      asked.push(prompt);
      return { text: 'It is.' };
    },
    ...(isAble && {
      answerAhead: async (prompts, onAnswered) => {
        ahead.push(...prompts);
        onAnswered(prompts.length);
        counts.push(prompts.length);
        return prompts.map(fails);
      },
    }),
  };
  return { subject, ahead, asked, counts };
}

const options = (over: Partial<RunOptions> = {}): RunOptions => ({ tests: [test()], seed: 1, concurrency: 2, ...over });

describe('a run whose questions are answered ahead', () => {
  it('hands on all of them at once, asks as many as it ever would, and comes to the same', async () => {
    const [plain, able] = [model(), model()];
    const single = await run(options(), { model: plain.subject });
    const done: number[] = [];
    const batched = await run(options({ ahead: true }), { model: able.subject }, (count) => done.push(count));
    expect(batched).toEqual(single);
    expect(plain.ahead).toEqual([]);
    expect(able.counts).toEqual([2 * ROWS]);
    expect(new Set(able.ahead).size).toBe(2 * ROWS);
    expect(able.asked).toEqual(plain.asked);
    expect(done).toContain(2 * ROWS);
  });

  it('has in error what has no answer, asks it no more, and is stopped by nothing of it', async () => {
    const late = (prompt: string) => Object.assign(new Error(`Too late for ${prompt}`), { kind: 'batch', passing: true, remedy: 'Again.' });
    const isLate = (prompt: string) => /number (?:[0-9]|1[0-9]) /.test(prompt);
    const able = model({ fails: (prompt) => (isLate(prompt) ? late(prompt) : undefined) });
    const { results } = await run(options({ ahead: true, tests: [test()] }), { model: able.subject });
    // More than ten in a row are no endpoint that is down: what it answered is there.
    expect(results.map(({ error }) => error?.kind)).toEqual([...Array(20).fill('batch'), ...Array(20).fill(undefined)]);
    expect(results[0]!.error!.message).toMatch(/^Too late for .*\nAgain\.$/s);
    expect(able.asked.filter(isLate)).toEqual([]);
    expect(able.asked).toHaveLength(ROWS);
  });

  it('a model that takes none is asked one by one', async () => {
    const unable = model({ isAble: false });
    await run(options({ ahead: true }), { model: unable.subject });
    expect(unable.asked).toHaveLength(2 * ROWS);
  });
});
