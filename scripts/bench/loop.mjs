// The bare loops to compare with: the same requests from a client alone. Arguments: URL, requests,
// concurrency, client.
import { Agent, request } from 'undici';

const [url, requests, concurrency, client] = process.argv.slice(2);
const dispatcher = new Agent({ connections: Number(concurrency), pipelining: 1 });
const method = 'POST';
const headers = { 'content-type': 'application/json' };
/** @type {Record<string, (body: string) => Promise<any>>} */
const CLIENTS = {
  fetch: async (body) => (await fetch(url, { method, headers, body })).json(),
  undici: async (body) => (await request(url, { dispatcher, method, headers, body })).body.json(),
};
const ask = CLIENTS[client];
let next = 0;
const worker = async () => {
  while (next < Number(requests)) {
    const content = `Sentence number ${next++} of the benchmark.`;
    const { choices } = await ask(
      JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }),
    );
    if (!choices[0].message.content) throw new Error('no answer');
  }
};
const started = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
console.log(performance.now() - started);
process.exit(0);
