import type { Bounds } from './jsd.js';
import type { Divergence } from './probe.js';

/** What BYOD makes of all rows. */
export type Figure = 'median' | 'mean';

/** BYOD's figure of a test, over the rows whose divergence is known or bounded. */
export interface DivergenceFigure {
  figure: Figure;
  rows: number;
  /** Null where no row is known, and where some are only bounded: then it lies between `low` and `high`. */
  value: number | null;
  /** The standard deviation, with divisor n, over sqrt(n); beside the median, too, as BYOD has it. Null where the value is. */
  standard_error: number | null;
  low?: number;
  high?: number;
  /** Of a test of pieces: the share of rows whose tokens did not change. */
  unchanged?: number;
}

/** Nothing for a test that has no such figure. */
export function divergenceOf(figure: Figure | undefined, rows: readonly { divergence?: Divergence }[]): { divergence?: DivergenceFigure } {
  if (figure === undefined) return {};
  const known = rows.flatMap(({ divergence }) => divergence ?? []);
  const tokens = known.flatMap(({ same_tokens }) => same_tokens ?? []);
  const unchanged = tokens.length === 0 ? {} : { unchanged: tokens.filter(Boolean).length / tokens.length };
  return { divergence: { figure, rows: known.length, ...figuresOf(figure, known), ...unchanged } };
}

function figuresOf(figure: Figure, known: readonly Bounds[]): Pick<DivergenceFigure, 'value' | 'standard_error' | 'low' | 'high'> {
  if (known.length === 0) return { value: null, standard_error: null };
  const of = figure === 'median' ? median : mean;
  const [low, high] = [known.map((row) => row.low), known.map((row) => row.high)];
  if (known.some((row) => row.low !== row.high)) return { value: null, standard_error: null, low: of(low), high: of(high) };
  const average = mean(low);
  const variance = mean(low.map((value) => (value - average) ** 2));
  return { value: of(low), standard_error: Math.sqrt(variance / low.length) };
}

/** Of an even number the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return mean(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
