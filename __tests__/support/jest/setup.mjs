/** What each worker reads first: what jest-light-runner leaves out, an end to a test that hangs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { addEventHandler } from 'jest-circus';
import { putBack } from './after-every-test.mjs';
import { DRAW } from './draw.mjs';

// The next worker may start.
writeFileSync(path.join(process.env.TEST_WORKERS, String(process.pid)), '');

// A property that names no seed of its own.
fc.configureGlobal({ seed: DRAW });

// Workers use the same patterns all the time: V8 compiles each at once, and not only after it has
// interpreted it.
setFlagsFromString('--no-regexp-tier-up');

/** However busy the machine is: what takes longer has hung. `it(name, fn, ms)` says otherwise. */
const HANGS_MS = 5 * 60_000;

// The parent is gone, so no one reads the results.
process.once('disconnect', () => process.exit());

// Not those that a test puts in their place.
const { setTimeout, clearTimeout } = globalThis;

async function within(ms, act) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`This has not ended within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}

addEventHandler(({ name }, { currentDescribeBlock: { tests, hooks } }) => {
  const added = { add_test: tests, add_hook: hooks }[name]?.at(-1);
  if (typeof added?.fn !== 'function') return;
  const { fn, timeout = HANGS_MS } = added;
  const act = () => within(timeout, async () => fn());
  added.fn = name === 'add_hook' ? act : () => act().finally(putBack);
});
