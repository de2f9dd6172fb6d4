import {
  bet,
  betAbove,
  betBelow,
  type Difference,
  WEALTH,
  type Wealth,
} from '../statistics/wealth.js';

export type Range = readonly [low: Difference, high: Difference];

export interface ComparisonRules {
  /** Comparisons of the whole run, K: each is a chance of a false alarm. */
  comparisons: number;
  delta: number;
  alpha: number;
  beta: number;
}

/** `no_loss`: shown to be below δ. `none_shown`: the rows ended, and neither was shown. */
export type Shown = 'regression' | 'no_loss' | 'none_shown';

/**
 * The bets on one course of things: that anything was lost, that more than δ was, that less was.
 */
interface Bets {
  loss: Wealth;
  large: Wealth;
  noLoss: Wealth;
  isLost?: boolean;
  shown?: 'regression' | 'no_loss';
}

/** A comparison on its way, with all that is unknown taken for the lowest and for the highest. */
export interface ComparisonPath {
  low: Bets;
  high: Bets;
  /** The most that the bet on a loss was worth, by what is known for certain. */
  worth: number;
}

const START: Bets = { loss: WEALTH, large: WEALTH, noLoss: WEALTH };
export const NO_COMPARISON: ComparisonPath = { low: START, high: START, worth: 1 };

/**
 * A higher difference raises the first bet and lowers the second at every later look: so a
 * regression on the lowest course is one on all, and no loss on the highest is none on any. A
 * crossed bound is final.
 */
export function compareStep(
  { low, high, worth }: ComparisonPath,
  [least, most]: Range,
  rules: ComparisonRules,
): ComparisonPath {
  const next = step(low, least, rules);
  const isOne = low === high && least === most;
  return {
    low: next,
    high: isOne ? next : step(high, most, rules),
    worth: Math.max(worth, next.loss.worth),
  };
}

/** The wealth that the bet on a loss above δ needs beside the bet on any loss: twice its stake. */
const LARGE = 2;

/**
 * A regression is certain (W reached K/α at some row) and rather above δ than not: a loss of less
 * is put up with.
 */
function step(
  bets: Bets,
  d: Difference,
  { comparisons, delta, alpha, beta }: ComparisonRules,
): Bets {
  if (bets.shown) return bets;
  const [loss, large, noLoss] = [
    bet(bets.loss, d),
    betAbove(bets.large, d, delta),
    betBelow(bets.noLoss, d, delta),
  ];
  const isLost = bets.isLost === true || loss.worth >= comparisons / alpha;
  const shown =
    isLost && large.worth >= LARGE
      ? 'regression'
      : noLoss.worth >= 1 / beta
        ? 'no_loss'
        : undefined;
  return { loss, large, noLoss, isLost, shown };
}

/** Undefined as long as rows, or those in error, could say something else. */
export function comparisonEnd({ low, high }: ComparisonPath, isLast: boolean): Shown | undefined {
  if (low.shown === 'regression') return 'regression';
  if (high.shown === 'no_loss') return 'no_loss';
  return isLast && high.shown === undefined ? 'none_shown' : undefined;
}
