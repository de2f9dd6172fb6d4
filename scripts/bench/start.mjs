import { action, median } from './bench.mjs';

/** @param {import('./bench.mjs').Bench} bench */
export function start(bench) {
  const bare = [];
  const first = [];
  for (let i = 0; i < 9; i++) {
    bare.push(bench.measure(['-e', '0']).process);
    // A refused input ends the run at the start of main.
    first.push(bench.measure([action], { INPUT_ENFORCE: 'perhaps' }).process);
  }
  bench.row('start: action refuses a bad input', median(first), {
    unit: 'ms',
    goal: 'at most 250 where bare node takes 35',
  });
  bench.row('  bare node', median(bare), { unit: 'ms' });
}
