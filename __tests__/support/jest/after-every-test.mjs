/** @type {(() => void | Promise<void>)[]} */
const acts = [];

/**
 * For modules that tests share: evaluated once a worker, so that an `afterEach` of theirs would
 * hold for the first file alone.
 * @param {() => void | Promise<void>} act puts back what a test has started.
 */
export function afterEveryTest(act) {
  acts.push(act);
}

export async function putBack() {
  for (const act of acts) await act();
}
