import {
  bet,
  betAbove,
  betBelow,
  type Difference,
  WEALTH,
  type Wealth,
} from '../statistics/wealth.js';

export type Range = readonly [low: Difference, high: Difference];

/** The least and the greatest difference, since an unknown side may be either. */
export function difference(one: boolean | undefined, other: boolean | undefined): Range {
  return [minus(one ?? false, other ?? true), minus(one ?? true, other ?? false)];
}

function minus(one: boolean, other: boolean): Difference {
  if (one === other) return 0;
  return one ? 1 : -1;
}

export interface ComparisonRules {
  /** Comparisons of the whole run, K: each is a chance of a false alarm. */
  comparisons: number;
  delta: number;
  alpha: number;
  beta: number;
}

/** `no_loss`: shown to be below δ. `none_shown`: the rows ended, and neither was shown. */
export type Shown = 'regression' | 'no_loss' | 'none_shown';

/** Bets on one course of the differences: any loss, a loss above δ, a loss below δ. */
interface Bets {
  loss: Wealth;
  large: Wealth;
  noLoss: Wealth;
  isLost?: boolean;
  shown?: 'regression' | 'no_loss';
}

/** An open comparison, with every unknown difference taken as its lowest and as its highest. */
export interface ComparisonPath {
  low: Bets;
  high: Bets;
  /** The most that the bet on a loss was worth, by what is known for certain. */
  worth: number;
}

const START: Bets = { loss: WEALTH, large: WEALTH, noLoss: WEALTH };
export const NO_COMPARISON: ComparisonPath = { low: START, high: START, worth: 1 };

/**
 * Unknown differences lie between `least` and `most`. A higher difference raises the bets on a loss
 * and lowers the bet on none. A regression on the lowest course therefore holds on all courses, and
 * so does no loss on the highest. A crossed bound is final.
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
 * A regression needs two bets: any loss is certain (W reached K/α at some row), and the loss is
 * probably above δ.
 */
function step(
  bets: Bets,
  d: Difference,
  { comparisons, delta, alpha, beta }: ComparisonRules,
): Bets {
  if (bets.shown) return bets;
  const loss = bet(bets.loss, d);
  const large = betAbove(bets.large, d, delta);
  const noLoss = betBelow(bets.noLoss, d, delta);
  const isLost = bets.isLost === true || loss.worth >= comparisons / alpha;
  const next = { loss, large, noLoss, isLost };
  if (isLost && large.worth >= LARGE) return { ...next, shown: 'regression' };
  return noLoss.worth >= 1 / beta ? { ...next, shown: 'no_loss' } : next;
}

/** Returns undefined while open rows, or rows in error, could change the result. */
export function comparisonEnd({ low, high }: ComparisonPath, isLast: boolean): Shown | undefined {
  if (low.shown === 'regression') return 'regression';
  if (high.shown === 'no_loss') return 'no_loss';
  return isLast && high.shown === undefined ? 'none_shown' : undefined;
}
