// Head against base: the rate of false alarms, and the rate of drops that are found.
import { lessThan, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';
import { chanceFrom, drawModel, rowsOf, runEngine, testOver } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const RATE = 0.8;
/** How a base that passes 80 % of its rows does it: by row, the probability to pass. */
/** @type {Record<string, (share: number) => number>} */
const NOISES = {
  'each row 0.80': () => 0.8,
  'rows 0.95 or 0.20': (share) => (share < 0.8 ? 0.95 : 0.2),
};

/** @param {number} runs */
export function cells(runs) {
  const kinds = [
    [0, 100, 1],
    [0, 150, 1],
    [0, 100, 2],
    [0.1, 100, 1],
    [0.1, 150, 1],
    [0.2, 100, 1],
    [0.2, 150, 1],
  ];
  return kinds.flatMap(([drop, n, tests]) =>
    Object.keys(NOISES).map((noise) => ({ drop, n, tests, noise, runs: Math.ceil(0.5 * runs) })),
  );
}

/** @param {Cell} cell */
export async function simulate({ drop, n, tests, noise, runs }) {
  const chance = chanceFrom('regressions', drop, n, tests, noise);
  const rows = rowsOf(tests * n);
  // A minimum of 0 leaves the verdict to the comparison alone.
  const compared = Array.from({ length: tests }, (_, i) =>
    testOver(rows.samples.slice(i * n, (i + 1) * n), {
      minimum_pass_rate: 0,
      compare: { max_regression: 0.05 },
    }),
  );
  /** @param {number} kept share of what it passes */
  const passing = (kept) =>
    drawModel(rows, 1, (row, isChanged) =>
      isChanged && chance(kept * NOISES[noise]((row % n) / n)) ? 'B' : 'A',
    )();
  let fails = 0;
  for (let i = 0; i < runs; i++) {
    const { outcome } = await runEngine(compared, {
      model: passing(1 - drop / RATE),
      base: passing(1),
    });
    fails += outcome === 'fail' ? 1 : 0;
  }
  return { fails: shareOf(fails, runs) };
}

/** @param {Cell} cell */
const nameOf = ({ drop }) => (drop === 0 ? 'none' : `${100 * drop} points`);

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell, fails }) => [
    nameOf(cell),
    cell.noise,
    cell.tests,
    cell.n,
    percent(fails),
  ]);
  const title = `Runs called a regression, in %: base passes 80 %, max_regression 0.05, ${found[0].cell.runs} runs a line`;
  return `${title}\n\n${tableOf(['true drop', 'noise', 'tests', 'rows', 'called a regression'], lines, 2)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  return found.flatMap(({ cell, fails }) => {
    const where = `${cell.noise}, n = ${cell.n}, ${cell.tests === 1 ? 'one test' : 'two tests'}`;
    if (cell.drop === 0) return [lessThan(`no change called a regression, ${where}`, fails, 0.05)];
    return cell.drop === 0.2 ? [moreThan(`a drop of 20 points found, ${where}`, fails, 0.8)] : [];
  });
}
