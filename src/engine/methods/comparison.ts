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
export function difference(a: boolean | undefined, b: boolean | undefined): Range {
  return [minus(a ?? false, b ?? true), minus(a ?? true, b ?? false)];
}

function minus(a: boolean, b: boolean): Difference {
  if (a === b) return 0;
  return a ? 1 : -1;
}

export interface ComparisonRules {
  /** Comparisons of the whole run, K: each is a chance of a false alarm. */
  comparisons: number;
  delta: number;
  alpha: number;
  beta: number;
}

/** `no_loss`: shown to be below δ. `none_shown`: the rows ended, and neither was shown. */
export type ComparisonResult = 'regression' | 'no_loss' | 'none_shown';

/** Bets on one course of the differences: any loss, a loss above δ, a loss below δ. */
interface Bets {
  loss: Wealth;
  large: Wealth;
  noLoss: Wealth;
  isLost?: boolean;
  result?: 'regression' | 'no_loss';
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
  const lowBets = placeBets(low, least, rules);
  const isOne = low === high && least === most;
  return {
    low: lowBets,
    high: isOne ? lowBets : placeBets(high, most, rules),
    worth: Math.max(worth, lowBets.loss.worth),
  };
}

/** The wealth that the bet on a loss above δ needs beside the bet on any loss: twice its stake. */
const LARGE = 2;

/**
 * A regression needs two bets: any loss is certain (W reached K/α at some row), and the loss is
 * probably above δ.
 */
function placeBets(
  bets: Bets,
  d: Difference,
  { comparisons, delta, alpha, beta }: ComparisonRules,
): Bets {
  if (bets.result) return bets;
  const loss = bet(bets.loss, d);
  const large = betAbove(bets.large, d, delta);
  const noLoss = betBelow(bets.noLoss, d, delta);
  const isLost = bets.isLost === true || loss.worth >= comparisons / alpha;
  const placed = { loss, large, noLoss, isLost };
  if (isLost && large.worth >= LARGE) return { ...placed, result: 'regression' };
  return noLoss.worth >= 1 / beta ? { ...placed, result: 'no_loss' } : placed;
}

/** Returns undefined while open rows, or rows in error, could change the result. */
export function comparisonResult(
  { low, high }: ComparisonPath,
  isLast: boolean,
): ComparisonResult | undefined {
  if (low.result === 'regression') return 'regression';
  if (high.result === 'no_loss') return 'no_loss';
  return isLast && high.result === undefined ? 'none_shown' : undefined;
}
