/** What one shard of a run says of itself: nothing is decided in it. */
import type { Results } from '../engine/results.js';
import { prose } from './escape.js';
import { counted } from './words.js';

export interface ShardShown {
  share: { index: number; of: number };
  rows: number;
  /** Rows that something failed of. */
  failed: number;
}

/** `Shard 3 of 10: 30 rows asked, 2 of them in error`. Plain text. */
export function shardSentence({ share: { index, of }, rows, failed }: ShardShown): string {
  const errors = failed === 0 ? '' : `, ${failed} of them in error`;
  return `Shard ${index} of ${of}: ${counted(rows, 'row')} asked${errors}`;
}

/** Whether not one row was answered: the shard has nothing to hand on. */
export function isInVain({ rows, failed }: ShardShown): boolean {
  return rows > 0 && failed === rows;
}

/** For a log or a terminal: lines of plain text. */
export function shardLines(shown: ShardShown, { usage: { requests }, notices }: Results): string[] {
  return [
    `${shardSentence(shown)}, in ${counted(requests, 'request')}. Nothing is decided here: the merge of all shards does that.`,
    ...notices,
  ];
}

/** For the summary of its job. */
export function renderShard(shown: ShardShown, results: Results): string {
  const [first, ...notices] = shardLines(shown, results);
  return [
    `<p>${prose(first!)}</p>`,
    ...(notices.length > 0 ? [`<ul>${notices.map((notice) => `<li>${prose(notice)}</li>`).join('')}</ul>`] : []),
  ].join('\n');
}
