import { range } from '../lists.js';
import { checkOpenShare } from './check.js';
import { mean } from './normal.js';

/**
 * A row's difference: +1 broken (or moved by the change alone), -1 fixed (or moved without it), 0
 * neither.
 */
export type Difference = -1 | 0 | 1;

/** 19 bets, from a cautious one to a bold one. */
const BETS = range(19, 1).map((i) => i / 20);

/**
 * The wealth of a bet on every row that differences are above 0 on average: the mean over λ = .05,
 * .10 … .95 of Π (1 + λ d). Where they are not, it reaches K/α with probability at most α/K, at
 * whatever row one looks (Ville's inequality; Waudby-Smith and Ramdas, J. R. Stat. Soc. B 86 (2024)
 * 1-27). In logarithms, which no number of rows overflows.
 */
export interface Wealth {
  /** ln Π (1 + λ d), by bet. */
  logs: readonly number[];
  worth: number;
}

export const WEALTH: Wealth = { logs: BETS.map(() => 0), worth: 1 };

export function bet(wealth: Wealth, d: Difference): Wealth {
  return d === 0 ? wealth : growWealth(wealth.logs, String(d), (stake) => stake * d);
}

/**
 * A bet that they are below δ: Π (1 + λ (δ - d)/(1 - δ)). Reaching 1/β shows that no share of δ or
 * more was lost.
 * @throws RangeError unless δ is above 0 and below 1.
 */
export function betBelow({ logs }: Wealth, d: Difference, delta: number): Wealth {
  checkOpenShare('delta', delta);
  return growWealth(logs, `${d} below ${delta}`, (stake) => (stake * (delta - d)) / (1 - delta));
}

/**
 * A bet that they are above δ: Π (1 + λ (d - δ)/(1 + δ)). It doubles with probability at most a
 * half where no more than δ is lost.
 * @throws RangeError unless δ is above 0 and below 1.
 */
export function betAbove({ logs }: Wealth, d: Difference, delta: number): Wealth {
  checkOpenShare('delta', delta);
  return growWealth(logs, `${d} above ${delta}`, (stake) => (stake * (d - delta)) / (1 + delta));
}

/** Logarithms of the growth of each bet, by difference and δ: a run has few of them. */
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
