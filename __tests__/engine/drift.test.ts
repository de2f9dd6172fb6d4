import {
  ALARM,
  NO_DRIFT,
  nightP,
  poissonBinomial,
  addToTallies,
  addNight,
  type DriftState,
} from '../../src/engine/drift/drift.ts';
import { normalCdf, normalQuantile } from '../../src/engine/statistics/normal.ts';

it.each([
  [0, 0.5],
  [1.959963984540054, 0.975],
  [-1, 0.15865525393145707],
  [-8, 6.220960574271785e-16],
  [-20, 2.753624118606233e-89],
])('Φ(%d) = %d, and back', (z, p) => {
  expect(normalCdf(z) / p).toBeCloseTo(1, 7);
  expect(normalQuantile(p)).toBeCloseTo(z, 6);
});

it('a sum of unequal trials', () => {
  const [none, one, two] = poissonBinomial([0.5, 0.2]);
  expect([none, one, two]).toEqual([expect.closeTo(0.4), expect.closeTo(0.5), expect.closeTo(0.1)]);
});

it('the p-value of a night counts tonight, and leaves out rows without an answer', () => {
  const record = addToTallies('1111', addToTallies('1111', addToTallies('1111')));
  // Row 0 fails for the first time: K = 3 of 4; rows 1 and 2 are certain, row 3 has no answer.
  expect(nightP(record, '011-', 0.5)).toBeCloseTo(0.5 * 0.25);
  expect(nightP(record, '111-', 0.5)).toBeCloseTo(0.5);
  expect(nightP([], '1111', 0.5)).toBeUndefined();
  expect(nightP(record, '----', 0.5)).toBeUndefined();
});

function after(
  state: DriftState,
  nights: number,
  p: (night: number) => number,
): ReturnType<typeof addNight> {
  let found = addNight(state, p(0));
  for (let night = 1; night < nights && !found.alarm; night += 1)
    found = addNight(found.state, p(night));
  return found;
}
const usual = (night: number): number => ((night * 7 + 3) % 19) / 20 + 0.05;

it('usual nights raise no alarm, and a loss raises one that starts the record anew', () => {
  const quiet = after(NO_DRIFT, 300, usual);
  expect(quiet.alarm).toBeUndefined();
  expect(Math.max(quiet.state.worse, quiet.state.better)).toBeLessThan(ALARM);
  expect(after(quiet.state, 5, () => 1e-9)).toMatchObject({ alarm: 'worse', state: NO_DRIFT });
  expect(after(quiet.state, 5, () => 1 - 1e-9)).toMatchObject({ alarm: 'better', state: NO_DRIFT });
});

it('raises no alarm before ten nights of record', () => {
  expect(after(NO_DRIFT, 10, () => 1e-12).alarm).toBeUndefined();
});

it('takes a night less seriously where earlier nights vary more than their rows', () => {
  const wild = after(NO_DRIFT, 30, (night) => (night % 2 ? 0.01 : 0.99));
  expect(wild.dispersion).toBeGreaterThan(5);
  expect(addNight(wild.state, 0.01).state.worse).toBeLessThan(
    addNight(after(NO_DRIFT, 30, usual).state, 0.01).state.worse,
  );
});

it('stays finite at the ends', () => {
  for (const p of [0, 1e-320, 1, 1 - 1e-16])
    expect(Number.isFinite(addNight(NO_DRIFT, p).state.worse)).toBe(true);
});
