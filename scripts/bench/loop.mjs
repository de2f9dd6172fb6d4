// The bare loop that the gate is measured against: the same requests, nothing but fetch. Arguments: URL, requests, concurrency.
const [url, requests, concurrency] = process.argv.slice(2);
let next = 0;
const worker = async () => {
  while (next < Number(requests)) {
    const content = `Sentence number ${next++} of the benchmark.`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }),
    });
    const { choices } = /** @type {any} */ (await response.json());
    if (!choices[0].message.content) throw new Error('no answer');
  }
};
const started = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
console.log(performance.now() - started);
process.exit(0);
