/**
 * Timers that end sooner, for runs that wait before they try again or look again: what they do then is right whenever it is. The clock is
 * the world's, so that who looks at it behind a timer, as after a 429, waits as long as ever. Time-outs end sooner, too.
 */
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
