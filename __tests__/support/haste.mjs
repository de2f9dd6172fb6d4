/**
 * Pauses and time-outs that end sooner, on a clock that is faster as well. Dates stay the world's,
 * and so does the time in which a connection must come about.
 */
import { syncBuiltinESMExports } from 'node:module';
import sleeps from 'node:timers/promises';

const { setTimeout: wait } = globalThis;
const { setTimeout: sleep } = sleeps;
const now = performance.now.bind(performance);

/**
 * undici counts the time-out of connections in ticks of so many ms. With ticks that end sooner a
 * busy machine would miss the time-out.
 */
const UNDICI_TICK_MS = 499;

let haste = 1;
/** Ms that the clock is ahead, since when. */
let ahead = { ms: 0, since: 0 };
const shown = () => now() + ahead.ms + (now() - ahead.since) * (haste - 1);

/**
 * From now on, in this process.
 * @param {number} times so many times sooner; 1 is as ever
 */
export function hasten(times) {
  ahead = { ms: shown() - now(), since: now() };
  haste = times;
}

const sooner = (ms) => (ms === UNDICI_TICK_MS ? ms : ms / haste);

globalThis.setTimeout = Object.assign((act, ms, ...given) => wait(act, sooner(ms), ...given), wait);
performance.now = shown;
sleeps.setTimeout = (ms, ...given) => sleep(ms / haste, ...given);
// For those who import it by its name.
syncBuiltinESMExports();
