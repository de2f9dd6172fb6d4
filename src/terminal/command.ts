import type { Outcome } from '../engine/results.js';
import type { OptionName, Options } from './options.js';
import type { Terminal } from './terminal.js';

/** What there is to know of a command: an entry in `commands.ts`. The help derives from it. */
export interface Command {
  name: string;
  /** A line of the overview. */
  about: string;
  /** A paragraph or two below its own usage. */
  more?: string;
  /** What stands behind it beside options. */
  words?: { name: string; inWords: string; least: number; most: number };
  options: readonly OptionName[];
  examples: readonly (readonly [line: string, about: string])[];
  /** Its own file. */
  load: () => Promise<{ run: Run }>;
}

/** What a command does. Resolves with the exit status. @throws GateError for what the user can mend: exit status 2. */
type Run = (asked: Asked, terminal: Terminal) => Promise<number>;

export interface Asked {
  options: Options;
  words: readonly string[];
}

export const EXIT: Record<Outcome, number> = { pass: 0, fail: 1, inconclusive: 3, error: 3, skipped: 3 };
export const EXIT_USAGE = 2;
