import { range } from '../lists.ts';
import { checkOpenShare } from './check.ts';
import { mean } from './averages.ts';

/**
 * A row's difference: +1 broken (or moved by the change alone), -1 fixed (or moved without it), 0
 * neither.
 */
export type Difference = -1 | 0 | 1;

/** The stakes λ of 19 bets: 0.05 to 0.95. */
const BETS = range(19, 1).map((i) => i / 20);

/**
 * The wealth of bets that the differences d of rows are above 0 on average. Each stake λ grows to
 * Π (1 + λ d), and the wealth is their mean. If the average is not above 0, the wealth reaches K/α
 * at any row with probability at most α/K (Ville's inequality). Waudby-Smith and Ramdas, J. R.
 * Stat. Soc. B 86 (2024) 1-27.
 */
export interface Wealth {
  /** ln Π (1 + λ d) by stake: no number of rows overflows a logarithm. */
  logs: readonly number[];
  /** The mean of the bets, in multiples of the first stake. */
  worth: number;
}

export const INITIAL_WEALTH: Wealth = { logs: BETS.map(() => 0), worth: 1 };

/** Bets on one more row: the factor of each stake is 1 + λ d. */
export function bet(wealth: Wealth, d: Difference): Wealth {
  return d === 0 ? wealth : growWealth(wealth.logs, String(d), (stake) => stake * d);
}

/**
 * Bets that the average is below δ: the factor is 1 + λ (δ - d)/(1 - δ). A worth of 1/β shows that
 * the loss is below δ.
 * @throws RangeError unless δ is above 0 and below 1.
 */
export function betBelow({ logs }: Wealth, d: Difference, delta: number): Wealth {
  checkOpenShare('delta', delta);
  return growWealth(logs, `${d} below ${delta}`, (stake) => (stake * (delta - d)) / (1 - delta));
}

/**
 * Bets that the average is above δ: the factor is 1 + λ (d - δ)/(1 + δ). If the loss is at most δ,
 * the worth reaches 2 with probability at most a half.
 * @throws RangeError unless δ is above 0 and below 1.
 */
export function betAbove({ logs }: Wealth, d: Difference, delta: number): Wealth {
  checkOpenShare('delta', delta);
  return growWealth(logs, `${d} above ${delta}`, (stake) => (stake * (d - delta)) / (1 + delta));
}

/** Logarithms of the factors of the stakes, by bet, difference and δ: a run has few of them. */
const GROWTHS = new Map<string, readonly number[]>();

function growWealth(
  oldLogs: readonly number[],
  key: string,
  gainOf: (stake: number) => number,
): Wealth {
  const growth = GROWTHS.get(key) ?? BETS.map((stake) => Math.log1p(gainOf(stake)));
  GROWTHS.set(key, growth);
  const logs = oldLogs.map((log, i) => log + growth[i]!);
  return { logs, worth: mean(logs.map(Math.exp)) };
}
