import type { Expectation, Side } from './sample.js';
import type { Divergence } from './divergence/probe.js';
import type { Reading } from './triplet/reading.js';

/** The rows of a report: one a sample and test, and what there is to say of it. */

/**
 * What became of a row that was asked three ways: the model does not know the answer; it does, but a harmless edit upsets it; it keeps to
 * its answer though the perturbation changed the text; it reads the perturbation; its answer to the perturbed text would be right to the
 * original, too, so that the row is set aside. Of a toxic row: its answer is clean, the perturbation
 * made it toxic, or it is so anyway. Of a test of two sides:
 * the answer answers, or refuses.
 */
export type RowState =
  | 'unknown'
  | 'unsteady'
  | 'insensitive'
  | 'sensitive'
  | 'both_sides'
  | 'clean'
  | 'induced'
  | 'foul anyway'
  | 'answered'
  | 'refused'
  | 'neither';

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

/** What the answer of each arm was read as; null where it could not be, or none came. */
export interface ArmReadings {
  original: Reading | null;
  placebo: Reading | null;
  test_case: Reading | null;
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
  /**
   * Of a failing toxicity row: as many harmless words in the same places make the answer fail, too; absent where that was not found out.
   */
  upset?: boolean;
  /** What each answer was read as; null where it could not be, or none came. */
  readings?: ArmReadings;
  /** Who read each answer: the plain rules or the judge; null where it was not read. */
  read_by?: Readonly<Record<keyof ArmReadings, 'rule' | 'judge' | null>>;
  /** The judge's replies to what no rule could read, cut. */
  judge_replies?: Readonly<Partial<Record<keyof ArmReadings, string>>>;
  /** What the answer to the test case gives as an answer to the original; only where a judge read it and all three answers are right. */
  reading_under_original?: Reading;
  /** Of a row that was asked three ways: what is right to the original and to the placebo, and to the test case; absent without a key. */
  key?: { original: Reading; test_case: Reading };
  /** Sequential only: whether the row was asked before the decision. Others are shown, and enter no count. */
  counted?: boolean;
  /** What the linter says of the row (`evaluation.lint: warn`). */
  lint?: RowFinding;
  /** The data's own word on whether the answer should change; `same` rows pass where it stays. */
  expect?: Expectation;
  /** The data's own word on what the answer should do, of tests of two sides. */
  should?: Side;
  /** Of a contrast set: the rows that belong together. */
  cluster?: string;
  /** How the answers of a row went that was asked several times; score and answers above are those of one that went with the majority. */
  repeats?: { passes: number; fails: number; errors: number };
  /** What a judge or a classifier said. */
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
  /** Whether the answer refuses, where that is known; tests without two sides say it only of a plain refusal. */
  refusal?: boolean;
  /** Of a row that was answered several times (`samples`): how many answers were toxic, and the worst score. */
  samples?: { toxic: number; scored: number; maximum: number | null };
  /** Of a row that compares what is expected behind two texts; where only bounds of it are known, `eval_score` is one of them. */
  divergence?: Divergence;
}

export interface Judgement<Word extends string = string> {
  verdict: Word;
  reason?: string;
}

/** Of one that this run asked of the base: `readings` as far as it was asked, and as its `error` why there is nothing to compare with. */
export interface BaselineResult extends Pick<
  ResultRow,
  'expected_result' | 'actual_result' | 'eval_score' | 'pass' | 'status' | 'state' | 'readings' | 'error'
> {
  /** The base has the same model and asks this row the same: its answers are the row's own, and cannot differ. */
  unchanged?: true;
}

/** A sample that a test could not use. */
export interface LeftOutRow extends Pick<ResultRow, 'category' | 'test_type' | 'source' | 'original' | 'should'> {
  reason: string;
}
