// npm run simulate: error rates of the gate. Runs models of known behaviour through the real engine
// many times and prints the shares. docs/internals/measurements.md has its output. No network; the
// same output on every machine.
//
//   node scripts/simulate.mjs [--runs N] [--quick] [--table NAME ...]
//
// --runs: of each line of the first table, 2000 if left out; --quick: 25; --table: it alone, by the
// name of its file.
import { parseArgs } from 'node:util';
import { findEngine } from './simulate/engine.mjs';
import { playAll } from './simulate/play.mjs';
import { TABLES } from './simulate/tables.mjs';

const USUAL_RUNS = 2000;
const QUICK_RUNS = 25;

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    quick: { type: 'boolean' },
    table: { type: 'string', multiple: true },
  },
});
const runs = Number(values.runs ?? (values.quick ? QUICK_RUNS : USUAL_RUNS));
if (!Number.isInteger(runs) || runs < 20)
  throw new RangeError('--runs must be a whole number, 20 or more');

const unknown = values.table?.find((name) => !Object.hasOwn(TABLES, name));
if (unknown !== undefined)
  throw new RangeError(`--table must be one of ${Object.keys(TABLES).join(', ')}, not ${unknown}`);
const tables = Object.entries(TABLES).filter(([name]) => values.table?.includes(name) ?? true);

const started = performance.now();
const cells = tables.flatMap(([table, { cells: cellsOf }]) =>
  cellsOf(runs).map((cell) => ({ table, cell })),
);
const tell = (text) => process.stderr.isTTY && process.stderr.write(text);
const engine = findEngine();
let done = 0;
try {
  const found = await playAll(cells, {
    folder: engine.folder,
    onCell: () => tell(`\r${++done} of ${cells.length}`),
  });
  tell('\r');
  report(
    tables.map(([name, table]) => ({
      table,
      found: found.filter((_, i) => cells[i].table === name),
    })),
  );
} finally {
  engine.remove();
}
console.error(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);

/** Tables, then what they are to show; exit status 1 where they do not. */
function report(parts) {
  console.log('Every number is a share or a mean of simulated runs, ± two standard errors.\n');
  for (const { table, found } of parts) console.log(`${table.print(found)}\n`);
  const claims = parts.flatMap(({ table, found }) => table.claims(found));
  for (const { holds, text } of claims) console.log(`${holds ? 'PASS' : 'FAIL'}  ${text}`);
  const broken = claims.filter(({ holds }) => !holds).length;
  const sum =
    broken === 0
      ? `All ${claims.length} claims hold`
      : `${broken} of ${claims.length} claims do not hold`;
  console.log(
    `\n${sum}; a claim is broken where the number lies beyond its limit by more than its margin.`,
  );
  process.exitCode = broken === 0 ? 0 : 1;
}
