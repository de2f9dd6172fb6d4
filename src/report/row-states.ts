/** Which rows count, and which a baseline did better. */
import type { ReportRow, ResultRow } from '../engine/results.js';

/** Whether a row, asked or left out, is one of this test's. */
export function isOf(row: Pick<ResultRow, 'category' | 'test_type'>, { category, test_type }: ReportRow): boolean {
  return row.category === category && row.test_type === test_type;
}

/** Rows behind a sequential decision are shown, and in no count. */
export function counts({ counted }: ResultRow): boolean {
  return counted !== false;
}

/** Whether the baseline did right what this run does not: a row that tells nothing now may have been known, or steady. */
export function wasRight({ state, baseline }: ResultRow): boolean {
  const wasKnown = state === 'unknown' && baseline?.state !== undefined && baseline.state !== 'unknown';
  return wasKnown || baseline?.pass === true;
}
