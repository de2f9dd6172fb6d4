import type { Outcome } from '../engine/results.js';
import type { OptionName, Options } from './options.js';
import type { Terminal } from './terminal.js';

/** One command: a file beside this one that exports one of these, and a line in `commands.ts`. Help and completion derive from it. */
export interface Command {
  name: string;
  /** A line of the overview. */
  about: string;
  /** A paragraph or two below its own usage. */
  more?: string;
  /** What stands behind it beside options. */
  words?: { name: string; inWords: string; least: number; most: number; completes: 'file' | readonly string[] | undefined };
  options: readonly OptionName[];
  examples: readonly (readonly [line: string, about: string])[];
  /** Resolves with the exit status. @throws GateError for what the user can mend: exit status 2. */
  run: (asked: Asked, terminal: Terminal) => Promise<number>;
}

export interface Asked {
  options: Options;
  words: readonly string[];
  /** Every command there is. */
  commands: readonly Command[];
}

export const EXIT: Record<Outcome, number> = { pass: 0, fail: 1, inconclusive: 3, error: 3, skipped: 3 };
export const EXIT_USAGE = 2;

/** Who is asked what, by which rules. */
export const SUBJECT_OPTIONS = ['config', 'hub', 'model', 'data', 'base-url', 'allowed-hosts'] as const satisfies readonly OptionName[];

/** What is compared, and how it is shown. */
export const VERDICT_OPTIONS = [
  ...SUBJECT_OPTIONS,
  'cache-directory',
  'history',
  'base',
  'baseline',
  'report-directory',
  'all',
  'columns',
  'json',
] as const satisfies readonly OptionName[];

/** All that a run takes. A plan takes the same: whoever wants to know what a line would cost puts `plan` in the place of `run`. */
export const RUN_OPTIONS = [
  ...VERDICT_OPTIONS,
  'max-requests',
  'on-budget',
  'deadline',
  'resume',
  'batch',
  'shard',
] as const satisfies readonly OptionName[];
