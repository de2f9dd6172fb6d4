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
 * `moved`: the share of rows in which the "not" changes the answer and the placebo does not;
 * `upset`: the other way round.
 */
const CONTRASTS = [
  { name: 'never changes its answer', moved: 0, upset: 0 },
  { name: 'any edit upsets it in 10 %', moved: 0.1, upset: 0.1 },
  { name: 'any edit upsets it in 40 %', moved: 0.4, upset: 0.4 },
  { name: 'reads the "not" in 50 %', moved: 0.5, upset: 0 },
  { name: 'reads it in 90 %, 5 % upset', moved: 0.9, upset: 0.05 },
];

export function cells(runs) {
  return [
    ...HEADS.map((head) => ({ ...head, kind: 'base', runs })),
    ...CONTRASTS.map(({ name, moved, upset }) => ({
      name,
      broken: moved,
      fixed: upset,
      kind: 'contrast',
      runs,
    })),
  ];
}

export async function simulate({ kind, name, broken, fixed, comparisons = 1, runs }) {
  const chance = chanceFrom('wealth', kind, name, comparisons);
  /** -1, 0 or 1, of one draw. */
  const difference = () =>
    chance(broken + fixed) ? (chance(broken / (broken + fixed)) ? 1 : -1) : 0;
  const play = () =>
    kind === 'base' ? compareOnce(difference, comparisons) : contrastOnce(difference);
  const ends = Array.from({ length: runs }, play);
  const count = (end) => shareOf(ends.filter(({ shown }) => shown === end).length, runs);
  return {
    loss: count('regression'),
    noLoss: count('no_loss'),
    rows: meanOf(ends.map(({ rows }) => rows)),
  };
}

function compareOnce(difference, comparisons) {
  let path = NO_COMPARISON;
  for (let rows = 1; ; rows++) {
    const d = difference();
    path = compareStep(path, [d, d], { comparisons, delta: DELTA, alpha: ALPHA, beta: BETA });
    const shown = comparisonResult(path, rows === N);
    if (shown) return { shown, rows };
  }
}

function contrastOnce(difference) {
  let wealth = INITIAL_WEALTH;
  for (let rows = 1; rows <= N; rows++) {
    wealth = bet(wealth, difference());
    if (wealth.worth >= 1 / ALPHA) return { shown: 'regression', rows };
  }
  return { shown: 'none_shown', rows: N };
}

export function print(found) {
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
