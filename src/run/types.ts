import type { TestRun } from '../engine/run.ts';
import type { Grants } from '../models/keys.ts';

/** What a run needs beside what is judged. Commands and the action give the same. */
export interface RunOptions {
  grants: Grants;
  /** Variables of the job, for proxies. */
  env: Readonly<Record<string, string | undefined>>;
  /** Where replies and calibrations of earlier runs are kept, and for whom. */
  store?: StoreOptions;
  /** `missing-key: skip`: a key that no one grants ends the run as `skipped`. */
  skipsWithoutKey?: boolean;
  signal?: AbortSignal;
  /** Gets a line on the step and the requests so far, again and again. */
  onProgress?: (line: string) => void;
  log?: (line: string) => void;
  /** Called once the verdict is asked: what its subjects answered is remembered. */
  onAsked?: (tests: readonly { run: TestRun }[]) => Promise<void>;
}

export interface StoreOptions {
  directory: string;
  /** The pull request, or the ref: a verdict is used again within it. */
  scope: string;
  /** A finished run of the same subject, rules and rows is used again (pull requests only). */
  usesFinished?: boolean;
  /** `--no-resume`: nothing is read, judges are calibrated anew. */
  isFresh?: boolean;
  /** Named in the report of a later run that uses it. */
  workflowRun?: string;
}
