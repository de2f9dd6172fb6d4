// The tables in the order in which they are printed. To add one: a file beside this one, and a line here.
import * as control from './control.mjs';
import * as decisions from './decisions.mjs';
import * as regressions from './regressions.mjs';
import * as repeats from './repeats.mjs';
import * as stops from './stops.mjs';

export const TABLES = { decisions, stops, regressions, control, repeats };
