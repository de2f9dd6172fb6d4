import {
  compareStep,
  comparisonResult,
  NO_COMPARISON,
} from '../../../src/engine/methods/comparison.ts';
import { runTests } from '../../../src/engine/run.ts';
import { failingStreams } from '../../../src/engine/verdict/own-outcome.ts';
import type { Difference } from '../../../src/engine/statistics/wealth.ts';
import { failedBefore } from '../../../src/report/story/baseline.ts';
import { animal, questions, tripletOf } from './support.ts';

const RULES = { comparisons: 2, delta: 0.1, alpha: 0.05, beta: 0.1 };

/** What is shown, and after how many rows. */
function compare(ds: readonly Difference[], rules = RULES) {
  let path = NO_COMPARISON;
  for (const [i, d] of ds.entries()) {
    path = compareStep(path, [d, d], rules);
    const shown = comparisonResult(path, i === ds.length - 1);
    if (shown) return { shown, rows: i + 1, worth: path.worth };
  }
  throw new Error('No rows');
}

/** Every so many rows one is broken, from the first on. */
const everyNth = (n: number, rows = 100): Difference[] =>
  Array.from({ length: rows }, (_, i) => (i % n === n - 1 ? 1 : 0));

describe('head against base', () => {
  it('what was certainly lost, and is not more than δ, is no regression', () => {
    // 7 rows of 100 lost and none gained: surely a loss.
    const found = compare(everyNth(14), { ...RULES, comparisons: 1 });
    expect(found.shown).not.toBe('regression');
    expect(compare(everyNth(14), { ...RULES, comparisons: 1, delta: 0.001 })).toMatchObject({
      shown: 'regression',
    });
  });

  it('a fifth lost is one', () => {
    expect(compare(everyNth(5))).toMatchObject({ shown: 'regression' });
  });
});

describe('a base and its own streams', () => {
  const samples = questions(100);
  const compare = { max_regression: 0.05 };
  /** Overlooks every "not"; the base is right in this share of its answers. */
  const rowOf = async (seed: number, share: number) => {
    const model = animal(samples, ({ plain }) => plain.right, seed);
    const base = animal(
      samples,
      ({ right, wrong, chance }) => (chance() < share ? right : wrong),
      seed,
    );
    const options = { tests: [tripletOf(samples, { compare })], seed, concurrency: 8 };
    const { report } = await runTests(options, { model, base });
    return report[0]!;
  };
  const seeds = Array.from({ length: 25 }, (_, i) => i + 1);

  it('a base that is right in 95 % of its answers fails in none of 25 runs, whatever its raw rate', async () => {
    const rows = await Promise.all(seeds.map((seed) => rowOf(seed, 0.95)));
    expect(rows.every(({ outcome }) => outcome === 'fail')).toBe(true);
    expect(rows.flatMap((row) => failingStreams(row).baseline)).toEqual([]);
    const isLow = ({ baseline, minimum_pass_rate }: (typeof rows)[number]) =>
      baseline!.pass_rate! < minimum_pass_rate;
    expect(rows.filter(isLow).length).toBeGreaterThan(5);
    for (const row of rows) expect(failedBefore(row)).toBe(false);
  });

  it('a base that fails as the head does is said to fail', async () => {
    const deaf = await runTests(
      { tests: [tripletOf(samples, { compare })], seed: 1, concurrency: 8 },
      {
        model: animal(samples, ({ plain }) => plain.right),
        base: animal(samples, ({ plain }) => plain.right),
      },
    );
    expect(failedBefore(deaf.report[0]!)).toBe(true);
  });
});
