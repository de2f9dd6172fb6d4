// The three streams of a test that is asked three ways, V, U and S, until all have decided.
import { Decider } from '../../src/engine/methods/decision.ts';
import { decimal, percent, tableOf } from '../kit/figures.mjs';
import { PLAN, chanceFrom, decided } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

/**
 * How often the answers to the original, to the placebo and to the perturbed text are right, with
 * the share of passes and the mean of rows that are specified.
 * @type {[name: string, rates: [number, number, number], passed: number, rows: number][]}
 */
export const MODELS = [
  ['perfect', [1, 1, 1], 1, 20],
  ['each answer right in 98 %', [0.98, 0.98, 0.98], 1, 25.7],
  ['each answer right in 95 %', [0.95, 0.95, 0.95], 0.9993, 38.2],
  ['each answer right in 92 %', [0.92, 0.92, 0.92], 0.969, 58.3],
  ['each answer right in 90 %', [0.9, 0.9, 0.9], 0.866, 71.7],
  ['a harmless edit upsets it in 5 %', [1, 0.95, 1], 0.9997, 29.7],
  ['a harmless edit upsets it in 30 %', [1, 0.7, 1], 0.0028, 25.3],
];
/** The specified values are rounded, or simulated themselves. */
const ROUNDED = 0.002;
const ROUNDED_ROWS = 0.2;

/** These runs ask no model, so many are possible. */
const MANY = 10;

/** @param {number} runs */
export function cells(runs) {
  return MODELS.map(([name, rates, passed, rows]) => ({
    name,
    rates,
    passed,
    rows,
    runs: MANY * runs,
  }));
}

/**
 * Rows of a model in the order of asking.
 *
 * @param {[knows: number, keeps: number, reads: number]} rates
 * @param {import('./table.ts').Chance} chance
 */
export function* rowsOf([knows, keeps, reads], chance) {
  for (let i = 0; i < PLAN.rows; i++) {
    const [known, steady] = [chance(knows), chance(keeps)];
    yield { known, steady, valid: known && steady, right: chance(reads) };
  }
}

/** @param {Cell} cell */
export async function simulate({ name, rates, runs }) {
  /** @param {Decider} decider */
  const play = (decider) => {
    const chance = chanceFrom('streams', name);
    return decided(decider, runs, () => rowsOf(rates, chance));
  };
  const { steady: _steady, ...withoutU } = PLAN;
  return { ...play(new Decider(PLAN)), withoutU: play(new Decider(withoutU)).passed };
}

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell: { name }, passed, rows, withoutU }) => [
    name,
    percent(passed),
    decimal(rows, 1),
    percent(withoutU),
  ]);
  const plan = `at most ${PLAN.rows} rows, minimum 0.85, min_valid 0.60, min_steady 0.85, ${found[0].cell.runs} runs a line`;
  return `V, U and S together: ${plan}\n\n${tableOf(['model', 'passed, %', 'mean rows', 'passed without U, %'], lines)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  return found.map(({ cell, passed, rows }) => ({
    text: `V, U and S, ${cell.name}: passes in ${percent(passed)} %, ${(100 * cell.passed).toFixed(2)} specified; after ${decimal(rows, 1)} rows, ${cell.rows} specified`,
    holds: isNear(passed, cell.passed, ROUNDED) && isNear(rows, cell.rows, ROUNDED_ROWS),
  }));
}

/**
 * Within twice its margin, which is four standard errors, of what is specified.
 *
 * @param {import('../kit/figures.mjs').Figure} figure
 * @param {number} specified
 * @param {number} rounded
 */
function isNear({ value, margin }, specified, rounded) {
  return Math.abs(value - specified) <= 2 * margin + rounded;
}
