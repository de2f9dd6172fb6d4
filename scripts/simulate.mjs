// npm run simulate: error rates of the gate. Runs models of known behaviour through the real engine
// many times and prints the shares. docs/internals/measurements.md has its output. No network; the
// same output on every machine.
//
//   node scripts/simulate.mjs [--runs N] [--quick] [--table NAME ...]
//
// --runs: of each line of the first table, 2000 if left out; --quick: 25; --table: it alone, by the
// name of its file.
import { parseArgs } from 'node:util';
import { counter, printClaims, wholeNumber } from './kit/command.mjs';
import { playAll } from './simulate/play.mjs';
import { TABLES } from './simulate/tables.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    quick: { type: 'boolean' },
    table: { type: 'string', multiple: true, default: Object.keys(TABLES) },
  },
});
const runs = wholeNumber('runs', values.runs ?? (values.quick ? 25 : 2000), 20);
const unknown = values.table.find((name) => !Object.hasOwn(TABLES, name));
if (unknown !== undefined)
  throw new RangeError(`--table must be one of ${Object.keys(TABLES).join(', ')}, not ${unknown}`);

const tables = Object.keys(TABLES).filter((name) => values.table.includes(name));
const cells = tables.flatMap((table) => TABLES[table].cells(runs).map((cell) => ({ table, cell })));
const found = await playAll(cells, counter(cells.length));
console.log('Every number is a share or a mean of simulated runs, ± two standard errors.\n');
const claims = tables.flatMap((name) => {
  const those = found.filter((_, i) => cells[i].table === name);
  console.log(`${TABLES[name].tableText(those)}\n`);
  return TABLES[name].claims(those);
});
printClaims(claims);
const broken = claims.filter(({ holds }) => !holds).length;
const sum =
  broken === 0
    ? `All ${claims.length} claims hold`
    : `${broken} of ${claims.length} claims do not hold`;
console.log(
  `\n${sum}; a claim is broken where the number lies beyond its limit by more than its margin.`,
);
