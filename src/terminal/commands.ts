import type { Command } from './command.js';
import { compare } from './compare.js';
import { completion } from './completion.js';
import { convert } from './convert.js';
import { demo } from './demo.js';
import { explain } from './explain.js';
import { init } from './init.js';
import { doctor } from './doctor.js';
import { merge } from './merge.js';
import { plan } from './plan.js';
import { run } from './run.js';
import { validate } from './validate.js';

/** Every command there is, in the order of a first day. To add one: a file beside this one, and a line here. */
export const COMMANDS: readonly Command[] = [init, validate, plan, doctor, run, explain, merge, compare, convert, demo, completion];
