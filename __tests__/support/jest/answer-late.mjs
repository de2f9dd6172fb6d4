/**
 * Each worker of jest-light-runner asks for the settings of the run, and the runner answers the
 * first by a message to all. A worker that asks later gets no answer, and would wait forever
 * (0.8.2, `channel` in src/index.js). So this keeps the message, and gives it to the worker.
 */
let settings;
process.on('message', (message) => {
  if (message?.type === 'jest-light-runner-worker-data') settings = message;
});

// A thread has no way to send.
const send = process.send?.bind(process);
process.send = (message, ...more) => {
  if (message !== 'jest-light-runner-get-worker-data' || !settings) return send(message, ...more);
  process.emit('message', settings);
  return true;
};
