import type { Config, Overrides } from '../config/config.ts';
import type { RulesComparison } from '../config/rules-comparison.ts';
import type { AnyRun } from '../engine/methods/test-run.ts';
import type { Results } from '../engine/results.ts';
import type { Progress } from '../engine/run.ts';
import type {
  Halt,
  HeaderVariables,
  HttpProxy,
  HubValues,
  SectionKeys,
  SharedReplies,
  StoreOptions,
} from '../models/index.ts';
import type { IsTracked } from '../path-safety.ts';
import type { Start } from '../report/story/run-start.ts';

/** Inputs of an evaluation. No lower layer reads inputs or the environment. */
export interface EvaluateOptions {
  config: RulesComparison;
  overrides: Overrides;
  root: string;
  /**
   * True if a pull request can edit the configuration. Data files that it names must be below
   * `root`.
   */
  confined: boolean;
  /** Returns true for a file that git tracks. Absent if `root` holds only files of a commit. */
  isTracked?: IsTracked;
  /**
   * The keys of the inputs `api-key`, `judge-api-key` and `embeddings-api-key`. `keys` holds those
   * of the environment, by hub.
   */
  apiKey?: string;
  judgeApiKey?: string;
  embeddingsApiKey?: string;
  /** In a terminal: the variable that a section's key comes from. */
  keyNames?: SectionKeys;
  keys: HubValues;
  endpoints?: HubValues;
  variables?: HeaderVariables;
  allowedHosts: string[];
  allowLoopback?: string[];
  /** Base URL of the Hugging Face datasets server, for tests and mirrors. */
  datasetsServer?: string;
  /** The proxy for requests to models. */
  proxy?: HttpProxy;
  missingKey: 'fail' | 'skip';
  /** Absolute folder of stored replies and calibrations. If absent, nothing is stored. */
  cacheDirectory?: string;
  /** Selects or changes the tests after their rows are read. */
  narrowTests?: (tests: AnyRun[]) => AnyRun[];
  /** Called before the first request. The first call of `onProgress` has the number of requests. */
  onStart?: (start: Start) => void;
  /**
   * True to use the answers of a run of the same subject, rules and rows, as far as `reuse` allows.
   */
  resume?: boolean;
  reuse?: StoreOptions['reuse'];
  /** On a pull request, one subject has one verdict. */
  origin?: { workflowRun?: string | undefined; pull?: number | undefined };
  halt?: Halt;
  onProgress?: Progress;
}

/** Options of one of the runs of an evaluation. */
export interface SingleRunOptions extends EvaluateOptions {
  /**
   * The head's configuration; present in the second run, which judges by the base's rules. A report
   * has its results under `base_rules`.
   */
  headOfSecondRun?: Config;
  /** Replies that both runs share. */
  shared?: SharedReplies;
}

export interface Evaluation {
  results: Results;
  config?: Config;
  /** Digest of the model under test and its prompts. Absent for a run that ended before asking. */
  subject?: string;
  /** The commit that is checked out; undefined if it is not known. */
  commit?: string;
}
