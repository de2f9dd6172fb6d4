import type { Raise, TestRecord } from './history.js';
import type { ReportRow } from './results.js';
import { wilson } from './statistics/intervals.js';

/** So many runs must have reached it: one good run is luck. */
const RATCHET_RUNS = 3;
/** A minimum that lies no further below than this is left alone. */
const FAR = 0.1;
/** What is left between the lowest run and the minimum; a sequential test needs its own margin to be decided. */
const LEAST_MARGIN = 0.05;
const STEP = 0.05;
/** Of 0.85 - 0.75, which is a little more than 0.1. */
const ROUNDING = 1e-9;

/**
 * The minimum that a test could have, where it lies more than ten points below each of the last runs. The lowest of them less a margin,
 * rounded down: a model that stays as it is should not fail by chance the day after.
 * @param runs the same test on the default branch, oldest first.
 */
export function raiseOf(test: ReportRow, runs: readonly TestRecord[]): Omit<Raise, 'key' | 'written' | 'line'> | undefined {
  const { test_type, side, minimum_pass_rate, threshold, margin = 0 } = test;
  const last = runs
    .filter(({ outcome, pass_rate }) => (outcome === 'pass' || outcome === 'fail') && pass_rate !== null)
    .slice(-RATCHET_RUNS);
  if (threshold === null || last.length < RATCHET_RUNS) return undefined;
  const reached = last.map(({ pass_rate }) => pass_rate!);
  const lowest = Math.min(...reached);
  if (lowest - minimum_pass_rate <= FAR + ROUNDING) return undefined;
  const wanted = lowest - Math.max(LEAST_MARGIN, margin);
  // Twentieths, not multiples of 0.05, which are 0.15000000000000002 and the like.
  const suggested = Math.floor(wanted / STEP + ROUNDING) / Math.round(1 / STEP);
  if (suggested <= minimum_pass_rate) return undefined;
  const { pass_count, fail_count } = last.find(({ pass_rate }) => pass_rate === lowest)!;
  const rows = pass_count + fail_count;
  return {
    test_type,
    ...(side && { side }),
    minimum_pass_rate,
    reached,
    suggested,
    low: wilson(pass_count, rows).low,
    rows,
  };
}
