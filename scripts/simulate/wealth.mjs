// Bets on rows: a head beside its base, and the contrast of the "not" with the placebo. How often
// is a loss seen where there is none?
import {
  compareStep,
  comparisonResult,
  NO_COMPARISON,
} from '../../src/engine/methods/comparison.ts';
import { bet, INITIAL_WEALTH } from '../../src/engine/statistics/wealth.ts';
import { chanceFrom } from './kit.mjs';
import { decimal, lessThan, meanOf, moreThan, percent, shareOf, tableOf } from '../kit/figures.mjs';

/**
 * @typedef {ReturnType<typeof cells>[number]} Cell
 * @typedef {import('./table.ts').Played<Cell, typeof simulate>} Played
 */

const N = 100;
const ALPHA = 0.05;
const BETA = 0.1;
const DELTA = 0.1;

/** `broken`, `fixed`: the share of rows in which the head is worse, and better, than the base. */
const HEADS = [
  { name: 'answers as the base does', broken: 0, fixed: 0, comparisons: 1 },
  { name: 'no worse, 5 % turn each way', broken: 0.05, fixed: 0.05, comparisons: 1 },
  { name: 'no worse, 5 % turn each way', broken: 0.05, fixed: 0.05, comparisons: 2 },
  { name: 'no worse, 20 % turn each way', broken: 0.2, fixed: 0.2, comparisons: 1 },
  { name: 'no worse, 20 % turn each way', broken: 0.2, fixed: 0.2, comparisons: 2 },
  { name: 'loses 10 %, which is δ', broken: 0.1, fixed: 0, comparisons: 1 },
  { name: 'loses 10 %, 10 % turn each way beside', broken: 0.2, fixed: 0.1, comparisons: 1 },
  { name: 'loses 20 %', broken: 0.2, fixed: 0, comparisons: 1 },
  { name: 'loses 20 %', broken: 0.2, fixed: 0, comparisons: 2 },
  { name: 'loses 50 %', broken: 0.5, fixed: 0, comparisons: 2 },
];
/**
 * `onlyNot`: the share of rows in which the "not" changes the answer and the placebo does not;
 * `onlyPlacebo`: the other way round.
 */
const CONTRASTS = [
  { name: 'never changes its answer', onlyNot: 0, onlyPlacebo: 0 },
  { name: 'any edit upsets it in 10 %', onlyNot: 0.1, onlyPlacebo: 0.1 },
  { name: 'any edit upsets it in 40 %', onlyNot: 0.4, onlyPlacebo: 0.4 },
  { name: 'reads the "not" in 50 %', onlyNot: 0.5, onlyPlacebo: 0 },
  { name: 'reads it in 90 %, 5 % upset', onlyNot: 0.9, onlyPlacebo: 0.05 },
];

/** @param {number} runs */
export function cells(runs) {
  return [
    ...HEADS.map((head) => ({ ...head, kind: 'base', runs })),
    ...CONTRASTS.map(({ name, onlyNot, onlyPlacebo }) => ({
      name,
      broken: onlyNot,
      fixed: onlyPlacebo,
      comparisons: 1,
      kind: 'contrast',
      runs,
    })),
  ];
}

/** @param {Cell} cell */
export async function simulate({ kind, name, broken, fixed, comparisons, runs }) {
  const chance = chanceFrom('wealth', kind, name, comparisons);
  /** The loss of a row: 1 if it is broken, -1 if it is fixed, else 0. */
  const drawLoss = () => {
    if (!chance(broken + fixed)) return 0;
    return chance(broken / (broken + fixed)) ? 1 : -1;
  };
  const play = () =>
    kind === 'base' ? compareOnce(drawLoss, comparisons) : contrastOnce(drawLoss);
  const ends = Array.from({ length: runs }, play);
  /** @param {string} end */
  const count = (end) => shareOf(ends.filter(({ shown }) => shown === end).length, runs);
  return {
    loss: count('regression'),
    noLoss: count('no_loss'),
    rows: meanOf(ends.map(({ rows }) => rows)),
  };
}

/**
 * @param {() => -1 | 0 | 1} drawLoss
 * @param {number} comparisons
 */
function compareOnce(drawLoss, comparisons) {
  let path = NO_COMPARISON;
  for (let rows = 1; ; rows++) {
    const loss = drawLoss();
    path = compareStep(path, [loss, loss], { comparisons, delta: DELTA, alpha: ALPHA, beta: BETA });
    const shown = comparisonResult(path, rows === N);
    if (shown) return { shown, rows };
  }
}

/** @param {() => -1 | 0 | 1} drawLoss */
function contrastOnce(drawLoss) {
  let wealth = INITIAL_WEALTH;
  for (let rows = 1; rows <= N; rows++) {
    wealth = bet(wealth, drawLoss());
    if (wealth.worth >= 1 / ALPHA) return { shown: 'regression', rows };
  }
  return { shown: 'none_shown', rows: N };
}

/** @param {Played[]} found */
export function tableText(found) {
  /** @param {string} kind */
  const of = (kind) => found.filter(({ cell }) => cell.kind === kind);
  const heads = of('base').map(({ cell: { name, comparisons }, loss, noLoss, rows }) => [
    name,
    comparisons,
    percent(loss),
    percent(noLoss),
    decimal(rows, 1),
  ]);
  const contrasts = of('contrast').map(({ cell, loss, rows }) => [
    cell.name,
    percent(loss),
    decimal(rows, 1),
  ]);
  const { runs } = found[0].cell;
  return [
    `Head against base by wealth, in % of runs: at most ${N} rows, α ${ALPHA}, β ${BETA}, δ ${DELTA}, ${runs} runs a line`,
    tableOf(
      ['head', 'comparisons', 'called a regression', 'shown to lose less than δ', 'mean rows'],
      heads,
    ),
    `The contrast with the placebo, rows without a key, in % of runs: at most ${N} rows, α ${ALPHA}, ${runs} runs a line`,
    tableOf(['model', 'contrast shown', 'mean rows'], contrasts),
  ].join('\n\n');
}

/** @param {Played[]} found */
export function claims(found) {
  return found.flatMap(({ cell: { kind, name, broken, fixed, comparisons }, loss, noLoss }) => {
    const where = `${name}${comparisons > 1 ? `, ${comparisons} comparisons` : ''}`;
    if (kind === 'contrast') {
      if (broken === fixed)
        return [lessThan(`the contrast is shown of a model that ${where}`, loss, ALPHA)];
      return [moreThan(`the contrast is shown of a model that ${where}`, loss, 0.95)];
    }
    if (broken === fixed) return [lessThan(`called a regression: ${where}`, loss, ALPHA)];
    const isLost = broken - fixed >= DELTA - 1e-9;
    return [
      ...(isLost ? [lessThan(`shown to lose less than δ: ${where}`, noLoss, BETA)] : []),
      ...(broken >= 0.2 && fixed === 0
        ? [moreThan(`called a regression: ${where}`, loss, 0.9)]
        : []),
    ];
  });
}
