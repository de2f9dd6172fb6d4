import type { ResultRow } from './results.js';

/** How many rows went which way; one that a judge set aside is not applicable. */
export function tallyOf(rows: readonly ResultRow[]) {
  const count = (belongs: (row: ResultRow) => boolean) => rows.filter(belongs).length;
  return {
    pass_count: count(({ pass }) => pass === true),
    fail_count: count(({ pass }) => pass === false),
    error_count: count(({ status }) => status === 'error'),
    not_applicable_count: count(({ status }) => status === 'not_applicable'),
  };
}
