import type { SubjectConfig } from '../config/config.ts';
import type { Grants } from '../models/keys.ts';
import type { Results, RunUsage } from './results.ts';

/** What a run needs beside what is judged. Commands and the action give the same. */
export interface RunOptions {
  grants: Grants;
  /** Variables of the job: proxies, and those that `headers` may hold. */
  env: Readonly<Record<string, string | undefined>>;
  /** Names of variables that `headers` may hold, by the origin that gets them. */
  headerVariables: readonly { name: string; origin?: string }[];
  /** Hard cap on requests: the input goes before the configuration. */
  maxRequests?: number;
  /** Where replies and calibrations of earlier runs are kept, and for whom. */
  store?: StoreOptions;
  /** `missing-key: skip`: a key that no one grants ends the run as `skipped`. */
  skipsWithoutKey: boolean;
  signal?: AbortSignal;
  /** Gets a line on the step and the requests so far, again and again. */
  onProgress?: (line: string) => void;
  log?: (line: string) => void;
}

export interface StoreOptions {
  directory: string;
  /** The pull request, or the ref: a verdict is used again within it. */
  scope: string;
  /** A finished run of the same subject, rules and rows is used again (pull requests only). */
  usesFinished: boolean;
  /** `--no-resume`: nothing is read, judges are calibrated anew. */
  isFresh?: boolean;
  /** Named in the report of a later run that uses it. */
  workflowRun?: string;
}

/** What white space alone does not change. */
export type SubjectTexts = Pick<SubjectConfig, 'prompt' | 'system_prompt' | 'variables'>;

/** What a run would send, before anything is sent. */
export interface Plan {
  tests: readonly PlannedTest[];
  sections: readonly PlannedSection[];
  /** All sections: of a model that passes, of one that fails, and never more than `most`. */
  requests: NonNullable<RunUsage['expected']>;
  /** Sentences on how rows were read: `evals/q.csv: 120 rows; text from question`. */
  data: readonly string[];
  warnings: readonly string[];
  notices: readonly string[];
}

export interface PlannedTest {
  name: string;
  minimum: number;
  rows: number;
  leftOut: readonly { source: string; reason: string }[];
  isAdvisory: boolean;
  /** The first row as it is sent. */
  example?: { source: string; system?: string; prompt: string };
}

export interface PlannedSection {
  section: 'model' | 'base' | 'judge' | 'embeddings';
  name: string;
  host: string;
  requests: { pass: number; fail: number; most: number };
  promptTokens: { pass: number; most: number };
}

/** One question to a model: what it answered, or why there is no answer. */
export interface Probe {
  section: PlannedSection['section'];
  name: string;
  host: string;
  answer?: string;
  problem?: { message: string; remedy: string; isKey: boolean };
  /** Of a judge: known cases right, of those asked. */
  knownCases?: { right: number; total: number };
  /** The answer ended at the limit of tokens, or shows reasoning: what to set. */
  room?: string;
}

export interface SuggestedMinimum {
  /** `min_pass_rate`, `min_valid`, `min_steady`, `min_answer_rate`, `min_refusal_rate`. */
  key: string;
  passes: number;
  rows: number;
  /** The value in force, and the highest that the measured rows support. */
  now: number;
  suggested: number;
}

export interface TestSuggestion {
  test: string;
  minima: readonly SuggestedMinimum[];
  /** Why no minimum of this test shows anything. */
  shortfall?: string;
  rowsInError: number;
  /** Places of rows that did not pass. */
  failing: readonly string[];
}

export interface Suggestion {
  results: Results;
  tests: readonly TestSuggestion[];
  /** A later run under these minima. */
  laterRequests: NonNullable<RunUsage['expected']>;
}
