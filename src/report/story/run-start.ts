/** The start and the progress of a run, for the log. Shows no other text of the configuration. */
import { formatNumber, quantity } from './words.ts';

export interface Start {
  model: { hub: string; name: string };
  rows: readonly number[];
  /** A sentence for each source of rows: how it was understood. */
  data: readonly string[];
  /** The time at which a pause for a rate limit ends, in ms since the epoch. */
  pausedUntil?: () => number | undefined;
}

/** A log shows no other text of the configuration. */
const PLAIN_NAME = /^[\w.:/@+-]{1,120}$/;

/** Before the first request: `asking openai/m: 2 tests, 120 rows, 260 requests at most`. */
export function startLines({ model, rows, data }: Start, requests: number): string[] {
  const rowCount = rows.reduce((sum, count) => sum + count, 0);
  const name = PLAIN_NAME.test(model.name) ? `/${model.name}` : '';
  return [
    `asking ${model.hub}${name}: ${quantity(rows.length, 'test')}, ${quantity(rowCount, 'row')}, ${quantity(requests, 'request')} at most, retries aside`,
    ...data,
  ];
}

export function progressLine(doneRequests: number, mostRequests: number, seconds: number): string {
  return `${formatNumber(doneRequests)} of at most ${quantity(mostRequests, 'request')} done after ${quantity(Math.round(seconds), 'second')}`;
}
