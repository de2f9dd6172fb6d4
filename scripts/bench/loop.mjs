// The bare loop to compare with: the same requests by `fetch` alone. Arguments: URL, requests,
// concurrency.
const [url = '', requests, concurrency] = process.argv.slice(2);
const headers = { 'content-type': 'application/json' };
let next = 0;
const worker = async () => {
  while (next < Number(requests)) {
    const content = `Sentence number ${next++} of the benchmark.`;
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });
    const reply = await fetch(url, { method: 'POST', headers, body });
    const { choices } = /** @type {any} */ (await reply.json());
    if (!choices[0].message.content) throw new Error('no answer');
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
process.exit(0);
