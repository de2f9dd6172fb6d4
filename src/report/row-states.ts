/** Which rows count, and which a baseline did better. */
import type { ResultRow } from '../engine/results.js';

/** Rows behind a sequential decision are shown, and in no count. */
export function counts({ counted }: ResultRow): boolean {
  return counted !== false;
}

/** Whether the baseline did right what this run does not: a row that tells nothing now may have been known, or steady. */
export function wasRight({ state, baseline }: ResultRow): boolean {
  const wasKnown = state === 'unknown' && baseline?.state !== undefined && baseline.state !== 'unknown';
  return wasKnown || baseline?.pass === true;
}
