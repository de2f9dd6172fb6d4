// @ts-nocheck: no type of a timer lets another function replace it.
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
let hastenedAt = 0;

/**
 * Sets the speed of this process from now on.
 * @param {number} times how much sooner timers end; 1 is the usual speed
 */
export function hasten(times) {
  haste = times;
  hastenedAt = now();
}

const sooner = (ms) => (ms === UNDICI_TICK_MS ? ms : ms / haste);

globalThis.setTimeout = Object.assign((act, ms, ...more) => wait(act, sooner(ms), ...more), wait);
performance.now = () => hastenedAt + (now() - hastenedAt) * haste;
sleeps.setTimeout = (ms, ...more) => sleep(ms / haste, ...more);
// Modules that import `setTimeout` by its name get this one.
syncBuiltinESMExports();
