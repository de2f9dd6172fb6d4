/**
 * The set-up of each worker. It adds what jest-light-runner lacks: a limit for tests that hang, and
 * the cleanup after each test.
 */
import fc from 'fast-check';
import { addEventHandler } from 'jest-circus';
import { cleanUp } from './after-every-test.mjs';
import { DRAW } from './draw.mjs';

// The seed of properties that name none.
fc.configureGlobal({ seed: DRAW });

/** A test that takes longer has hung, however busy the machine is; `it(name, fn, ms)` overrides. */
const LIMIT_MS = 5 * 60_000;

// A worker ends with its parent, since nothing else reads its results.
process.once('disconnect', () => process.exit());

// A test may replace these by fake timers.
const { setTimeout, clearTimeout } = globalThis;

/**
 * @param {number} ms
 * @param {() => Promise<unknown>} act
 */
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

// Wraps each test and hook as jest-circus collects it.
addEventHandler(({ name }, { currentDescribeBlock: { children, hooks } }) => {
  const added = { add_test: children, add_hook: hooks }[name]?.at(-1);
  if (typeof added?.fn !== 'function') return;
  const { fn, timeout = LIMIT_MS } = added;
  const act = () => within(timeout, async () => fn());
  added.fn = name === 'add_hook' ? act : () => act().finally(cleanUp);
});
