// npm run zoo: separates good models from bad ones. Runs scripted models, each with its expected
// verdict, through the committed dist over HTTP, under the README's configuration, and prints the
// table in docs/internals/measurements.md. No key, no network.
//
// node scripts/zoo.mjs [--seeds N] [--only TEXT] --seeds: of models that draw (20); --only: names
// that have this text
import { parseArgs } from 'node:util';
import { cellsOf, claimsOf, tableOfCells } from './zoo/claims.mjs';
import { openGate } from './zoo/gate.mjs';
import { ZOO } from './zoo/models.mjs';
import { openZoo } from './zoo/server.mjs';
import { visitsOf } from './zoo/visits.mjs';

const USUAL_SEEDS = 20;

const { values } = parseArgs({ options: { seeds: { type: 'string' }, only: { type: 'string' } } });
const seeds = Number(values.seeds ?? USUAL_SEEDS);
if (!Number.isInteger(seeds) || seeds < 1)
  throw new RangeError('--seeds must be a whole number, 1 or more');
const models = Object.keys(ZOO).filter((name) => name.includes(values.only ?? ''));
if (models.length === 0) throw new RangeError(`no model's name has the text ${values.only}`);

const started = performance.now();
const visits = visitsOf({ seeds, models });
const zoo = await openZoo();
const gate = openGate(zoo.url);
const found = [];
try {
  for (const visit of visits) {
    found.push(await gate.run(visit));
    if (process.stderr.isTTY) process.stderr.write(`\r${found.length} of ${visits.length}`);
  }
} finally {
  gate.close();
  zoo.close();
}
const cells = cellsOf(found);
console.log(`${tableOfCells(cells)}\n`);
const claims = claimsOf(cells);
for (const { text, broken } of claims)
  console.log([`${broken.length === 0 ? 'PASS' : 'FAIL'}  ${text}`, ...broken].join('\n      '));
console.error(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exitCode = claims.every(({ broken }) => broken.length === 0) ? 0 : 1;
