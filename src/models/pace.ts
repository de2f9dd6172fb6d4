import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance, so that tests need neither wait nor guess. All times in milliseconds. */
export interface Clock {
  /** Since the epoch. */
  now(): number;
  /** Until then, or until the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
  /** From 0 up to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    sleep(ms, undefined, { ...(signal && { signal }) }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    }),
  random: () => Math.random(),
};

const FIRST_WAIT = 500;
const LONGEST_BACK_OFF = 30_000;

/** Wait after the `attempt`th attempt (from 1), in ms: 0.5 s, doubled each time, at most 30 s, less up to half by chance. */
export function backOff(attempt: number, random: number): number {
  return Math.min(LONGEST_BACK_OFF, FIRST_WAIT * 2 ** (attempt - 1)) * (1 - random / 2);
}

/** The longest by which waits are spread, in ms. */
const WIDEST_SPREAD = 1000;

/** Requests that were refused together shall not come back together. */
export function spread(wait: number, random: number): number {
  return wait + random * Math.min(wait, WIDEST_SPREAD);
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How long a server asks to be left alone, in ms: `retry-after-ms`, or `retry-after` as seconds or HTTP date. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const milliseconds = number(headers['retry-after-ms']);
  if (milliseconds !== undefined) return milliseconds;
  const value = headers['retry-after'];
  const seconds = number(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(String(value ?? ''));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const REMAINING = ['x-ratelimit-remaining-requests', 'x-ratelimit-remaining-tokens', 'x-ratelimit-remaining'];

/** Whether a server says, with a good answer, that the next request would be one too many. */
export function isUsedUp(headers: Headers): boolean {
  return REMAINING.some((name) => number(headers[name]) === 0);
}

/** Digits with an optional fraction: a date is not a number, and nothing is not 0. */
function number(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}
