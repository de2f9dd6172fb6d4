import { itemAt, sum } from '../lists.ts';
import { median } from '../statistics/averages.ts';
import { normalCdf, normalQuantile } from '../statistics/normal.ts';

/**
 * One night's outcome of each watched row, one character a row: `1` passed, `0` failed, `-` no
 * answer.
 */
export type Outcomes = string;

/**
 * The state that the record keeps between nights. `worse` and `better` are the Shiryaev-Roberts
 * sums, `z` the nights' normal scores.
 */
export interface DriftState {
  worse: number;
  better: number;
  z: readonly number[];
}

export const NO_DRIFT: DriftState = { worse: 0, better: 0, z: [] };

interface Night {
  /** Dispersion of the earlier nights, at least 1. */
  dispersion: number;
  alarm?: 'worse' | 'better';
  state: DriftState;
}

/**
 * R minus the number of nights is a martingale, so that R reaches 7,300 within 365 nights with a
 * probability of at most 5 %.
 */
export const ALARM = 7_300;
export const MIN_NIGHTS = 10;
const MEDIAN_CHI_SQUARE = 0.4549;
/** Minimum p-value of a night. Smaller ones are raised to it. */
export const MIN_P = 1e-25;
/** A sum stays finite before the first alarm. */
export const MAX_SUM = 1e200;

export interface Tally {
  passed: number;
  nights: number;
}

export function addToTallies(tonight: Outcomes, tallies: readonly Tally[] = []): Tally[] {
  return [...tonight].map((outcome, row) => {
    const { passed, nights } = tallies[row] ?? { passed: 0, nights: 0 };
    return outcome === '-'
      ? { passed, nights }
      : { passed: passed + (outcome === '1' ? 1 : 0), nights: nights + 1 };
  });
}

/**
 * The conformal p-value of tonight: with K passes of a row in its n + 1 answered nights, tonight's
 * outcome is Bernoulli(K/(n + 1)) if nothing changed, and their sum Poisson-binomial: p = P(T' < T)
 * + u P(T' = T).
 * @param earlier tallies of the nights before, row by row
 * @param u uniform on [0, 1]; drawn from seed and night
 * @returns undefined where no row was answered both tonight and before
 */
export function nightP(
  earlier: readonly Tally[],
  tonight: Outcomes,
  u: number,
): number | undefined {
  const rows = rowsKnown(earlier, tonight);
  if (rows.length === 0) return undefined;
  const passedRows = rows.filter(({ isPassed }) => isPassed);
  const distribution = poissonBinomial(
    rows.map(({ isPassed, passed, nights }) => (passed + (isPassed ? 1 : 0)) / (nights + 1)),
  );
  const below = sum(distribution.slice(0, passedRows.length), Number);
  return Math.min(1, below + u * itemAt(distribution, passedRows.length));
}

/** The rows that were answered both tonight and before, with their tally before tonight. */
function rowsKnown(
  earlier: readonly Tally[],
  tonight: Outcomes,
): (Tally & { isPassed: boolean })[] {
  return [...tonight].flatMap((outcome, row) => {
    const tally = earlier[row];
    if (outcome === '-' || tally === undefined || tally.nights === 0) return [];
    return [{ ...tally, isPassed: outcome === '1' }];
  });
}

/** P(T = t), t = 0 … n, of a sum of independent trials with these chances. */
export function poissonBinomial(chances: readonly number[]): number[] {
  let distribution = [1];
  for (const chance of chances) {
    const shorter = distribution;
    const stays = [...shorter, 0];
    distribution = stays.map((stay, t) => stay * (1 - chance) + (shorter[t - 1] ?? 0) * chance);
  }
  return distribution;
}

/**
 * Adds a night to both sums: R <- (1 + R) b(p), Vovk's conformal test martingale under Shiryaev's
 * and Roberts' rule. If earlier nights vary more than their rows explain, p moves towards 1/2.
 * After an alarm both sums start anew.
 */
export function addNight(state: DriftState, p: number): Night {
  const z = normalQuantile(Math.max(p, MIN_P));
  const dispersion = dispersionOf(state.z);
  const scaled = normalCdf(z / Math.sqrt(dispersion));
  const isReady = state.z.length >= MIN_NIGHTS;
  const worse = Math.min(MAX_SUM, (1 + state.worse) * bet(scaled));
  const better = Math.min(MAX_SUM, (1 + state.better) * bet(1 - scaled));
  if (isReady && worse >= ALARM) return { dispersion, alarm: 'worse', state: NO_DRIFT };
  if (isReady && better >= ALARM) return { dispersion, alarm: 'better', state: NO_DRIFT };
  return { dispersion, state: { worse, better, z: [...state.z, z] } };
}

/** max(1, median(z²)/0.4549): 1 where nights vary as their rows do. */
export function dispersionOf(z: readonly number[]): number {
  if (z.length === 0) return 1;
  return Math.max(1, median(z.map((score) => score ** 2)) / MEDIAN_CHI_SQUARE);
}

/**
 * The mixture of all power bets ε p^(ε - 1): (1 - p + p ln p) / (p ln² p), whose mean is 1 for a
 * uniform p.
 */
function bet(p: number): number {
  const q = Math.max(p, MIN_P);
  const log = Math.log(q);
  // At 1 numerator and denominator vanish: the limit, by its series.
  if (log > -1e-4) return 0.5 - log / 6;
  return (1 - q + q * log) / (q * log * log);
}

/**
 * Below this p-value the base, asked now, no longer fits the record of the same subject: the
 * provider changed the model.
 */
const MOVED_P = 0.01;

interface RecordComparison {
  rows: number;
  passed: number;
  expected: number;
}

export function compareWithRecord(earlier: readonly Tally[], tonight: Outcomes): RecordComparison {
  const rows = rowsKnown(earlier, tonight);
  return {
    rows: rows.length,
    passed: rows.filter(({ isPassed }) => isPassed).length,
    expected: sum(rows, ({ passed, nights }) => passed / nights),
  };
}

/**
 * Returns how the base, asked now, falls short of the record of the same subject; undefined if it
 * does not, or if the record is short. Tests once, at 0.01, with the p-value of a night.
 */
export function movedProvider(
  { tallies, state }: { tallies: readonly Tally[]; state: DriftState },
  base: Outcomes,
  u: number,
): (RecordComparison & { p: number }) | undefined {
  const raw = nightP(tallies, base, u);
  if (raw === undefined || state.z.length < MIN_NIGHTS) return undefined;
  const p = normalCdf(normalQuantile(Math.max(raw, MIN_P)) / Math.sqrt(dispersionOf(state.z)));
  return p < MOVED_P ? { ...compareWithRecord(tallies, base), p } : undefined;
}
