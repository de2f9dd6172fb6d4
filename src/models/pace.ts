import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance, so that tests need neither wait nor guess. All times in milliseconds. */
export interface Clock {
  /** Since the epoch. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** From 0 up to 1. */
  random(): number;
}

export const systemClock: Clock = { now: () => Date.now(), sleep: (ms) => sleep(ms), random: () => Math.random() };

const FIRST_WAIT = 500;
const LONGEST_BACK_OFF = 30_000;

/** Wait after the `attempt`th attempt (from 1), in ms: 0.5 s, doubled each time, at most 30 s, less up to half by chance. */
export function backOff(attempt: number, random: number): number {
  return Math.min(LONGEST_BACK_OFF, FIRST_WAIT * 2 ** (attempt - 1)) * (1 - random / 2);
}

/** How long a server asks to be left alone, in ms: `retry-after-ms`, or `retry-after` as seconds or HTTP date. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const milliseconds = number(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const value = headers.get('retry-after');
  const seconds = number(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(value ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Digits with an optional fraction: a date is not a number, and nothing is not 0. */
function number(value: string | null): number | undefined {
  return value !== null && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}
