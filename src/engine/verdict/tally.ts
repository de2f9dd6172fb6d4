import type { ResultRow } from '../rows/result-row.ts';

export interface RowTally {
  pass_count: number;
  fail_count: number;
  error_count: number;
  not_applicable_count: number;
}

export function tallyOf(rows: readonly ResultRow[]): RowTally {
  const count = (belongs: (row: ResultRow) => boolean) => rows.filter(belongs).length;
  return {
    pass_count: count(({ pass }) => pass === true),
    fail_count: count(({ pass }) => pass === false),
    error_count: count(({ status }) => status === 'error'),
    not_applicable_count: count(({ status }) => status === 'not_applicable'),
  };
}
