import { median } from './bench.mjs';
import { promptfoo } from './promptfoo.mjs';

/**
 * `goal`: maximum of the gate's time without start-up, divided by that of a loop of fetch.
 * @type {{ requests: number, concurrency: number, latency: number, goal?: number }[]}
 */
const LOADS = [
  { requests: 1000, concurrency: 20, latency: 50, goal: 1.05 },
  { requests: 4000, concurrency: 100, latency: 50, goal: 1.2 },
  { requests: 6000, concurrency: 200, latency: 50, goal: 1.2 },
  { requests: 200, concurrency: 20, latency: 500 },
  { requests: 1000, concurrency: 100, latency: 500 },
  { requests: 2000, concurrency: 200, latency: 500 },
];
const ROUNDS = 3;

/**
 * The gate beside bare loops of two clients, in turns. @param {import('./bench.mjs').Bench} bench
 */
export function throughput(bench) {
  for (const load of LOADS) against(bench, load);
}

/** Two questions a row. */
export function asking({ url, requests, concurrency, rows = 'rows.txt' }) {
  return `concurrency: ${concurrency}
model: { hub: openai, name: m, base_url: "${url}" }
data: { source: ${rows}, limit: ${requests} }
evaluation: { method: pair }
tests: { sensitivity: { add_toxic_words: {} } }
`;
}

/** @param {number} count */
export function sentences(count) {
  return Array.from({ length: count }, (_, i) => `Sentence number ${i} of the benchmark.`).join(
    '\n',
  );
}

/**
 * The time of a run with one row, without its two sequential requests: loading, report, files. In
 * ms.
 * @param {import('./bench.mjs').Bench} bench
 */
export function startUp(bench, { url, concurrency, latency }) {
  bench.write('one.txt', sentences(1));
  bench.write('one.yml', asking({ url, requests: 2, concurrency, rows: 'one.txt' }));
  const { process, cpu } = bench.gate('one.yml');
  return { wall: process - 2 * latency, cpu };
}

/** @param {import('./bench.mjs').Bench} bench @param {typeof LOADS[number]} load */
function against(bench, { requests, concurrency, latency, goal }) {
  const url = bench.url(String(latency));
  bench.write('rows.txt', sentences(requests / 2));
  bench.write('config.yml', asking({ url, requests, concurrency }));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [fetch, undici] = /** @type {const} */ (['fetch', 'undici']).map((client) =>
      bench.loop(client, { url, requests, concurrency }),
    );
    const start = startUp(bench, { url, concurrency, latency });
    const gate = bench.gate('config.yml');
    const { usage } = bench.report('report');
    if (usage.requests !== requests)
      throw new Error(`${usage.requests} requests, and not ${requests}`);
    const wall = gate.process - start.wall;
    return {
      overFetch: wall / fetch.took,
      overUndici: wall / undici.took,
      cpu: { gate: gate.cpu - start.cpu, fetch: fetch.cpu, undici: undici.cpu },
      memory: gate.maxRSS,
    };
  });
  const of = (read) => median(rounds.map(read));
  bench.row(
    `${requests} requests of ${latency} ms, ${concurrency} at a time: gate / fetch`,
    of(({ overFetch }) => overFetch),
    {
      digits: 3,
      goal: goal === undefined ? '' : `at most ${goal}`,
    },
  );
  bench.row(
    '  gate / undici.request',
    of(({ overUndici }) => overUndici),
    { digits: 3 },
  );
  for (const who of ['gate', 'fetch', 'undici']) {
    const goal = who === 'gate' && concurrency === 20 ? 'at most 0.8 ms where fetch takes 0.4' : '';
    bench.row(`  processor time a call: ${who}`, of(({ cpu }) => cpu[who]) / requests, {
      unit: 'ms',
      digits: 2,
      goal,
    });
  }
  bench.row(
    '  peak memory of the gate',
    of(({ memory }) => memory),
    { unit: 'MB' },
  );
  if (requests === LOADS[0].requests) promptfoo(bench, { url, requests, concurrency });
}
