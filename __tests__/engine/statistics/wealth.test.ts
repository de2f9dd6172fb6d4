import { chances } from '../scripted.ts';
import {
  bet,
  betBelow,
  type Difference,
  INITIAL_WEALTH,
  type Wealth,
} from '../../../src/engine/statistics/wealth.ts';

function walk(
  ds: readonly Difference[],
  step: (wealth: Wealth, d: Difference) => Wealth,
): number[] {
  let wealth = INITIAL_WEALTH;
  return ds.map((d) => (wealth = step(wealth, d)).worth);
}

describe('the betting wealth', () => {
  it('has its reference values', () => {
    const worths = walk([1, 0, 0, 1, -1, 1, 0, 1, 1, 0], bet);
    [1.5, 1.5, 1.5, 2.325, 0.9375, 1.339912, 1.339912, 1.969519, 2.973313, 2.973313].forEach(
      (worth, i) => expect(Math.abs(worths[i]! - worth)).toBeLessThan(1e-6),
    );
    const below = walk(
      Array.from({ length: 10 }, () => 0 as const),
      (wealth, d) => betBelow(wealth, d, 0.1),
    );
    [
      1.055556, 1.115123, 1.179029, 1.247628, 1.321303, 1.400473, 1.485593, 1.577158, 1.675706,
      1.781823,
    ].forEach((worth, i) => expect(Math.abs(below[i]! - worth)).toBeLessThan(1e-6));
  });

  it('is not overflown by many rows', () => {
    expect(
      walk(
        Array.from({ length: 5000 }, () => 1 as const),
        bet,
      ).at(-1),
    ).toBe(Infinity);
    expect(
      walk(
        Array.from({ length: 5000 }, () => -1 as const),
        bet,
      ).at(-1),
    ).toBeLessThan(1e-100);
    expect(() => betBelow(INITIAL_WEALTH, 0, 0)).toThrow(/delta/);
  });

  it('calls no more unchanged models worse than it may, at whatever row one looks', () => {
    const draw = chances(5);
    let alarms = 0;
    const runs = 2000;
    for (let run = 0; run < runs; run += 1) {
      let wealth = INITIAL_WEALTH;
      // One row in five differs, one way as often as the other.
      for (let row = 0; row < 100 && wealth.worth < 20; row += 1)
        wealth = bet(wealth, draw() < 0.8 ? 0 : draw() < 0.5 ? 1 : -1);
      alarms += wealth.worth >= 20 ? 1 : 0;
    }
    expect(alarms / runs).toBeLessThan(0.05);
  });
});
