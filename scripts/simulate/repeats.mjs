// Repeats: a model with steady rows whose answers are wrong now and then, independently.
import { lessThan, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';
import { chanceFrom, drawModel, rowsOf, runEngine, testOver } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const N = 100;
const ASTRAY = 0.2;
const MINIMUM = 0.7;

/** A share near one half needs many runs. */
const LEAST_RUNS = 40;

/** @param {number} runs */
export const cells = (runs) =>
  [0.8, 0.6].flatMap((good) =>
    [1, 3, 5].map((repeats) => ({
      good,
      repeats,
      runs: Math.max(LEAST_RUNS, Math.ceil(0.2 * runs)),
    })),
  );

/** @param {Cell} cell */
export async function simulate({ good, repeats, runs }) {
  const chance = chanceFrom('repeats', good, repeats);
  const rows = rowsOf(N);
  const tests = [testOver(rows.samples, { repeats })];
  let [wrong, requests] = [0, 0];
  for (let i = 0; i < runs; i++) {
    // The same number of rows in each run, so that only the answers vary.
    const model = drawModel(rows, repeats, (row, isChanged) =>
      isChanged && row < good * N !== chance(ASTRAY) ? 'B' : 'A',
    )();
    const { outcome } = await runEngine(tests, { model });
    if (outcome !== (good >= MINIMUM ? 'pass' : 'fail')) wrong += 1;
    requests += model.requests;
  }
  return { wrong: shareOf(wrong, runs), requests: requests / runs };
}

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell: { good, repeats }, wrong, requests }) => [
    good.toFixed(2),
    repeats,
    percent(wrong),
    requests,
  ]);
  const head = ['rows that react', 'repeats', 'wrong', 'requests'];
  const title = `Wrong verdicts in % of runs: each answer goes astray in ${100 * ASTRAY} % of cases, n = ${N}, minimum 0.70`;
  return `${title}, ${found[0].cell.runs} runs a line\n\n${tableOf(head, lines)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  const wrong = (/** @type {number} */ repeats) => {
    const asked = found.find(({ cell }) => cell.good === 0.8 && cell.repeats === repeats);
    if (asked === undefined) throw new RangeError(`no line of ${repeats} repeats`);
    return asked.wrong;
  };
  return [
    moreThan('a good model whose answers go astray, asked once, fails', wrong(1), 0.5),
    lessThan('the same model, asked five times a row, fails', wrong(5), 0.05),
  ];
}
