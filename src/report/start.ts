/** What a log says while a run goes on: what it is about to do, how far it is, and at its end what went wrong. */
import type { Results, RowError } from '../engine/results.js';
import { counts } from './row-states.js';
import { tally } from './tally.js';
import { counted, number } from './words.js';

export interface Start {
  model: { hub: string; name: string };
  /** Rows of each test. */
  rows: readonly number[];
  /** What each source of rows was understood as. */
  data: readonly string[];
}

/** A log is read by many, and so holds no text of anybody's: a name of more than this is none. */
const PLAIN_NAME = /^[\w.:/@+-]{1,120}$/;

/** Before the first request: `asking openai/m: 2 tests, 120 rows, 260 requests at most`. */
export function startLines({ model, rows, data }: Start, requests: number): string[] {
  const all = rows.reduce((sum, count) => sum + count, 0);
  return [
    `asking ${model.hub}${PLAIN_NAME.test(model.name) ? `/${model.name}` : ''}: ${counted(rows.length, 'test')}, ${counted(all, 'row')}, ${counted(requests, 'request')} at most, retries aside`,
    ...data,
  ];
}

export function progressLine(done: number, total: number, seconds: number): string {
  return `${number(done)} of at most ${counted(total, 'request')} done after ${counted(Math.round(seconds), 'second')}`;
}

/** Kinds of errors in words of ours: a message may quote an answer or a server. */
const CAUSES: Record<string, string> = {
  authentication: 'the endpoint refused the key, or there is none',
  not_found: 'the endpoint knows no such model, deployment or route',
  bad_request: 'the endpoint refused what was sent',
  rate_limit: 'the endpoint refused so many requests, or there is no credit left',
  server: 'the endpoint failed (5xx)',
  timeout: 'no answer came in time',
  network: 'the endpoint could not be reached',
  bad_response: 'the replies could not be read',
  empty_answer: 'the answers were empty',
  no_logprobs: 'the endpoint gives no log-probabilities',
  budget: 'a cap of the budget was reached',
  refused_host: 'the host may not receive the key',
};

/** The commonest of the errors that left rows without a score, for the end of a log; undefined where no row is. */
export function causeLine({ outcome, results }: Pick<Results, 'outcome' | 'results'>): string | undefined {
  if (outcome !== 'error' && outcome !== 'inconclusive') return undefined;
  const failed = results.flatMap((row): RowError[] => (row.status === 'error' && counts(row) && row.error ? [row.error] : []));
  const [first] = tally(failed, ({ kind }) => kind);
  if (!first) return undefined;
  const why = Object.hasOwn(CAUSES, first.item.kind) ? CAUSES[first.item.kind] : first.item.kind;
  const which =
    first.count === failed.length ? counted(failed.length, 'row') : `${number(first.count)} of ${counted(failed.length, 'row')}`;
  return `cause: ${why} (${which} in error)`;
}
