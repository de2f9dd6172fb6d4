import {
  sequentialTest,
  errorRates,
  operatingCharacteristic,
  fisher,
  holm,
  fewestRows,
  startBets,
  upperTail,
  type RatePlan,
} from '../../src/engine/statistics.ts';
import { recordsIn } from '../support/oracle.ts';

const plan = (minimum: number, margin: number): RatePlan => ({
  minimum,
  margin,
  alpha: 0.05,
  beta: 0.1,
});

/** Exact values of one sequential test, computed by a dynamic programme in Python. */
it.each(recordsIn<number[]>('__tests__/engine/data/fates.jsonl'))(
  'minimum %d ± %d of %d rows: a model at %d',
  (minimum, margin, n, p, failed, passed, rows) => {
    const fate = operatingCharacteristic(plan(minimum, margin), n, p);
    expect(fate.failed).toBeCloseTo(failed, 5);
    expect(fate.passed).toBeCloseTo(passed, 5);
    expect(fate.rows).toBeCloseTo(rows, 3);
  },
);

it('the fewest rows of a pass, and the error rates of a plan', () => {
  expect([plan(0.85, 0.05), plan(0.95, 0.05), plan(0.9, 0.05)].map(fewestRows)).toEqual([
    20, 43, 21,
  ]);
  expect([plan(0, 0.05), plan(1, 0.05)].map(fewestRows)).toEqual([1, 1]);
  const { good, bad, failed_if_good, passed_if_bad } = errorRates(plan(0.85, 0.05), 100);
  expect([good, bad].map((rate) => rate.toFixed(2))).toEqual(['0.90', '0.80']);
  expect([failed_if_good, passed_if_bad].map((rate) => rate.toFixed(3))).toEqual([
    '0.050',
    '0.150',
  ]);
  expect([3, 4].map((passes) => sequentialTest(plan(1, 0.05))(passes, 4))).toEqual([
    'bad',
    undefined,
  ]);
  expect(sequentialTest(plan(0, 0.05))(0, 9)).toBe('good');
});

it('bets of a comparison', () => {
  const worths = (gains: number[]) => {
    const bet = startBets();
    return gains.map((gain) => Number(bet(gain).toFixed(6)));
  };
  expect(worths([1, 0, 0, 1, -1, 1, 0, 1, 1, 0])).toEqual([
    1.5, 1.5, 1.5, 2.325, 0.9375, 1.339912, 1.339912, 1.969519, 2.973313, 2.973313,
  ]);
  expect(worths(Array<number>(10).fill(0.1 / 0.9))).toEqual([
    1.055556, 1.115123, 1.179029, 1.247628, 1.321303, 1.400473, 1.485593, 1.577158, 1.675706,
    1.781823,
  ]);
});

it('tails, and tests of several parts', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(upperTail(5, 10, 0.5)).toBeCloseTo(0.623046875, 9);
  const asks = (restored: number, asked: number) => ({ restored, asked });
  const row = [asks(3, 3), asks(0, 3)] as const;
  const lost = [asks(0, 5), asks(0, 5)] as const;
  expect(fisher([row])).toBeCloseTo(0.05, 9);
  expect(fisher([row, lost, row])).toBeCloseTo(0.05 ** 2, 9);
  expect(fisher([[asks(2, 3), asks(1, 3)], row])).toBeCloseTo(0.0475, 9);
  expect(fisher([[asks(0, 0), asks(0, 3)]])).toBe(1);
});
