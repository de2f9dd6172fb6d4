// A chat endpoint that answers after 50 ms, in its own process, so that it takes no time from the
// measured one. A message to the process ends a run, of which it reports when the first request
// came and when the last answer left.
import http from 'node:http';

const message = { role: 'assistant', content: 'All is well.' };
const answer = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, message, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
});
/** @type {number[]} */
let times = [];
process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  process.send?.(times);
  times = [];
});

const server = http.createServer((request, response) => {
  times[0] ??= Date.now();
  response.setHeader('content-type', 'application/json');
  request.resume().on('end', () => {
    setTimeout(() => {
      times[1] = Date.now();
      response.end(answer);
    }, 50);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.(port);
});
