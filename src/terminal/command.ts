import type { Readable } from 'node:stream';
import type { Outcome } from '../engine/results.ts';
import type { Signals } from '../run/interruption.ts';
import { wrapText } from '../report/formats/layout.ts';
import type { ReportOptions } from '../report/formats/terminal-rows.ts';
import type { OptionName, Options } from './options.ts';
import { attemptsOf } from '../errors.ts';
import type { HttpProxy } from '../models/index.ts';

/** A command: an entry in `commands.ts`. The help derives from it. */
export interface Command {
  name: string;
  /** Its line in the overview. */
  about: string;
  /** A paragraph or two of its own help. */
  more?: string;
  /** The words after its name, which are no options, and how many of them it takes. */
  words?: { name: string; description: string; min: number; max: number };
  options: readonly OptionName[];
  examples: readonly (readonly [line: string, about: string])[];
  /** Imports its file, so that a command loads no code of the others. */
  load: () => Promise<RunCommand>;
}

/**
 * Runs a command. Resolves with the exit status.
 * @throws GateError for a mistake of the user: exit status 2
 */
type RunCommand = (commandLine: CommandLine, terminal: Terminal) => Promise<number>;

export interface CommandLine {
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
  /** The proxy of the environment. */
  proxy?: HttpProxy;
  /** Writes to stdout, keys masked. */
  print: (text: string) => void;
  /** Prints lines with text from outside, in which the runner finds no commands. */
  printLines: (lines: readonly string[]) => void;
  printJson: (value: unknown) => void;
  /** Writes progress and hints: to stdout, or to stderr if a program reads stdout. */
  note: (text: string) => void;
  /** Writes to stderr, with the terminal's names for the inputs of the action. */
  complain: (text: string) => void;
  layout: ReportOptions;
}

export const EXIT: Record<Outcome, number> = {
  pass: 0,
  fail: 1,
  inconclusive: 3,
  error: 3,
  skipped: 3,
};
export const EXIT_USAGE = 2;

/** Returns a text as lines that fit the terminal, with a newline behind each. */
export function paragraph(text: string, layout: ReportOptions): string {
  return `${wrapText(text, layout, 0).join('\n')}\n`;
}

/** Runs a step that follows a verdict. A failure is printed, and the result is undefined. */
export function attemptStep<T>(
  step: () => Promise<T>,
  { complain }: Pick<Terminal, 'complain'>,
): Promise<T | undefined> {
  return attemptsOf(complain)(step);
}
