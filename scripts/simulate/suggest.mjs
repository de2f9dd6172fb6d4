// Minima from `sensitivity suggest`: does an unchanged model pass them in later runs, and are they
// close to the best possible ones?
import { Decider } from '../../src/engine/methods/decision.ts';
import {
  highestMinimum,
  riskPerStream,
  suggestMinimum,
} from '../../src/engine/statistics/suggest.ts';
import { chanceFrom } from './kit.mjs';
import { decimal, meanOf, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';
import { rowsOf } from './streams.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const N = 100;
const MODELS = 200;
const LATER_RUNS = 100;
const RULE = { margin: 0.05, alpha: 0.05, beta: 0.1 };
const VALID = { ...RULE, margin: 0.1 };
/** Largest distance of a suggested minimum of S from the best possible one. */
const NEAR = 0.15;

/**
 * The quantity drawn from 0.6 to 1.0: the rates of V, U and S, or the rate of right answers, with
 * which V goes down to 0.36.
 */
const KINDS = ['streams', 'answers'];

/** @param {number} runs */
export function cells(runs) {
  return KINDS.map((kind) => ({
    kind,
    models: Math.min(MODELS, Math.ceil(runs / 2)),
    runs: Math.min(LATER_RUNS, runs),
  }));
}

/**
 * Probability that the answer to the original, to the placebo and to the perturbed text is right.
 *
 * @param {string} kind
 * @param {import('./table.ts').Chance} chance
 * @returns {[number, number, number]}
 */
function ratesOf(kind, chance) {
  const draw = () => {
    let sum = 0;
    for (let bit = 1; bit <= 16; bit += 1) sum += chance(0.5) ? 2 ** -bit : 0;
    return sum;
  };
  const reads = 0.6 + 0.4 * draw();
  if (kind === 'answers') return [0.6 + 0.4 * draw(), 0.6 + 0.4 * draw(), reads];
  // V is the product of the first two, and U the second: V cannot exceed it.
  const valid = 0.6 + 0.4 * draw();
  const steady = valid + (1 - valid) * draw();
  return [valid / steady, steady, reads];
}

/** @typedef {{ known: boolean, steady: boolean, valid: boolean, right: boolean }} Row */

/**
 * @param {Row[]} rows
 * @param {(row: Row) => boolean} isIn
 * @param {(row: Row) => boolean} passes
 */
const countOf = (rows, isIn, passes) => ({
  rows: rows.filter(isIn).length,
  passes: rows.filter((row) => isIn(row) && passes(row)).length,
});

/** @param {Cell} cell */
export async function simulate({ kind, models, runs }) {
  const chance = chanceFrom('suggest', kind);
  const risk = riskPerStream(1);
  const found = Array.from({ length: models }, () => {
    const rates = ratesOf(kind, chance);
    const rows = [...rowsOf(rates, chance)];
    const valid = suggestMinimum(
      countOf(
        rows,
        () => true,
        (row) => row.valid,
      ),
      VALID,
      risk,
    );
    const steady = suggestMinimum(
      countOf(
        rows,
        (row) => row.known,
        (row) => row.steady,
      ),
      RULE,
      risk,
    );
    const sensitive = suggestMinimum(
      countOf(
        rows,
        (row) => row.valid,
        (row) => row.right,
      ),
      RULE,
      risk,
    );
    const best = highestMinimum(
      { rate: rates[2], rows: Math.round(N * rates[0] * rates[1]) },
      RULE,
      risk,
    );
    const decider = new Decider({
      rows: N,
      valid: { ...VALID, minimum: valid.minimum },
      steady: { ...RULE, minimum: steady.minimum },
      sensitive: { ...RULE, minimum: sensitive.minimum },
      comparisons: [],
    });
    const later = Array.from(
      { length: runs },
      () => decider.decisionIn(decider.walk([...rowsOf(rates, chance)])).outcome,
    );
    return {
      passed: later.filter((outcome) => outcome === 'pass').length / runs,
      distance: Math.abs(sensitive.minimum - best),
    };
  });
  return {
    passed: meanOf(found.map(({ passed }) => passed)),
    near: shareOf(found.filter(({ distance }) => distance <= NEAR).length, models),
    distance: meanOf(found.map(({ distance }) => distance)),
  };
}

/** @type {Record<string, string>} */
const NAMES = { streams: 'V, U and S from 0.6 to 1.0', answers: 'each answer right in 0.6 to 1.0' };

/** @param {Played[]} found */
export function tableText(found) {
  const lines = found.map(({ cell: { kind }, passed, near, distance }) => [
    NAMES[kind],
    percent(passed),
    percent(near),
    decimal(distance),
  ]);
  const [{ cell }] = found;
  const title = `Suggested minima: ${N} rows, ${cell.models} models a line, ${cell.runs} later runs each`;
  return `${title}\n\n${tableOf(['true rates', 'passed later, %', `minimum of S within ${NEAR}, %`, 'mean distance'], lines)}`;
}

/** @param {Played[]} found */
export function claims(found) {
  return found.flatMap(({ cell: { kind }, passed, near }) => [
    moreThan(`suggested minima, ${NAMES[kind]}: passed by the same model`, passed, 0.93),
    // If each answer varies independently, S sees as few as 36 rows: too few for a claim.
    ...(kind === 'streams'
      ? [moreThan(`suggested minima, ${NAMES[kind]}: S within ${NEAR} of the best`, near, 0.9)]
      : []),
  ]);
}
