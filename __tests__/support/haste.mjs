/** Timers and time-outs that end sooner; the clock stays the world's. */
import sleeps from 'node:timers/promises';

const { setTimeout: wait } = globalThis;
const { setTimeout: sleep } = sleeps;

let haste = 1;

/**
 * From now on, in this process.
 * @param {number} times so many times sooner; 1 is as ever
 */
export function hasten(times) {
  haste = times;
}

globalThis.setTimeout = Object.assign((act, ms, ...given) => wait(act, ms / haste, ...given), wait);
sleeps.setTimeout = (ms, ...given) => sleep(ms / haste, ...given);
