// A chat endpoint that answers every request after 50 ms, in a process of its own so that it takes no time from what is measured.
import http from 'node:http';

const LATENCY = 50;
const answer = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'All is well.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
});
const server = http.createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), LATENCY));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port));
process.on('disconnect', () => process.exit(0));
