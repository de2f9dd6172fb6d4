import type { QuestionToSubject } from './ask.ts';
import { zip } from '../lists.ts';
import type { ComparedFact } from '../methods/row-facts.ts';
import {
  NOTHING_OBSERVED,
  type DecidedTest,
  type FinishedTest,
  type ReadingTools,
  type ReadRow,
  type TestRows,
} from '../methods/method.ts';
import type { AnyRun } from '../methods/test-run.ts';
import type { Calibration, ResultRow, RowError } from '../results.ts';

/** A test during a run: the rows to ask next, and their results. Every row is asked. */
export class Trial {
  readonly rows: TestRows;
  protected readonly finishedRows: (ReadRow | undefined)[] = [];
  protected readonly skipped = new Map<number, RowError>();

  constructor(rows: TestRows) {
    this.rows = rows;
  }

  get run(): AnyRun {
    return this.rows.run;
  }

  /** Rows without a result, in the order in which they are asked. */
  get open(): number[] {
    return [...this.rows.cases.keys()].filter((row) => this.finishedRows[row] === undefined);
  }

  get isNew(): boolean {
    return this.finishedRows.length === 0;
  }

  protected get compared(): readonly ComparedFact[] {
    return this.rows.comparisons;
  }

  questionsFor(row: number): QuestionToSubject[] {
    return this.rows.questionsFor(row, this.compared);
  }

  /** Returns all questions that a row may ask: for its verdict, and for a comparison. */
  possibleQuestions(row: number): QuestionToSubject[] {
    return this.rows.questionsFor(row, this.rows.comparisons);
  }

  skip(row: number, error: RowError): void {
    this.skipped.set(row, error);
    this.put(row, this.unasked(row));
  }

  protected unasked(row: number): ReadRow {
    return {
      ...NOTHING_OBSERVED,
      isRetryable: false,
      result: this.rows.unasked(row, this.skipped.get(row)),
    };
  }

  nextWave(): number[] {
    return this.open;
  }

  async readRows(rows: readonly number[], tools: ReadingTools): Promise<void> {
    const readRows = await this.rows.readRows(rows, this.compared, tools);
    for (const [row, readRow] of zip(rows, readRows)) this.put(row, readRow);
  }

  protected put(row: number, readRow: ReadRow): void {
    this.finishedRows[row] = readRow;
  }

  /** Reopens rows that failed for a transient reason. @returns true if there are any */
  reopen(): boolean {
    const retryable = [...this.finishedRows.keys()].filter(
      (row) => this.finishedRows[row]?.isRetryable,
    );
    for (const row of retryable) this.finishedRows[row] = undefined;
    return retryable.length > 0;
  }

  get results(): ResultRow[] {
    return this.finishedRows.flatMap((readRow) => readRow?.result ?? []);
  }

  protected get decided(): DecidedTest | undefined {
    return undefined;
  }

  /** Returns what the verdict and the figures follow from. */
  finish(calibration: Calibration | undefined): FinishedTest {
    const { run, rows, decided } = this;
    return {
      run,
      rule: rows.rule,
      rows: this.results,
      leftOut: rows.notApplicable,
      calibration: calibration ?? rows.calibration,
      decided,
    };
  }
}
