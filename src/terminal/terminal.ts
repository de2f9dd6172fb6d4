import type { Readable } from 'node:stream';
import type { Signals } from '../evaluate/interruption.js';
import type { ReportOptions } from '../report/terminal-rows.js';

/** What the command touches of its process. */
export type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'cwd' | 'stdout' | 'stderr'> &
  Signals & { stdin: Readable & { isTTY?: boolean } };

/** Where a command speaks, and where it was given. */
export interface Terminal {
  process: Process;
  secrets: readonly string[];
  /** Absolute: the folder in which the command was given. */
  root: string;
  /** On stdout; no key leaves by it. */
  print: (text: string) => void;
  /** On stdout, for a program. */
  printJson: (value: unknown) => void;
  /** What is no result of the command: on stdout too, but on stderr where stdout is a machine's. */
  note: (text: string) => void;
  /** On stderr. */
  complain: (text: string) => void;
  layout: ReportOptions;
}
