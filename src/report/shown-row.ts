import type { ReportRow, ResultRow, RowError } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';
import { type Segment, inserted } from './inserted.js';
import { notesOf } from './notes.js';
import { stateWords, readingWords, saidOf } from './states.js';
import { score } from './words.js';
import { armWordsIn } from './sides.js';
import type { Reading } from '../engine/triplet/reading.js';

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

export interface ShownArm {
  name: 'original' | 'placebo' | 'test_case';
  /** What was asked, for people: `with a harmless word`. */
  label: string;
  text: Segment[];
  /** The answer, null where none came. */
  answer: string | null;
  /** What it was read as, and what would have passed: `read as A; right would be B, C or D`. */
  said: string | undefined;
  /** The reading by itself, null where it cannot be read, and what would have been right: `A`, `B, C or D`. */
  read: string | null | undefined;
  right: string | undefined;
  /** The baseline's answer, null where none came; undefined where none is known. */
  before: string | null | undefined;
}

/** Undefined for a row that was not asked three ways. */
export function armsOf(row: ResultRow, show: (text: string) => string): ShownArm[] | undefined {
  const { original, placebo, test_case, readings, key, baseline, expected_result, placebo_result = null, actual_result } = row;
  // The placebo of a toxic row is asked of failing ones only: a note says what it showed.
  if (placebo === undefined || row.upset !== undefined) return undefined;
  const labels = armWordsIn(row);
  const parts = (text: string): Segment[] => inserted(show(original), show(text));
  const orNull = (text: string | null): string | null => (text === null ? null : show(text));
  const arm = (name: ShownArm['name'], text: Segment[], { answer, right, before }: Answered): ShownArm => {
    const said = readings && saidOf(readings[name], { answer, right });
    const read = readings?.[name];
    return {
      name,
      label: labels[name],
      text,
      answer: orNull(answer),
      said: said === undefined ? undefined : show(said),
      read: read ? show(readingWords(read)) : answer === null ? undefined : null,
      right: right === undefined ? undefined : show(readingWords(right, 'or')),
      before: before === undefined ? undefined : orNull(before),
    };
  };
  return [
    arm('original', [{ text: show(original), inserted: false }], {
      answer: expected_result,
      right: key?.original,
      before: baseline?.expected_result,
    }),
    arm('placebo', parts(placebo), { answer: placebo_result, right: key?.original }),
    arm('test_case', parts(test_case), { answer: actual_result, right: key?.test_case, before: baseline?.actual_result }),
  ];
}

type Answered = Pick<ShownArm, 'answer'> & Partial<Pick<ShownArm, 'before'>> & { right: Reading | undefined };
