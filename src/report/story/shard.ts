/** The rows of one shard, in sentences. */
import type { Results } from '../../engine/results.ts';
import { quantity } from './words.ts';

export function rowsOfShard({ results }: Results): { rows: number; failed: number } {
  return {
    rows: results.length,
    failed: results.filter(({ status }) => status === 'error').length,
  };
}

export function shardSentence(results: Results): string {
  const { rows, failed } = rowsOfShard(results);
  const errors = failed === 0 ? '' : `, ${failed} of them in error`;
  const { index, of } = results.shard ?? { index: 1, of: 1 };
  return `Shard ${index} of ${of}: ${quantity(rows, 'row')} asked${errors}`;
}

/** True if no row was answered: the shard has nothing to hand on. */
export function hasOnlyErrors(results: Results): boolean {
  const { rows, failed } = rowsOfShard(results);
  return rows > 0 && failed === rows;
}

export function shardLines(results: Results): string[] {
  const requestCount = quantity(results.usage.requests, 'request');
  return [
    `${shardSentence(results)}, in ${requestCount}. The merge of all shards decides; a shard does not.`,
    ...results.notices,
  ];
}
