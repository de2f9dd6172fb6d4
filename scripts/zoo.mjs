// npm run zoo: separates good models from bad ones. Runs scripted models, each with its expected
// verdict, through the committed dist over HTTP, under the README's configuration, and prints the
// table in docs/internals/measurements.md. No key, no network.
//
//   node scripts/zoo.mjs [--seeds N] [--only TEXT]
//
// --seeds: number of seeds for models that draw, 20 by default.
// --only: runs only the models whose names hold this text.
import { parseArgs } from 'node:util';
import { counter, printClaims, wholeNumber } from './kit/command.mjs';
import { cellsOf, claimsOf, tableOfCells } from './zoo/claims.ts';
import { visitAll } from './zoo/gate.ts';
import { ZOO } from './zoo/models.ts';
import { visitsOf } from './zoo/visits.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const seeds = wholeNumber('seeds', values.seeds, 1);
const models = Object.keys(ZOO).filter((name) => name.includes(values.only));
if (models.length === 0) throw new RangeError(`no model's name has the text ${values.only}`);

const visits = visitsOf({ seeds, models });
const cells = cellsOf(await visitAll(visits, counter(visits.length)));
console.log(`${tableOfCells(cells)}\n`);
printClaims(claimsOf(cells));
