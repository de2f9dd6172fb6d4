/**
 * The clean-ups of support modules after each test. jest-light-runner evaluates a module once in a
 * worker, so an `afterEach` in it would hold for the first test file alone.
 */

/** @type {(() => void | Promise<void>)[]} */
const cleanups = [];

/** @param {() => void | Promise<void>} cleanup puts back what a test has started */
export function afterEveryTest(cleanup) {
  cleanups.push(cleanup);
}

/** `setup.mjs` calls it at the end of each test. */
export async function cleanUp() {
  for (const cleanup of cleanups) await cleanup();
}
