// npm run bench [-- --dist DIR]: measures the gate beside a bare loop of `fetch`, and its start
// beside an empty process, in turns. A slow or noisy machine changes both sides alike, so only
// ratios of one run can be compared with those of another. The exit status is 1 if a figure is
// beyond its limit. Limits in ms are for an idle machine.
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { tableOf } from './kit/print.ts';

const { values } = parseArgs({ options: { dist: { type: 'string', default: 'dist' } } });
const CLI = path.resolve(values.dist, 'cli.js');
const PARTS = path.join(import.meta.dirname, 'bench');
const ROUNDS = 5;
/** Rows of the smallest run that can pass. */
const FEWEST_ROWS = 3;

type Usage = Awaited<ReturnType<typeof measure>>;
type Pair = Record<'gate' | 'bare', Usage>;
interface Figure {
  name: string;
  valueIn: (usage: Usage) => number;
  /** The limit of the gate's median, or of the median ratio to the bare process. */
  limit: number;
  isRatio?: boolean;
}

const folder = mkdtempSync(path.join(tmpdir(), 'sensitivity-bench-'));
const server = fork(path.join(PARTS, 'server.mjs'));
const [port] = await once(server, 'message');
const url = `http://127.0.0.1:${port}/v1`;
const lines: string[][] = [];
try {
  await compareWithFetch(1000, 20, 1.05);
  const pairs = await compareWithFetch(4000, 100, 1.15);
  compare(pairs, {
    name: 'processor a call at 4,000 calls, ms',
    valueIn: ({ cpu }) => cpu / 4000,
    limit: 0.8,
  });
  await compareWithFetch(6000, 200, 1.2);
  const starts = await inTurns(
    () => runGate(FEWEST_ROWS, 20),
    () => measure(['-e', '0']),
  );
  compare(starts, {
    name: 'first request, and an empty process, ms',
    valueIn: ({ first }) => first,
    limit: 350,
  });
  const large = await compareWithFetch(10_000, 100, 1.15);
  compare(large, {
    name: 'peak memory of 10,000 rows, MB',
    valueIn: ({ memory }) => memory,
    limit: 250,
  });
  console.log(`Node ${process.version}, 50 ms an answer; medians of ${ROUNDS} pairs\n`);
  console.log(tableOf(['figure', 'gate', 'bare', 'ratio', 'at most'], lines));
} finally {
  server.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

async function compareWithFetch(requests: number, concurrency: number, limit: number) {
  const pairs = await inTurns(
    () => runGate(requests, concurrency),
    () => fetchLoop(requests, concurrency),
  );
  const name = `wall of ${requests} requests, ${concurrency} at a time, ms`;
  compare(pairs, { name, valueIn: ({ wall }) => wall, limit, isRatio: true });
  return pairs;
}

async function inTurns(runGateOnce: () => Promise<Usage>, runBare: () => Promise<Usage>) {
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++)
    pairs.push({ gate: await runGateOnce(), bare: await runBare() });
  return pairs;
}

function compare(pairs: Pair[], { name, valueIn, limit, isRatio }: Figure) {
  const gate = median(pairs.map((pair) => valueIn(pair.gate)));
  const bare = median(pairs.map((pair) => valueIn(pair.bare)));
  const ratio = median(pairs.map((pair) => valueIn(pair.gate) / valueIn(pair.bare)));
  const isAbove = (isRatio ? ratio : gate) > limit;
  const limitCell = `${limit}${isAbove ? ': FAIL' : ''}`;
  lines.push([name, ...[gate, bare, ratio].map((value) => value.toFixed(2)), limitCell]);
  if (isAbove) process.exitCode = 1;
}

function fetchLoop(requests: number, concurrency: number) {
  const loop = path.join(PARTS, 'loop.mjs');
  return measure([loop, `${url}/chat/completions`, `${requests}`, `${concurrency}`]);
}

/**
 * Runs the gate with one request a row, `FEWEST_ROWS` or more. The margin is so small that only the
 * last row decides, so all are asked at once.
 */
async function runGate(requests: number, concurrency: number) {
  const rows = Array.from({ length: requests }, (_, i) => `Sentence number ${i} of the benchmark.`);
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
  // A store that an earlier run left would be read.
  rmSync(cache, { recursive: true, force: true });
  const words = ['run', '--config', 'config.yml', '--report-directory', 'report'];
  // Nothing is stored without a key.
  const env = { SENSITIVITY_API_KEY: 'none', XDG_CACHE_HOME: cache };
  return measure([CLI, ...words, '--base-url', url], env);
}

/** Usage of a process that must end with status 0: times in ms, memory in MB. */
async function measure(words: string[], env: Record<string, string> = {}) {
  const usage = path.join(folder, 'usage.json');
  const started = Date.now();
  await promisify(execFile)(
    process.execPath,
    ['--require', path.join(PARTS, 'usage.cjs'), ...words],
    { cwd: folder, env: { PATH: process.env.PATH, TMPDIR: folder, BENCH_USAGE: usage, ...env } },
  );
  const ended = Date.now();
  server.send('a run ended');
  // A process that sends no request counts until its end.
  const [[first = ended, last = ended]] = await once(server, 'message');
  const { cpu, memory } = JSON.parse(readFileSync(usage, 'utf8'));
  return { first: first - started, wall: last - first, cpu, memory };
}

function median(numbers: number[]) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}
