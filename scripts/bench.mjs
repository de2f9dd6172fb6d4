// npm run bench [-- --dist DIR]: the gate beside a bare loop of `fetch`, in turns, in one run on
// one machine. A slow or noisy machine changes both sides alike, so only ratios of one run compare.
import { parseArgs } from 'node:util';
import { Bench, median } from './bench/bench.mjs';

/** A pair each round: the loop, a run with few rows for the start, and the run. */
const ROUNDS = 5;
const LATENCY = 50;
/** Rows of the smallest run that can pass. */
const LEAST = 3;
const LOADS = [
  { requests: 1000, concurrency: 20, most: 1.05 },
  { requests: 4000, concurrency: 100, most: 1.15 },
  { requests: 6000, concurrency: 200, most: 1.2 },
];
/** An endpoint that answers 20 requests at a time, and asks the others to wait a second. */
const THROTTLED = { requests: 3000, concurrency: 200, room: 20, most: 1.6 };
const LARGE = { rows: 10_000, concurrency: 100 };

const { values } = parseArgs({ options: { dist: { type: 'string', default: 'dist' } } });
const bench = await Bench.open(values.dist);
try {
  console.log(`Node ${process.version}, ${LATENCY} ms an answer; medians of ${ROUNDS} pairs\n`);
  for (const load of LOADS) await compareWithFetch(load);
  await measureThrottling();
  await measureMemory();
} finally {
  bench.close();
}

/** Wall time and processor time are those of the requests: the start of a run is taken off. */
async function compareWithFetch({ requests, concurrency, most }) {
  const url = bench.url(`${LATENCY}`);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fetchStart = await bench.fetchLoop({ url, requests: 1, concurrency });
    const gateStart = await bench.gate({ url, requests: LEAST, concurrency });
    const fetch = await bench.fetchLoop({ url, requests, concurrency });
    const gate = await bench.gate({ url, requests, concurrency });
    rounds.push({
      // The rows of the start are asked at once.
      wall: (gate.wall - gateStart.wall + LATENCY) / (fetch.wall - fetchStart.wall + LATENCY),
      gateCpu: (gate.cpu - gateStart.cpu) / requests,
      fetchCpu: (fetch.cpu - fetchStart.cpu) / requests,
      gateFirst: gateStart.first,
      fetchFirst: fetchStart.first,
    });
  }
  const middle = (read) => median(rounds.map(read));
  const name = `${requests.toLocaleString('en')} requests, ${concurrency} at a time`;
  const fetchCpu = middle((round) => round.fetchCpu).toFixed(2);
  const fetchFirst = middle((round) => round.fetchFirst).toFixed(0);
  bench.print(`${name}: wall, gate / fetch`, middle((round) => round.wall).toFixed(2), `${most}`);
  bench.print(
    `  processor time a request, ms (fetch: ${fetchCpu})`,
    middle((round) => round.gateCpu).toFixed(2),
    '0.8',
  );
  bench.print(
    `  first request after, ms (fetch: ${fetchFirst})`,
    middle((round) => round.gateFirst).toFixed(0),
    '350',
  );
}

async function measureThrottling() {
  const { requests, concurrency, room, most } = THROTTLED;
  const ideal = (requests / room) * LATENCY;
  const ratios = [];
  let sent = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const url = bench.url(`${LATENCY}-room-${room}-after-1`);
    const start = await bench.gate({ url, requests: LEAST, concurrency });
    const run = await bench.gate({ url, requests, concurrency });
    ratios.push((run.wall - start.wall + LATENCY) / ideal);
    sent = run.sent;
  }
  bench.print(
    `${room} of ${concurrency} let in, Retry-After: 1: wall / ideal`,
    median(ratios).toFixed(2),
    `${most}`,
  );
  bench.print('  requests sent a question', (sent / requests).toFixed(2));
}

async function measureMemory() {
  const { rows, concurrency } = LARGE;
  const run = await bench.gate({ url: bench.url(`${LATENCY}`), requests: rows, concurrency });
  bench.print(`${rows.toLocaleString('en')} rows: peak memory, MB`, run.memory.toFixed(0), '250');
}
