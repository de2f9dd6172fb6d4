// The tables in the order in which they are printed. To add one: a file beside this one, and a line
// here.
import * as attribution from './attribution.mjs';
import * as regressions from './regressions.mjs';
import * as rules from './rules.mjs';
import * as sequential from './sequential.mjs';
import * as streams from './streams.mjs';

/** @type {Record<string, import('./table.ts').Table<unknown, object>>} */
export const TABLES = { sequential, streams, regressions, attribution, rules };
