import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LOOP = path.join(root, 'scripts/bench/loop.mjs');

export const cli = path.join(root, 'dist', 'cli.js');
export const action = path.join(root, 'dist', 'index.js');
export const dist = path.join(root, 'dist');

/** @param {readonly number[]} numbers */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/**
 * @typedef {{ wall: number, cpu: number, maxRSS: number, process: number, stdout: string, stderr:
 * string, status: number | null }} Used
 */

/** A working folder, a server, and the table of results. */
export class Bench {
  /** @type {{ what: string, value: number | string, unit: string, goal: string }[]} */
  rows = [];
  work = mkdtempSync(path.join(tmpdir(), 'sensitivity-bench-'));
  #server = fork(path.join(root, 'scripts/bench/server.mjs'));
  #port = 0;

  static async open() {
    const bench = new Bench();
    bench.#port = await new Promise((resolve) => bench.#server.once('message', resolve));
    return bench;
  }

  close() {
    this.#server.disconnect();
  }

  /** @param {string} manner of answering, see server.mjs */
  url(manner) {
    return `http://127.0.0.1:${this.#port}/${manner}/v1`;
  }

  /**
   * @param {string} what @param {number | string} value @param {{ unit?: string, digits?: number,
   * goal?: string }} [how]
   */
  row(what, value, { unit = '', digits = 0, goal = '' } = {}) {
    this.rows.push({ what: what.trim(), value, unit, goal });
    const shown = `${typeof value === 'number' ? value.toFixed(digits) : value}${unit && ` ${unit}`}`;
    console.log(`${what.padEnd(62)} ${shown.padStart(12)}   ${goal}`.trimEnd());
  }

  /** @param {string} name @param {string} text */
  write(name, text) {
    writeFileSync(path.join(this.work, name), text);
  }

  /** @param {string} name */
  report(name) {
    return JSON.parse(readFileSync(path.join(this.work, name, 'report.json'), 'utf8'));
  }

  /**
   * Runs node and returns what the process used: wall and cpu in ms, maxRSS in MB, and what it
   * printed.
   * @param {string[]} args @param {Record<string, string>} [env] @returns {Used}
   */
  measure(args, env = {}) {
    const usage = path.join(this.work, 'usage.json');
    const outer = performance.now();
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--require', path.join(root, 'scripts/bench/usage.cjs'), ...args],
      {
        cwd: this.work,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, TMPDIR: this.work, BENCH_USAGE: usage, ...env },
      },
    );
    const process_ = performance.now() - outer;
    return {
      ...JSON.parse(readFileSync(usage, 'utf8')),
      process: process_,
      stdout,
      stderr,
      status,
    };
  }

  /**
   * Runs a bare loop of a client. `took` is its own time in ms.
   * @param {'fetch' | 'undici'} client @param {{ url: string, requests: number, concurrency: number
   * }} load
   */
  loop(client, { url, requests, concurrency }) {
    const used = this.measure([
      LOOP,
      `${url}/chat/completions`,
      String(requests),
      String(concurrency),
      client,
    ]);
    return { ...used, took: Number(used.stdout) };
  }

  /** The gate, which is to pass. @param {string} config @param {string[]} [more] @returns {Used} */
  gate(config, more = []) {
    // Without a key nothing is stored. The store is a new one: with an older one its size would be
    // measured, too.
    const cache = path.join(this.work, 'cache');
    rmSync(cache, { recursive: true, force: true });
    const env = { OPENAI_API_KEY: 'none', XDG_CACHE_HOME: cache };
    const used = this.measure(
      [cli, 'run', '--config', config, '--report-directory', 'report', ...more],
      env,
    );
    if (used.status !== 0) throw new Error(used.stdout + used.stderr);
    return used;
  }
}
