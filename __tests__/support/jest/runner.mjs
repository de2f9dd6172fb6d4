/**
 * jest-light-runner with one repair. Its workers ask for the settings of the run, and it answers
 * the first one by a message to all workers in its list. A worker that does not listen yet misses
 * the message and waits forever (0.8.2, `channel` in src/index.js). So each worker starts only when
 * the one before has its settings.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import LightRunner from 'jest-light-runner/child-process';
import { WORKERS } from './own-folder.mjs';
import './draw.mjs';

// Workers use the same patterns and functions all the time, so V8 compiles each at once, without
// interpreting it first. With more memory for young objects, its collector runs less often.
process.execArgv.push(
  '--always-sparkplug',
  '--no-regexp-tier-up',
  '--min-semi-space-size=16',
  '--max-semi-space-size=64',
);

/** A worker that has not started by then has failed, however busy the machine is. */
const START_LIMIT_MS = 60_000;

export default class OneByOne extends LightRunner {
  #maxWorkers;

  constructor(globalConfig, ...rest) {
    super(globalConfig, ...rest);
    this.#maxWorkers = globalConfig.maxWorkers;
  }

  runTests(tests, watcher, onStart, onResult, onFailure) {
    let begun = 0;
    let turn = Promise.resolve();
    // The first tests start the workers, one each.
    const startInTurn = (test) => {
      const workersBefore = begun++;
      if (workersBefore < this.#maxWorkers) turn = turn.then(() => untilStarted(workersBefore));
      return turn.then(() => onStart(test));
    };
    return super.runTests(tests, watcher, startInTurn, onResult, onFailure);
  }
}

/** Waits until `count` workers have their settings. `setup.mjs` leaves a file for each. */
async function untilStarted(count) {
  const end = Date.now() + START_LIMIT_MS;
  while (readdirSync(WORKERS).length < count && Date.now() < end) await sleep(5);
}
