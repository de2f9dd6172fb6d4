/** What is known of the commit that a change is compared with. */
export interface BaseCommit {
  /** How the reader knows it: `base commit 1a2b3c4`. */
  name: string;
  /** Its configuration; undefined where it has none. */
  text?: string;
  /** Whether the data files of the two commits may differ. */
  dataChanged: boolean;
}

/** Where the rules, and the subject that they judge, come from. */
export interface ConfigSource {
  path: string;
  /** Whose rules decide: `head`, `base`, `split`, or `local` in a terminal. */
  ref: string;
  /** The rules; left out, they are read from `path`. */
  text?: string;
  /** A configuration of which only the subject counts: model name, system prompt, prompt and parameters. */
  subject?: string;
  /** Reads the commit to compare with; absent where there is none. Throws GateError where it cannot be read. */
  base?: () => Promise<BaseCommit>;
}
