import type { TestRun } from '../engine/run.ts';
import type { Grants } from '../models/keys.ts';
import type { StoreOptions } from '../models/store.ts';

/** What a run needs beside what is judged. Commands and the action give the same. */
export interface RunOptions {
  grants: Grants;
  /** Variables of the job, for proxies. */
  env: Readonly<Record<string, string | undefined>>;
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
