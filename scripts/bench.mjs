// npm run bench: what the gate costs beside the work itself. Ratios come from one run on one machine, so that a slow or noisy
// machine changes both sides alike; nothing here is a test.
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { benchText, rate } from './bench/counting.mjs';
import { benchPage } from './bench/page.mjs';
import { findEngine } from './simulate/engine.mjs';

/** Wall beyond start-up, over that of a loop of fetch. */
const LOADS = [
  { requests: 1000, concurrency: 20, goal: 1.05 },
  { requests: 4000, concurrency: 100, goal: 1.2 },
  { requests: 6000, concurrency: 200, goal: 1.2 },
];
const ROUNDS = 3;
const root = fileURLToPath(new URL('..', import.meta.url));
const cli = path.join(root, 'dist', 'cli.js');
const action = path.join(root, 'dist', 'index.js');
const work = mkdtempSync(path.join(tmpdir(), 'sensitivity-bench-'));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const row = (what, value, goal) => console.log(`${what.padEnd(46)} ${value.padStart(12)}   ${goal}`);

/** Runs node and returns what the process used: wall and cpu in ms, maxRSS in MB, and what it printed. */
function measure(args, env = {}) {
  const usage = path.join(work, 'usage.json');
  const outer = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--require', path.join(root, 'scripts/bench/usage.cjs'), ...args], {
    cwd: work,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TMPDIR: work, BENCH_USAGE: usage, ...env },
  });
  const process_ = performance.now() - outer;
  return { ...JSON.parse(readFileSync(usage, 'utf8')), process: process_, stdout, stderr, status };
}

/** @param {{ url: string, requests: number, concurrency: number, goal: number }} load */
function against({ url, requests, concurrency, goal }) {
  writeFileSync(
    path.join(work, 'rows.txt'),
    Array.from({ length: requests / 2 }, (_, i) => `Sentence number ${i} of the benchmark.`).join('\n'),
  );
  writeFileSync(
    path.join(work, 'config.yml'),
    `concurrency: ${concurrency}\nmodel: { hub: openai, name: m, base_url: "${url}" }\ndata: { source: rows.txt, limit: ${requests} }\nevaluation: { method: pair, stop: full }\ntests: { sensitivity: { add_toxic_words: {} } }\n`,
  );
  const loop = (client) =>
    measure([path.join(root, 'scripts/bench/loop.mjs'), `${url}/chat/completions`, String(requests), String(concurrency), client]);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [fetch, undici] = [loop('fetch'), loop('undici')];
    const startUp = measure([cli, 'plan', '--config', 'config.yml']);
    const gate = measure([cli, 'run', '--config', 'config.yml']);
    if (gate.status !== 0 || !gate.stdout.includes(requests.toLocaleString('en'))) throw new Error(gate.stdout + gate.stderr);
    const wall = gate.process - startUp.process;
    return {
      overFetch: wall / Number(fetch.stdout),
      overUndici: wall / Number(undici.stdout),
      cpu: [gate.cpu - startUp.cpu, fetch.cpu, undici.cpu].map((ms) => ms / requests),
      memory: gate.maxRSS,
    };
  });
  const of = (read) => median(rounds.map(read));
  row(`${requests} requests of 50 ms, ${concurrency} at a time: gate / fetch`, of((one) => one.overFetch).toFixed(3), `at most ${goal}`);
  row('  gate / undici.request', of((one) => one.overUndici).toFixed(3), '');
  const cpu = [0, 1, 2].map((i) => of((one) => one.cpu[i]).toFixed(2)).join(', ');
  row('  processor time a call: gate, fetch, undici', `${cpu} ms`, concurrency === 20 ? 'gate at most 0.8 ms' : '');
  row('  peak memory of the gate', `${of((one) => one.memory).toFixed(0)} MB`, '');
}

async function throughput() {
  const server = fork(path.join(root, 'scripts/bench/server.mjs'));
  const port = await new Promise((resolve) => server.once('message', resolve));
  for (const load of LOADS) against({ ...load, url: `http://127.0.0.1:${port}/v1` });
  server.disconnect();
}

function start() {
  const bare = [];
  const first = [];
  for (let i = 0; i < 9; i++) {
    bare.push(measure(['-e', '0']).process);
    // An input that is refused ends the run right behind the first lines of main.
    first.push(measure([action], { INPUT_ENFORCE: 'perhaps' }).process);
  }
  row('start: action refuses a bad input, bare node', `${median(first).toFixed(0)}, ${median(bare).toFixed(0)} ms`, '250 beside 35');
}

function memory() {
  const line = (i) =>
    JSON.stringify({
      text: `Row ${i} is a sentence of a common length that says something about the number ${i}.`,
      id: i,
      note: 'x'.repeat(100),
    });
  writeFileSync(path.join(work, 'large.jsonl'), Array.from({ length: 100_000 }, (_, i) => line(i)).join('\n'));
  writeFileSync(
    path.join(work, 'large.yml'),
    'model: { hub: reference, name: attentive }\ndata: { source: large.jsonl, limit: 200 }\ntests: { sensitivity: { add_negation: {} } }\n',
  );
  const { maxRSS, wall } = measure([cli, 'run', '--config', 'large.yml']);
  row('100,000 rows of JSONL, limit 200: peak memory', `${maxRSS.toFixed(0)} MB`, 'at most 300 MB');
  row('  wall', `${(wall / 1000).toFixed(2)} s`, '');
}

/** On one core, in this process; what the same text costs a bare search for one word tells how fast the machine is. */
async function counting() {
  const engine = findEngine();
  try {
    const load = (file) => import(pathToFileURL(path.join(engine.folder, '..', 'language', 'words', file)).href);
    const { wordFinder } = await load('index.js');
    const { drawFrom } = await import(pathToFileURL(path.join(engine.folder, 'random.js')).href);
    const text = benchText(4_000_000, drawFrom('words'));
    const now = () => performance.now();
    const list = rate(wordFinder().countBadWords, { text, now });
    const bare = rate((whole) => whole.match(/bollocks/gi)?.length ?? 0, { text, now });
    row('counting with the plain list, one core', `${list.megabytesPerSecond.toFixed(0)} MB/s`, 'at least 40 MB/s');
    const beyond = rate(wordFinder({ obfuscation: true }).countBadWords, { text: text.slice(0, 1_000_000), now, rounds: 3 });
    row('  beyond the list (obfuscation: true)', `${beyond.megabytesPerSecond.toFixed(1)} MB/s`, '');
    row('  a bare search for one word', `${bare.megabytesPerSecond.toFixed(0)} MB/s`, '');
  } finally {
    engine.remove();
  }
}

function size() {
  const files = readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
  row('dist', `${(bytes / 1024 / 1024).toFixed(2)} MB`, 'at most 2.75 MB');
}

try {
  console.log(`Node ${process.version}; the medians of several runs\n`);
  await throughput();
  start();
  memory();
  await benchPage({ run: (words) => measure([cli, ...words]), work, row });
  await counting();
  size();
} finally {
  rmSync(work, { recursive: true, force: true });
}
