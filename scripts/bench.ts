// npm run bench [-- --dist DIR]: the gate beside a bare loop of `fetch`, in turns, in one run on
// one machine. A slow or noisy machine changes both sides alike, so only ratios of one run compare.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { dist: { type: 'string', default: 'dist' } } });
const CLI = path.resolve(values.dist, 'cli.js');
const PARTS = path.join(import.meta.dirname, 'bench');
/** A pair each round: the loop, a run with few rows for the start, and the run. */
const ROUNDS = 5;
const LATENCY = 50;
/** Rows of the smallest run that can pass. */
const LEAST = 3;

interface Load {
  /** How the endpoint answers (bench/server.mjs). */
  manner: string;
  requests: number;
  concurrency: number;
}
/** Times in ms, `first` up to the first request; memory in MB. */
interface Used {
  wall: number;
  first: number;
  cpu: number;
  memory: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'sensitivity-bench-'));
const server = fork(path.join(PARTS, 'server.mjs'));
const [port] = await once(server, 'message');
try {
  console.log(`Node ${process.version}, ${LATENCY} ms an answer; medians of ${ROUNDS} pairs\n`);
  await compareWithFetch(1000, 20, 1.05);
  await compareWithFetch(4000, 100, 1.15);
  await compareWithFetch(6000, 200, 1.2);
  await measureThrottling({
    manner: `${LATENCY}-room-20-after-1`,
    requests: 3000,
    concurrency: 200,
  });
  const { memory } = await gate({ manner: `${LATENCY}`, requests: 10_000, concurrency: 100 });
  print('10,000 rows: peak memory, MB', memory.toFixed(0), 250);
} finally {
  server.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

/** Wall time and processor time are those of the requests: the start of a run is taken off. */
async function compareWithFetch(requests: number, concurrency: number, most: number) {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const load = { manner: `${LATENCY}`, requests, concurrency };
    const fetchStart = await fetchLoop({ ...load, requests: 1 });
    const gateStart = await gate({ ...load, requests: LEAST });
    const [bare, gated] = [await fetchLoop(load), await gate(load)];
    rounds.push({
      // The rows of the start are asked at once.
      wall: (gated.wall - gateStart.wall + LATENCY) / (bare.wall - fetchStart.wall + LATENCY),
      gateCpu: (gated.cpu - gateStart.cpu) / requests,
      fetchCpu: (bare.cpu - fetchStart.cpu) / requests,
      gateFirst: gateStart.first,
      fetchFirst: fetchStart.first,
    });
  }
  const of = (figure: string, digits: number) =>
    median(rounds.map((round) => round[figure])).toFixed(digits);
  print(`${requests} requests, ${concurrency} at a time: wall, gate / fetch`, of('wall', 2), most);
  const cpu = `  processor time a request, ms (fetch: ${of('fetchCpu', 2)})`;
  print(cpu, of('gateCpu', 2), 0.8);
  print(`  first request after, ms (fetch: ${of('fetchFirst', 0)})`, of('gateFirst', 0), 350);
}

/** An endpoint that answers 20 requests at a time, and asks the others to wait a second. */
async function measureThrottling(load: Load) {
  const ideal = (load.requests / 20) * LATENCY;
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = await gate({ ...load, requests: LEAST });
    const { wall, sent } = await gate(load);
    rounds.push({ ratio: (wall - start.wall + LATENCY) / ideal, sent: sent / load.requests });
  }
  const ratio = median(rounds.map((round) => round.ratio)).toFixed(2);
  print(`20 of ${load.concurrency} let in, Retry-After: 1: wall / ideal`, ratio, 1.6);
  print('  requests sent a question', median(rounds.map(({ sent }) => sent)).toFixed(2));
}

function fetchLoop({ manner, requests, concurrency }: Load) {
  const url = `${urlOf(manner)}/chat/completions`;
  return measure([path.join(PARTS, 'loop.mjs'), url, `${requests}`, `${concurrency}`]);
}

/**
 * A run of one request a row that must pass, of three or more. The margin is so small that no row
 * less decides, so all are asked at once.
 */
async function gate({ manner, requests, concurrency }: Load) {
  const rows = Array.from({ length: requests }, (_, i) => `Sentence number ${i} of the benchmark.`);
  const url = urlOf(manner);
  const test = { min_pass_rate: 0.5, margin: 0.563 / requests, scorer: 'bad_words' };
  const config = {
    concurrency,
    model: { hub: 'openai', name: 'm', base_url: url },
    data: { source: 'rows.txt', limit: requests },
    judge: 'off',
    tests: { sensitivity: { output_toxicity: test } },
  };
  writeFileSync(path.join(folder, 'rows.txt'), rows.join('\n'));
  writeFileSync(path.join(folder, 'config.yml'), JSON.stringify(config));
  const cache = path.join(folder, 'cache');
  // A store of an earlier run would be read.
  rmSync(cache, { recursive: true, force: true });
  const words = [
    'run',
    '--config',
    'config.yml',
    '--report-directory',
    'report',
    '--base-url',
    url,
  ];
  // Nothing is stored without a key.
  const used = await measure([CLI, ...words], {
    SENSITIVITY_API_KEY: 'none',
    XDG_CACHE_HOME: cache,
  });
  const report = readFileSync(path.join(folder, 'report', 'report.json'), 'utf8');
  const { outcome, usage } = JSON.parse(report);
  if (outcome !== 'pass') throw new Error(`The outcome is ${outcome}, and not pass.`);
  return { ...used, sent: Number(usage.requests) };
}

async function measure(words: string[], env: Record<string, string> = {}): Promise<Used> {
  let first = 0;
  server.once('message', (time) => (first = Number(time)));
  server.send('a run begins');
  const started = now();
  const usage = path.join(folder, 'usage.json');
  const child = spawn(process.execPath, ['--require', path.join(PARTS, 'usage.cjs'), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, TMPDIR: folder, BENCH_USAGE: usage, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const wall = now() - started;
  if (status !== 0) throw new Error(`${words.join(' ')} ended with status ${status}. ${errors}`);
  return { ...JSON.parse(readFileSync(usage, 'utf8')), wall, first: first - started };
}

function urlOf(manner: string) {
  return `http://127.0.0.1:${port}/${manner}/v1`;
}

/** A clock that all processes share, in ms. */
function now() {
  return performance.timeOrigin + performance.now();
}

function median(numbers: number[]) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

function print(what: string, value: string, most?: number) {
  const goal = most === undefined ? '' : `at most ${most}`;
  console.log(`${what.padEnd(60)} ${value.padStart(7)}   ${goal}`.trimEnd());
}
