// A chat endpoint in its own process, so that it takes no time from the measured one. The first
// part of the path sets its behaviour: `/50` after 50 ms, `/50-room-20` the same, and with 429
// where more than 20 are under way, `/50-room-20-after-1` with a Retry-After of 1 s. A message to
// the process begins a run, whose first request it reports by the time.
import http from 'node:http';

const answer = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'All is well.' }, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
});
/** @type {Map<string, number>} */
const underWay = new Map();

let isFirst = false;
process.on('message', () => (isFirst = true));

const server = http.createServer((request, response) => {
  if (isFirst) process.send?.(performance.timeOrigin + performance.now());
  isFirst = false;
  const manner = String(request.url?.split('/')[1]);
  const [latency, , room = 'Infinity', , after] = manner.split('-');
  request.resume().on('end', () => {
    const now = underWay.get(manner) ?? 0;
    if (now >= Number(room)) {
      response
        .writeHead(429, {
          'content-type': 'application/json',
          ...(after && { 'retry-after': after }),
        })
        .end('{"error":{}}');
      return;
    }
    underWay.set(manner, now + 1);
    setTimeout(() => {
      underWay.set(manner, (underWay.get(manner) ?? 0) - 1);
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    }, Number(latency));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
);
process.on('disconnect', () => process.exit(0));
