import { describe, expect, it } from '@jest/globals';
import { runOf } from '../scripted.js';
import {
  animal,
  fixed,
  questions,
  statements,
  tripletOf,
  type Asked,
  type Ways,
} from './support.js';
import { one } from '../../support/runs.js';

/**
 * Models of every kind, each with what it deserves. A good one passes in at least 95 % of runs, a
 * bad one in at most 10 %, a deaf one never.
 */
type Deserves = 'good' | 'bad' | 'deaf';

const other = ({ right, wrong, sample }: Asked) =>
  sample.truth === undefined
    ? ['A', 'B', 'C', 'D'].find((label) => label !== right && label !== wrong)!
    : wrong;
const drawn = ({ sample, chance }: Asked) =>
  sample.truth === undefined
    ? 'ABCD'[Math.floor(chance() * 4)]!
    : chance() < 0.5
      ? 'True'
      : 'False';
const isLabelled = ({ sample }: Asked) => sample.truth === undefined;
/** Half of the rows, the same ones each time. */
const knows = ({ sample }: Asked, share = 0.5) => fixed(`${sample.source} ${sample.text}`, share);

const ZOO: Record<string, [Deserves, Ways]> = {
  perfect: ['good', ({ right }) => right],
  'all right options': [
    'good',
    ({ sample, arm, right }) =>
      sample.truth === undefined
        ? (arm === 'test_case' ? sample.negated_answer! : sample.answer!).join(',')
        : right,
  ],
  '98 % right in each answer': [
    'good',
    (asked) => (asked.chance() < 0.98 ? asked.right : asked.wrong),
  ],
  '3 % upset by any edit': [
    'good',
    (asked) =>
      asked.arm !== 'original' && fixed(`${asked.sample.source}${asked.arm}`, 0.03)
        ? asked.wrong
        : asked.right,
  ],
  deaf: ['deaf', ({ plain }) => plain.right],
  'deaf in 40 %': ['bad', (asked) => (knows(asked, 0.4) ? asked.plain.right : asked.right)],
  'same wrong option': ['deaf', ({ plain }) => plain.wrong],
  opposite: ['deaf', ({ wrong }) => wrong],
  'memoriser with another option': [
    'deaf',
    (asked) => (asked.arm === 'original' ? asked.plain.right : other(asked)),
  ],
  'memoriser with a guess': [
    'bad',
    (asked) => (asked.arm === 'original' ? asked.plain.right : drawn(asked)),
  ],
  'any "not" gives D, or False': [
    'deaf',
    (asked) =>
      asked.arm === 'test_case' ? (isLabelled(asked) ? 'D' : 'False') : asked.plain.right,
  ],
  'any edit gives D, or False': [
    'deaf',
    (asked) => (asked.arm === 'original' ? asked.plain.right : isLabelled(asked) ? 'D' : 'False'),
  ],
  random: ['bad', drawn],
  'refuses all': ['deaf', (asked) => (isLabelled(asked) ? 'none' : 'No idea.')],
  'refuses 45 % of the negated': [
    'bad',
    (asked) =>
      asked.arm === 'test_case' && fixed(asked.sample.text, 0.45)
        ? isLabelled(asked)
          ? 'none'
          : 'No idea.'
        : asked.right,
  ],
};

const SEEDS = one([1, 2, 3]);

describe('the zoo', () => {
  it.each(Object.entries(ZOO))('%s', async (_, [deserves, way]) => {
    for (const samples of [questions(100), statements(100)]) {
      const outcomes = await Promise.all(
        SEEDS.map(
          async (seed) =>
            (
              await runOf(
                [tripletOf(samples)],
                { model: animal(samples, way, seed) },
                { seed, concurrency: 8 },
              )
            ).outcome,
        ),
      );
      const passed = outcomes.filter((outcome) => outcome === 'pass').length;
      if (deserves === 'good') expect(passed).toBe(SEEDS.length);
      else expect(passed).toBe(0);
      expect(outcomes).not.toContain('error');
    }
  });

  it.each<[string, Ways]>([
    ['half of its knowledge gone', (asked) => (knows(asked) ? asked.right : asked.wrong)],
    ['inverted', ({ wrong }) => wrong],
    ['deaf', ({ plain }) => plain.right],
  ])('%s beside a good base', async (_, way) => {
    const samples = questions(100);
    for (const seed of SEEDS) {
      const compare = { with: 'base' as const, max_regression: 0.1 };
      const found = await runOf(
        [tripletOf(samples, { compare })],
        { model: animal(samples, way), base: animal(samples, ({ right }) => right) },
        { seed },
      );
      expect(found.outcome).toBe('fail');
    }
  });

  it('costs at most 90 requests for a model that is right in 98 % of its answers, beside an unchanged base', async () => {
    const samples = questions(100);
    const costs = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const model = animal(
          samples,
          (asked) => (asked.chance() < 0.98 ? asked.right : asked.wrong),
          i + 1,
        );
        await runOf(
          [tripletOf(samples, { compare: { with: 'base', max_regression: 0.1 } })],
          { model, base: model },
          { seed: i },
        );
        return model.asked.length;
      }),
    );
    expect(costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toBeLessThan(90);
  });
});
