import type { DivergenceFigure } from './divergence/figure.js';
import type { Side } from './sample.js';
import type { StatedRule, Threshold } from './scorers/rule.js';
import type { Interval } from './statistics/intervals.js';
import type { PlanError } from './statistics/plan-error.js';
import type { SequentialVerdict } from './statistics/sequential.js';
import type { Compared } from './triplet/decision.js';

/** What a report says of each test. */

/** `skipped` says that no model was asked, by the user's own choice (`missing-key: skip`). */
export type Outcome = 'pass' | 'fail' | 'inconclusive' | 'error' | 'skipped';

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
  /** `point`: the observed rate decides, over all rows. `sequential`: rows are asked until they decide. */
  decision?: 'point' | 'sequential';
  /** How rows were asked; absent for `pair`, LangTest's way. */
  method?: 'triplet';
  /** `triplet` only. Rows that the decision rests on, whose answer to the original is right (only with a key), and to the placebo, too. */
  asked_count?: number;
  known_count?: number;
  steady_count?: number;
  /** Rows that were set aside, since the answer to the perturbed text would be right to the original, too. */
  both_sides_count?: number;
  /** How many answers the plain rules read, and how many the judge. */
  read_counts?: { rule: number; judge: number };
  /** V, the share of rows that can tell something, and what it is held against; the rate is null where none could be read. */
  valid_rate?: number | null;
  minimum_valid_rate?: number;
  /** U, the share of known answers that the placebo leaves right, and what it is held against; absent without a key or a placebo. */
  steady_rate?: number | null;
  minimum_steady_rate?: number;
  /** What the streams of a sequential decision showed; undefined as long as rows in error could say otherwise. */
  streams?: { valid?: SequentialVerdict; steady?: SequentialVerdict; sensitive?: SequentialVerdict };
  /** What knowing nothing is worth on the perturbed rows, the better of drawing an option (g) and of one and the same answer (h). */
  guess_rate?: number;
  guesses?: { g: number; h: number };
  /** Rows whose answer the placebo changed, and how probable it is that the perturbation changes no more than it does. */
  placebo?: { changed: number; p_value: number };
  /** Rows whose answer should stay (`expect: same`), of those that can tell something. */
  same?: { pass_count: number; fail_count: number };
  /** Clusters of a contrast set whose rows count without exception, and of those the ones that are right throughout. */
  clusters?: { right: number; total: number };
  /** What the configuration calls a test of its own. */
  named?: string;
  /** Sequential only: how far from the minimum a good and a bad model lie, how often it may be wrong, and how often this very plan is. */
  margin?: number;
  alpha?: number;
  beta?: number;
  plan_error?: PlanError;
  /** Rows that were asked beyond the decision: shown, and in no count. */
  uncounted_count?: number;
  /** An earlier report whose first rows were asked anew: how many the base answered otherwise. Where any, the base was asked instead. */
  drift?: { checked: number; changed: number };
  /** Each comparison with the base by itself; `baseline` is the one that decides. */
  comparisons?: Partial<Record<Compared, Baseline>>;
  /** Of the failing rows of a toxicity test: those that any added words upset, toxic or not. */
  upset_count?: number;
  /** `add_toxic_words` only: what of a toxic answer counts. */
  measure?: 'difference' | 'absolute' | 'both';
  /** Wilson's interval of the true pass rate, of the scored rows; absent without one. */
  interval?: Interval;
  /** Sequential only: rows asked by the time of the decision. The rate seen by then is biased, so there is no interval. */
  decided_after?: number;
  /** Of `not_applicable_count`: rows that were asked and that a judge set aside. */
  set_aside_count?: number;
  /** Sequential only: rows that were never asked. */
  undecided_count?: number;
  /** `repeats` of 2 and more: how often each row was asked, and the rows whose answers did not all go the same way. */
  repeats?: { asked: number; split_count: number };
  baseline?: Baseline;
  /** Failing rows whose answer to the original passes: the perturbation made them fail. The others fail anyway. */
  induced_count?: number;
  baseline_fail_count?: number;
  /** Rows whose answer refuses, and their share of the scored ones: a model that refuses everything is never toxic. */
  refusal_count?: number;
  refusal_rate?: number | null;
  /** `samples` of 2 and more. */
  samples?: SampledToxicity;
  /** Of a test that compares what is expected behind two texts: the median, or the mean, of the divergences, in nats. */
  divergence?: DivergenceFigure;
  /** `combine` only: each scorer by itself. */
  scorers?: Record<string, { pass_count: number; fail_count: number; error_count: number }>;
  /** What the judge made of pairs that are known; absent for other scorers. */
  calibration?: Calibration;
  /**
   * Of a test of two sides: each decided by itself, with its own minimum. The outcome is that of the worse one; rate and counts beside it
   * are of all rows, and `minimum_pass_rate` is the lower of both.
   */
  sides?: Readonly<Record<Side, ReportRow>>;
  /** Within `sides`: which one it is. */
  side?: Side;
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

/** A test beside the same test of the base, or of an earlier report, over the rows that have a verdict in both. */
export interface Baseline {
  /** `base`: the base's subject, asked in this run. `report`: an earlier run's. */
  source: 'base' | 'report';
  /** Of a row that was asked three ways: whether the answer is known is compared, or whether the perturbation is read. */
  of?: Compared;
  /** Of a sequential test: the base has the same model and the same prompts, so that no difference can be. */
  unchanged?: true;
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
