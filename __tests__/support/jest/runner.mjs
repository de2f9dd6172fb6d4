/**
 * jest-light-runner, with workers that start one after another: it tells the settings of a run to
 * all workers that wait for them as soon as one asks, and one that asks later would wait for ever.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import LightRunner from 'jest-light-runner/child-process';
import { WORKERS } from './own-folder.mjs';
import './draw.mjs';

/** However busy the machine is: a worker that has not started by then has failed. */
const STARTS_MS = 60_000;

export default class OneByOne extends LightRunner {
  #maxWorkers;

  constructor(globalConfig, ...rest) {
    super(globalConfig, ...rest);
    this.#maxWorkers = globalConfig.maxWorkers;
  }

  runTests(tests, watcher, onStart, onResult, onFailure) {
    let count = 0;
    let turn = Promise.resolve();
    const startInTurn = (test) => {
      count += 1;
      if (count <= this.#maxWorkers) {
        const before = count - 1;
        turn = turn.then(() => started(before));
      }
      return turn.then(() => onStart(test));
    };
    return super.runTests(tests, watcher, startInTurn, onResult, onFailure);
  }
}

/** Waits until so many workers have their settings, as `setup.mjs` marks. */
async function started(count) {
  const end = Date.now() + STARTS_MS;
  while (readdirSync(WORKERS).length < count && Date.now() < end) await sleep(5);
}
