import type { GateError } from '../errors.js';
import type { RowsChange, RuleChange } from '../engine/results.js';
import type { Config } from './config.js';
import type { Rules } from './rules.js';

/** What is known of the commit that a change is compared with. */
export interface BaseCommit {
  /** How the reader knows it: `base commit 1a2b3c4`. */
  name: string;
  rules: Rules;
  /** Whether the data files of the two commits may differ. */
  dataChanged: boolean;
}

/** The rules of the base, where they or their rows are not those of the head that judges itself. */
export interface BaseRules {
  /** Name of the branch, or of the commit where that is not known. */
  name: string;
  /** The base's rules over the head's subject. */
  config: Config;
  /** Absolute folder from which the data paths of these rules start. */
  root: string;
  rules: RuleChange[];
  rows: RowsChange[];
}

/** A problem may leave the data unknown and the changed rules known. */
export type ReadBaseRules = BaseRules | { isSame: true } | { problem: GateError; rules?: RuleChange[] };

/** Where the rules that decide come from. */
export interface ConfigSource {
  path: string;
  /** Whose rules decide: `head`, `base`, `split`, or `local` in a terminal. */
  ref: string;
  rules: Rules;
  /** Reads the commit to compare with; absent where there is none. Throws GateError where it cannot be read. */
  base?: (() => Promise<BaseCommit>) | undefined;
  /**
   * Reads the base's rules that the head's own stand beside; absent where the head is not judged by its own. A problem says why it is not
   * known what they say.
   */
  baseRules?: (() => Promise<ReadBaseRules>) | undefined;
}
