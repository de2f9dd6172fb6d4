/**
 * Timers that end sooner, and a clock of `performance` that is faster by the same factor. `Date` is
 * not changed, nor is the time-out of connections.
 */
import { syncBuiltinESMExports } from 'node:module';
import sleeps from 'node:timers/promises';

const { setTimeout: wait } = globalThis;
const { setTimeout: sleep } = sleeps;
const now = performance.now.bind(performance);

/**
 * undici counts the time-out of connections in ticks of this length. With shorter ticks, a busy
 * machine would miss the time-out.
 */
const UNDICI_TICK_MS = 499;

let haste = 1;
/** The ms that the clock was ahead when `since` was measured. */
let ahead = { ms: 0, since: 0 };
const shown = () => now() + ahead.ms + (now() - ahead.since) * (haste - 1);

/**
 * Sets the speed of this process from now on.
 * @param {number} times how much sooner timers end; 1 is the usual speed
 */
export function hasten(times) {
  ahead = { ms: shown() - now(), since: now() };
  haste = times;
}

const sooner = (ms) => (ms === UNDICI_TICK_MS ? ms : ms / haste);

globalThis.setTimeout = Object.assign((act, ms, ...given) => wait(act, sooner(ms), ...given), wait);
performance.now = shown;
sleeps.setTimeout = (ms, ...given) => sleep(ms / haste, ...given);
// Modules that import `setTimeout` by its name get this one.
syncBuiltinESMExports();
