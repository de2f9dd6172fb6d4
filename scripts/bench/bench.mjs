import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** @param {readonly number[]} numbers */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/**
 * @typedef {{ url: string, requests: number, concurrency: number }} Load
 * @typedef {{ wall: number, cpu: number, memory: number, first: number }} Used times in ms, `first`
 * up to the first request; memory in MB
 */

/** A server in its own process, and a folder for the runs that are measured against it. */
export class Bench {
  #server = fork(path.join(here, 'server.mjs'));
  #folder = mkdtempSync(path.join(tmpdir(), 'sensitivity-bench-'));
  #port = 0;
  #cli;

  /** @param {string} dist */
  static async open(dist) {
    const bench = new Bench(dist);
    bench.#port = await new Promise((resolve) => bench.#server.once('message', resolve));
    return bench;
  }

  /** @param {string} dist */
  constructor(dist) {
    this.#cli = path.resolve(dist, 'cli.js');
  }

  close() {
    this.#server.disconnect();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @param {string} manner of answering, see server.mjs */
  url(manner) {
    return `http://127.0.0.1:${this.#port}/${manner}/v1`;
  }

  /** @param {string} what @param {string} value @param {string} [most] */
  print(what, value, most) {
    const goal = most === undefined ? '' : `at most ${most}`;
    console.log(`${what.padEnd(60)} ${value.padStart(7)}   ${goal}`.trimEnd());
  }

  /** @param {Load} load @returns {Promise<Used>} */
  fetchLoop({ url, requests, concurrency }) {
    const loop = path.join(here, 'loop.mjs');
    return this.#measure([loop, `${url}/chat/completions`, `${requests}`, `${concurrency}`]);
  }

  /**
   * A run of one request a row that must pass, of three or more. The margin is so small that no row
   * less decides, so all are asked at once.
   *
   * @param {Load} load
   */
  async gate({ url, requests, concurrency }) {
    const rows = Array.from(
      { length: requests },
      (_, i) => `Sentence number ${i} of the benchmark.`,
    );
    writeFileSync(path.join(this.#folder, 'rows.txt'), rows.join('\n'));
    const config = `concurrency: ${concurrency}
model: { hub: openai, name: m, base_url: "${url}" }
data: { source: rows.txt, limit: ${rows.length} }
judge: off
tests: { sensitivity: { output_toxicity: { min_pass_rate: 0.5, margin: ${0.563 / requests}, scorer: bad_words } } }
`;
    writeFileSync(path.join(this.#folder, 'config.yml'), config);
    // A store of an earlier run would be read.
    rmSync(path.join(this.#folder, 'cache'), { recursive: true, force: true });
    const used = await this.#measure(
      [
        ...[this.#cli, 'run', '--config', 'config.yml', '--report-directory', 'report'],
        ...['--base-url', url],
      ],
      // Nothing is stored without a key.
      { SENSITIVITY_API_KEY: 'none', XDG_CACHE_HOME: path.join(this.#folder, 'cache') },
    );
    const report = path.join(this.#folder, 'report', 'report.json');
    const { outcome, usage } = JSON.parse(readFileSync(report, 'utf8'));
    if (outcome !== 'pass') throw new Error(`The outcome is ${outcome}, and not pass.`);
    return { ...used, sent: usage.requests };
  }

  /** @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<Used>} */
  async #measure(args, env = {}) {
    let first = 0;
    this.#server.once('message', (time) => (first = Number(time)));
    this.#server.send('a run begins');
    const started = now();
    const usage = path.join(this.#folder, 'usage.json');
    const child = spawn(process.execPath, ['--require', path.join(here, 'usage.cjs'), ...args], {
      cwd: this.#folder,
      env: { PATH: process.env.PATH, TMPDIR: this.#folder, BENCH_USAGE: usage, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.on('data', (text) => (errors += text));
    const status = await new Promise((resolve) => child.on('close', resolve));
    const wall = now() - started;
    if (status !== 0) throw new Error(`${args.join(' ')} ended with status ${status}. ${errors}`);
    return { ...JSON.parse(readFileSync(usage, 'utf8')), wall, first: first - started };
  }
}

/** A clock that all processes share, in ms. */
function now() {
  return performance.timeOrigin + performance.now();
}
