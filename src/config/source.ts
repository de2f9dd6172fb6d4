import type { Rules } from './rules.js';

/** What is known of the commit that a change is compared with. */
export interface BaseCommit {
  /** How the reader knows it: `base commit 1a2b3c4`. */
  name: string;
  rules: Rules;
  /** Whether the data files of the two commits may differ. */
  dataChanged: boolean;
}

/** Where the rules that decide come from. */
export interface ConfigSource {
  path: string;
  /** Whose rules decide: `head`, `base`, `split`, or `local` in a terminal. */
  ref: string;
  rules: Rules;
  /** Reads the commit to compare with; absent where there is none. Throws GateError where it cannot be read. */
  base?: (() => Promise<BaseCommit>) | undefined;
}
