import type { Readable } from 'node:stream';
import type { Outcome } from '../engine/results.js';
import type { Signals } from '../run/interruption.js';
import type { ReportOptions } from '../report/formats/terminal-rows.js';
import type { OptionName, Options } from './options.js';

/** A command: an entry in `commands.ts`. The help derives from it. */
export interface Command {
  name: string;
  about: string;
  /** A paragraph or two of its own help. */
  more?: string;
  /** Its arguments beside options. */
  words?: { name: string; inWords: string; least: number; most: number };
  options: readonly OptionName[];
  examples: readonly (readonly [line: string, about: string])[];
  /** Imports the command's own file. */
  load: () => Promise<{ run: Run }>;
}

/** Runs a command. Resolves with the exit status. @throws GateError for a mistake of the user: exit status 2 */
type Run = (asked: Asked, terminal: Terminal) => Promise<number>;

export interface Asked {
  options: Options;
  words: readonly string[];
}

export type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'cwd' | 'stdout' | 'stderr'> &
  Signals & { stdin: Readable & { isTTY?: boolean } };

export interface Terminal {
  process: Process;
  secrets: readonly string[];
  /** Absolute: the folder in which the command was given. */
  root: string;
  /** Writes to stdout, keys masked. */
  print: (text: string) => void;
  /** Writes a value to stdout for a program. */
  printJson: (value: unknown) => void;
  /** Writes progress and hints: to stdout, or to stderr if a program reads stdout. */
  note: (text: string) => void;
  complain: (text: string) => void;
  layout: ReportOptions;
}

export const EXIT: Record<Outcome, number> = { pass: 0, fail: 1, inconclusive: 3, error: 3, skipped: 3 };
export const EXIT_USAGE = 2;
