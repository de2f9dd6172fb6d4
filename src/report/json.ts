/** What machines read: the report itself, and the rates for the action's output. */
import type { Results } from '../engine/results.js';

/**
 * The JSON report. Halves of surrogate pairs, which a model may send and UTF-8 cannot hold, become U+FFFD: a reader in
 * another language would stumble over their escapes.
 */
export function jsonReport(results: Results): string {
  return JSON.stringify(results, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value), 2) + '\n';
}

/** Test type to unrounded pass rate, 0 to 1; a test without a scored row has none. */
export function passRates(results: Results): Record<string, number> {
  return Object.fromEntries(results.report.flatMap(({ test_type, pass_rate }) => (pass_rate === null ? [] : [[test_type, pass_rate]])));
}
