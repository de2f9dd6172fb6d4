import type { ReportRow, ResultRow, RowError } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';
import { type ShownArm, armsOf } from './arms.js';
import { type Segment, inserted } from './inserted.js';
import { notesOf } from './notes.js';
import { stateWords } from './states.js';
import { score } from './words.js';

/** Masks what is foul. */
type Show = (text: string) => string;

/**
 * A row as it is shown: foul words masked, its test case compared with its original; neither cut nor escaped. Everything is worked out when
 * it is asked for: of most rows, those that passed, few writers show anything.
 */
export class ShownRow {
  private readonly row: ResultRow;
  private readonly test: ReportRow;
  private readonly show: Show;
  /** Whether its cause was told before. */
  private readonly isTold: boolean;

  constructor(row: ResultRow, { test, show, isTold = false }: { test: ReportRow; show: Show; isTold?: boolean }) {
    this.row = row;
    this.test = test;
    this.show = show;
    this.isTold = isTold;
  }

  /** The same row below its cause. */
  told(): ShownRow {
    return new ShownRow(this.row, { test: this.test, show: this.show, isTold: true });
  }

  get source(): string {
    return this.row.source;
  }

  get original(): string {
    return this.show(this.row.original);
  }

  get testCase(): Segment[] {
    return inserted(this.original, this.show(this.row.test_case));
  }

  /** The text was sent as it is and nothing else was asked: there is neither a test case nor an expected result to show. */
  get unchanged(): boolean {
    return this.row.test_case === this.row.original && this.row.expected_result === null;
  }

  get options(): string | undefined {
    return this.row.options === undefined ? undefined : this.show(this.row.options);
  }

  get expected(): string | null {
    return this.orNull(this.row.expected_result);
  }

  get actual(): string | null {
    return this.orNull(this.row.actual_result);
  }

  get score(): string {
    return score(this.row.eval_score);
  }

  get pass(): boolean | null {
    return this.row.pass;
  }

  get status(): ResultRow['status'] {
    return this.row.status;
  }

  /** What the score says, in the words of its scorer. */
  get scored(): string {
    const { eval_score } = this.row;
    if (eval_score === null) return 'no score';
    const inWords = findTest(this.test.test_type)?.scorers.find(({ name }) => name === this.test.scorer)?.inWords;
    return inWords ? inWords(eval_score) : `score ${this.score}`;
  }

  get error(): RowError | undefined {
    const error = maskedError(this.row.error, this.show);
    return error && this.isTold ? { ...error, message: 'as told above' } : error;
  }

  /** What else there is to know of the row: words for its heading. */
  get notes(): string[] {
    return notesOf(this.row).map((note) => this.show(note));
  }

  /** How the judge came to its verdict, step by step. */
  get steps(): string[] {
    return (this.row.steps ?? []).map((step) => this.show(step));
  }

  /** The answers in the baseline, null where none came; undefined for a row that it does not have. */
  get before() {
    const { baseline } = this.row;
    return baseline && { expected: this.orNull(baseline.expected_result), actual: this.orNull(baseline.actual_result) };
  }

  /** What became of it, in words; it takes the place of the score. */
  get state(): string | undefined {
    return stateWords(this.row);
  }

  /** Of a row that was asked three ways: the arm that made it what it is. */
  get failedArm(): ShownArm['name'] {
    return this.row.state === 'unknown' ? 'original' : this.row.state === 'unsteady' ? 'placebo' : 'test_case';
  }

  /** Of a row that was asked three ways: each with its answer. */
  get arms(): ShownArm[] | undefined {
    return armsOf(this.row, this.show);
  }

  private orNull(text: string | null): string | null {
    return text === null ? null : this.show(text);
  }
}

export function maskedError(error: RowError | undefined, show: Show): RowError | undefined {
  return error && { kind: error.kind, message: show(error.message) };
}
