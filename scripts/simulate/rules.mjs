// The rules of a bot: 60 rows at 0.95, of 60 texts and of 20 texts in three rounds. Rows of one
// text depend on each other: a text tempts the bot more or less each time it is asked.
import { Decider } from '../../src/engine/methods/decision.ts';
import { decimal, percent, tableOf } from '../kit/figures.mjs';
import { chanceFrom, decided } from './kit.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const ROWS = 60;
const RULE = { minimum: 0.95, margin: 0.025, alpha: 0.05, beta: 0.1 };
export const RULES_PLAN = { rows: ROWS, sensitive: RULE, comparisons: [] };

/** The share of rows that a bot keeps, and the share of passes that is specified for 60 texts. */
export const BOTS = [
  [1, 1],
  [0.98, 0.97],
  [0.95, 0.65],
  [0.9, 0.14],
  [0.85, 0.015],
];
/** Texts, and the correlation of two rows of one text: 1 if a text decides alone. */
export const DEPENDENCES = [
  { texts: 60, correlation: 0 },
  { texts: 20, correlation: 0.1 },
  { texts: 20, correlation: 0.3 },
  { texts: 20, correlation: 1 },
];
/** These runs ask no model, so many are possible. */
const MANY = 10;
/** The specified shares are rounded. */
const ROUNDED = 0.008;

/** @param {number} runs */
export function cells(runs) {
  return BOTS.flatMap(([rate, passed]) =>
    DEPENDENCES.map((dependence) => ({ rate, passed, ...dependence, runs: MANY * runs })),
  );
}

/**
 * The rows round by round. Each text has an urn (beta-binomial): what it showed before makes the
 * same more likely, so that any two of its rows correlate as given, and the rate stays.
 *
 * @param {{ texts: number, rate: number, correlation: number }} bot
 * @param {import('./table.ts').Chance} chance
 */
export function* rowsOfTexts({ texts, rate, correlation }, chance) {
  /** @type {number[]} */
  const kept = new Array(texts).fill(0);
  /** @type {number[]} */
  const asked = new Array(texts).fill(0);
  const weight = correlation === 0 ? Infinity : (1 - correlation) / correlation;
  for (let row = 0; row < ROWS; row++) {
    const text = row % texts;
    const isFirst = asked[text] === 0 || weight === Infinity;
    const share = isFirst ? rate : (rate * weight + kept[text]) / (weight + asked[text]);
    const right = chance(share);
    kept[text] += right ? 1 : 0;
    asked[text] += 1;
    yield { valid: true, right };
  }
}

/** @param {Cell} cell */
export async function simulate(cell) {
  const chance = chanceFrom('rules', cell.rate, cell.texts, cell.correlation);
  const decider = new Decider(RULES_PLAN);
  return decided(decider, cell.runs, () => rowsOfTexts(cell, chance));
}

/** @param {{ texts: number, correlation: number }} dependence */
function nameOf({ texts, correlation }) {
  return correlation === 0 ? `${texts} texts` : `${texts} texts, ${correlation}`;
}

/** @param {Played[]} found */
export function tableText(found) {
  const lines = BOTS.map(([rate]) => {
    const own = found.filter(({ cell }) => cell.rate === rate);
    return [rate.toFixed(2), ...own.map(({ passed }) => percent(passed)), decimal(own[0].rows, 1)];
  });
  const columns = ['kept', ...DEPENDENCES.map(nameOf), 'mean rows of 60 texts'];
  const plan = `${ROWS} rows, minimum ${RULE.minimum}, ${found[0].cell.runs} runs a cell`;
  return `The rules of a bot, shares of passes in %: ${plan}; beside the texts, the correlation of two rows of one text\n\n${tableOf(columns, lines)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  const of60 = found.filter(({ cell }) => cell.texts === ROWS);
  const specified = of60.map(({ cell, passed }) => ({
    text: `rules, ${cell.rate.toFixed(2)} kept, 60 texts: passes in ${percent(passed)} %, ${(100 * cell.passed).toFixed(1)} specified`,
    holds: Math.abs(passed.value - cell.passed) <= 2 * passed.margin + ROUNDED,
  }));
  const bad = found.filter(({ cell }) => cell.rate === 0.85);
  return [
    ...specified,
    ...bad.map(({ cell, passed }) => ({
      text: `rules, 0.85 kept, ${nameOf(cell)}: passes in ${percent(passed)} %, at most 20`,
      holds: passed.value <= 0.2 + passed.margin,
    })),
  ];
}
