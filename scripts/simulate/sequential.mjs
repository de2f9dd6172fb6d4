// The plans of `decision: sequential`, beside what dynamic programming says of them exactly, and
// that beside the specification's figures.
import { fateOf } from '../../src/engine/statistics/plan-error.ts';
import { Decider } from '../../src/engine/methods/decision.ts';
import { decimal, percent, tableOf } from '../kit/figures.mjs';
import { chanceFrom, decided } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

/**
 * [minimum, margin, rows, true rate, failed, passed, mean rows], as specified; the tests hold the
 * dynamic programme to them.
 * @type {[number, number, number, number, number, number, number][]}
 */
export const PLANS = [
  [0.85, 0.05, 100, 1, 0, 1, 20],
  [0.85, 0.05, 100, 0.95, 0.000313, 0.999687, 29.7378],
  [0.85, 0.05, 100, 0.9, 0.049793, 0.950207, 51.6228],
  [0.85, 0.05, 100, 0.85, 0.430183, 0.569817, 65.8748],
  [0.85, 0.05, 100, 0.8, 0.850037, 0.149963, 53.1457],
  [0.85, 0.05, 100, 0.7, 0.997189, 0.002811, 25.304],
  [0.85, 0.05, 100, 0.5, 0.999999, 0.000001, 11.2441],
  [0.85, 0.05, 100, 0, 1, 0, 5],
  [0.85, 0.05, 200, 0.9, 0.039389, 0.960611, 56.3916],
  [0.85, 0.05, 200, 0.8, 0.896868, 0.103132, 58.696],
  [0.6, 0.1, 100, 0.7, 0.04329, 0.95671, 26.1667],
  [0.6, 0.1, 100, 0.5, 0.909048, 0.090952, 29.65],
  [0.95, 0.025, 100, 1, 0, 1, 43],
  [0.95, 0.025, 100, 0.98, 0.018442, 0.981558, 65.5565],
  [0.95, 0.025, 100, 0.925, 0.765622, 0.234378, 64.3788],
];
/** Digits of the figures and of the mean number of rows. */
const EXACT = 1e-6;
const EXACT_ROWS = 1e-4;

/** These runs ask no model, so many are possible. */
const MANY = 10;

/** @param {number} runs */
export function cells(runs) {
  return PLANS.map(([minimum, margin, n, rate, failed, passed, rows]) => {
    return { minimum, margin, n, rate, failed, passed, rows, runs: MANY * runs };
  });
}

/** @param {Cell} cell */
export async function simulate({ minimum, margin, n, rate, runs }) {
  const chance = chanceFrom('sequential', minimum, margin, n, rate);
  const sensitive = { minimum, margin, alpha: 0.05, beta: 0.1 };
  const decider = new Decider({ rows: n, sensitive, comparisons: [] });
  const rows = function* () {
    for (let i = 0; i < n; i++) yield { valid: true, right: chance(rate) };
  };
  return { exact: fateOf(decider.sensitive, n, rate), ...decided(decider, runs, rows) };
}

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell: { minimum, margin, n, rate }, passed, rows, exact }) => {
    const plan = [minimum.toFixed(2), margin.toFixed(3), n, rate.toFixed(3)];
    return [
      ...plan,
      percent(passed),
      (100 * exact.passed).toFixed(4),
      decimal(rows, 2),
      exact.rows.toFixed(4),
    ];
  });
  const head = [
    'minimum',
    'margin',
    'rows',
    'true rate',
    'passed, %',
    'exactly',
    'mean rows',
    'exactly',
  ];
  return `decision: sequential, one stream alone, α 0.05, β 0.10, ${found[0].cell.runs} runs a line\n\n${tableOf(head, lines, 0)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  const exact = found.map(({ cell, exact: { failed, passed, rows } }) => {
    /**
     * @param {number} number
     * @param {number} specified
     * @param {number} digits
     */
    const isNear = (number, specified, digits) => Math.abs(number - specified) <= digits;
    const told = `fails ${failed.toFixed(6)}, passes ${passed.toFixed(6)}, after ${rows.toFixed(4)} rows`;
    return {
      text: `sequential, minimum ${cell.minimum}, n = ${cell.n}, true rate ${cell.rate}: ${told}, exactly, as specified`,
      holds:
        isNear(failed, cell.failed, EXACT) &&
        isNear(passed, cell.passed, EXACT) &&
        isNear(rows, cell.rows, EXACT_ROWS),
    };
  });
  const off = found.flatMap(({ cell, passed, rows }) => [
    beyond(passed, cell.passed),
    beyond(rows, cell.rows),
  ]);
  const beyondTwo = off.filter((errors) => errors > 2).length;
  // One of twenty-two lies beyond two standard errors by chance, one of 16,000 beyond four.
  const most = Math.ceil(0.15 * off.length);
  return [
    ...exact,
    {
      text: `sequential, simulated rates and mean rows beyond two standard errors of the exact ones: ${beyondTwo} of ${off.length}, at most ${most} by chance`,
      holds: beyondTwo <= most,
    },
    {
      text: `sequential, the farthest: ${Math.max(...off).toFixed(1)} standard errors, at most 4`,
      holds: Math.max(...off) <= 4,
    },
  ];
}

/**
 * How many standard errors a share or a mean lies from what is exact; a mean that does not vary,
 * none.
 *
 * @param {import('../kit/figures.mjs').Figure} figure
 * @param {number} exact
 */
function beyond({ value, margin }, exact) {
  const off = Math.abs(value - exact);
  return off < 1e-9 ? 0 : off / (margin / 2);
}
