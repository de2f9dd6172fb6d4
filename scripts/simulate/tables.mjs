// The tables in the order in which they are printed. To add one: a file beside this one, and a line
// here.
import * as animals from './animals.mjs';
import * as attribution from './attribution.mjs';
import * as concurrency from './concurrency.mjs';
import * as regressions from './regressions.mjs';
import * as rules from './rules.mjs';
import * as sequential from './sequential.mjs';
import * as streams from './streams.mjs';
import * as suggest from './suggest.mjs';
import * as wealth from './wealth.mjs';

/** @type {Record<string, import('./table.ts').Table<unknown, object>>} */
export const TABLES = {
  sequential,
  streams,
  animals,
  wealth,
  concurrency,
  regressions,
  suggest,
  attribution,
  rules,
};
