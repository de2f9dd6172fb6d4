import { spawnSync } from 'node:child_process';

/**
 * The same questions by promptfoo, where it is installed. @param {import('./bench.mjs').Bench}
 * bench
 */
export function promptfoo(bench, { url, requests, concurrency }) {
  const what = '  promptfoo, the same questions';
  const env = {
    ...process.env,
    OPENAI_API_KEY: 'none',
    PROMPTFOO_CONFIG_DIR: bench.work,
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_CACHE_ENABLED: 'false',
  };
  const run = (...args) => spawnSync('promptfoo', args, { cwd: bench.work, encoding: 'utf8', env });
  if (run('--version').status !== 0) {
    bench.row(what, 'not here');
    return;
  }
  const tests = Array.from({ length: requests }, (_, i) => ({
    vars: { text: `Sentence number ${i} of the benchmark.` },
  }));
  const provider = { id: 'openai:chat:m', config: { apiBaseUrl: url } };
  bench.write(
    'promptfoo.json',
    JSON.stringify({ prompts: ['{{text}}'], providers: [provider], tests }),
  );
  const took = (...args) => {
    const from = performance.now();
    const { status, stderr } = run(...args);
    if (status !== 0) throw new Error(stderr);
    return performance.now() - from;
  };
  const start = took('--version');
  const wall = took(
    'eval',
    '-c',
    'promptfoo.json',
    '-j',
    String(concurrency),
    '--no-cache',
    '--no-table',
    '--no-progress-bar',
  );
  bench.row(what, (wall - start) / 1000, { unit: 's', digits: 2 });
}
