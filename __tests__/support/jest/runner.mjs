/**
 * jest-light-runner, mended: each worker is told the settings when it asks itself; else one may
 * wait for ever.
 */
import Tinypool from 'tinypool';
import './own-folder.mjs';

// What its workers start with. They use the same patterns all the time: V8 compiles each at once,
// and not only after it has interpreted it.
process.execArgv.push('--no-regexp-tier-up');

const { run } = Tinypool.prototype;
Tinypool.prototype.run = function (task, { channel, ...options } = {}) {
  return run.call(this, task, { ...options, ...(channel && { channel: ofOne(channel) }) });
};

/** The channel of one task: its worker counts as a listener only once it has asked. */
function ofOne(channel) {
  let listener;
  return {
    onMessage: (given) => (listener = given),
    postMessage: (message) => {
      channel.onMessage(listener);
      channel.postMessage(message);
    },
  };
}

export { default } from 'jest-light-runner';
