// A chat endpoint in its own process, so that it takes no time from the measured one. The first
// part of the path sets its behaviour: `/50` after 50 ms, `/50-room-20-after-1` the same, and with
// 429 and a Retry-After of 1 s where more than 20 are under way. A message to the process begins a
// run, whose first request it reports by the time.
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
let underWay = 0;
let isFirst = false;
process.on('message', () => (isFirst = true));
process.on('disconnect', () => process.exit(0));

const server = http.createServer((request, response) => {
  if (isFirst) process.send?.(performance.timeOrigin + performance.now());
  isFirst = false;
  const [latency, , room = 'Infinity', , after = ''] = `${request.url}`.split('/')[1].split('-');
  response.setHeader('content-type', 'application/json');
  request.resume().on('end', () => {
    if (underWay >= Number(room)) {
      response.writeHead(429, { 'retry-after': after }).end('{"error":{}}');
      return;
    }
    underWay += 1;
    setTimeout(() => {
      underWay -= 1;
      response.end(answer);
    }, Number(latency));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.(port);
});
