import {
  bet,
  betAbove,
  betBelow,
  type Difference,
  INITIAL_WEALTH,
  type Wealth,
} from '../statistics/wealth.ts';

export type Range = readonly [low: Difference, high: Difference];

/** Returns the least and the greatest difference a - b: an unknown side may be true or false. */
export function difference(a: boolean | undefined, b: boolean | undefined): Range {
  return [minus(a ?? false, b ?? true), minus(a ?? true, b ?? false)];
}

function minus(a: boolean, b: boolean): Difference {
  if (a === b) return 0;
  return a ? 1 : -1;
}

export interface ComparisonRules {
  /** K, the number of comparisons of the whole run: each is a chance of a false alarm. */
  comparisons: number;
  /** δ, the largest loss that is allowed: `max_regression`. */
  delta: number;
  alpha: number;
  beta: number;
}

/** `no_loss`: the loss is below δ. `none_shown`: the rows ended without either result. */
export type ComparisonResult = 'regression' | 'no_loss' | 'none_shown';

/** Three bets on a sequence of differences: any loss, a loss above δ, a loss below δ. */
interface Bets {
  loss: Wealth;
  large: Wealth;
  noLoss: Wealth;
  isLost?: boolean;
  result?: 'regression' | 'no_loss';
}

/**
 * A comparison after some rows. It is computed twice, since an unknown difference may be the lowest
 * or the highest.
 */
export interface ComparisonPath {
  low: Bets;
  high: Bets;
  /** The largest worth of the bet on a loss so far, on the lowest differences. */
  worth: number;
}

const START: Bets = { loss: INITIAL_WEALTH, large: INITIAL_WEALTH, noLoss: INITIAL_WEALTH };
export const NO_COMPARISON: ComparisonPath = { low: START, high: START, worth: 1 };

/**
 * Adds a row whose difference lies between `lowest` and `highest`. A higher difference raises the
 * bets on a loss and lowers the bet on none. So a regression on the lowest differences holds for
 * all, and no loss on the highest does too. A result is final.
 */
export function compareStep(
  { low, high, worth }: ComparisonPath,
  [lowest, highest]: Range,
  rules: ComparisonRules,
): ComparisonPath {
  const lowBets = placeBets(low, lowest, rules);
  const isOne = low === high && lowest === highest;
  return {
    low: lowBets,
    high: isOne ? lowBets : placeBets(high, highest, rules),
    worth: Math.max(worth, lowBets.loss.worth),
  };
}

/** The wealth that the bet on a loss above δ must reach: twice its stake. */
const LARGE_LOSS_WORTH = 2;

/**
 * A regression needs two bets: the one on any loss reached K/α at some row, and the one on a loss
 * above δ has doubled. No loss needs one: the bet on a loss below δ reached 1/β.
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
  if (isLost && large.worth >= LARGE_LOSS_WORTH) return { ...placed, result: 'regression' };
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
