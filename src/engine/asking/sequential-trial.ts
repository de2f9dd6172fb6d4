import { range } from '../lists.ts';
import {
  Decider,
  type Decision,
  type DecisionRules,
  type DecisionState,
} from '../methods/decision.ts';
import type { DecidedTest, ReadRow, TestRows } from '../methods/method.ts';
import type { ComparedFact } from '../methods/row-facts.ts';
import type { ResultRow, RowError } from '../results.ts';
import { Trial } from './trial.ts';

/** Rows that a test asks at once beyond its decision. */
const FURTHER_ROWS = 5;

/** A test that asks rows until they decide. Rows count in the order of asking. */
export class SequentialTrial extends Trial implements DecidedTest {
  readonly decider: Decider;
  private currentState: DecisionState;
  /** A row was asked again, so the state has to be computed anew. */
  private isStale = false;
  private readonly reopened = new Set<number>();

  constructor(rows: TestRows, rules: DecisionRules) {
    super(rows);
    this.decider = new Decider(rules);
    this.currentState = this.decider.start;
  }

  /** The state after the rows so far. Rows after the decision do not count. */
  get state(): DecisionState {
    if (this.isStale)
      this.currentState = this.decider.walk(this.askedRows.map(({ facts }) => facts));
    this.isStale = false;
    return this.currentState;
  }

  get decision(): Decision {
    return this.decider.decisionIn(this.state);
  }

  override get open(): number[] {
    const { length } = this.finishedRows;
    return range(this.decider.rules.rows - length, length);
  }

  protected override get compared(): readonly ComparedFact[] {
    return openComparisons(this.decider.rules.comparisons, this.decision);
  }

  /** The number of rows to ask next: the fewest that could decide, or after a pass a few more. */
  private get nextCount(): number {
    const { outcome } = this.decision;
    const goesOn =
      outcome === 'pass' &&
      this.rows.asksFurther?.(this.askedRows.map(({ result }) => result)) === true;
    return goesOn ? Math.min(FURTHER_ROWS, this.open.length) : this.decider.wave(this.state);
  }

  /** Marks a row, which gets the error when its turn comes. */
  override skip(row: number, error: RowError): void {
    this.skipped.set(row, error);
  }

  /**
   * Returns the rows to ask once more, else the fewest that could decide; none once the test is
   * decided.
   */
  override nextWave(): number[] {
    if (this.reopened.size > 0) return [...this.reopened].sort((a, b) => a - b);
    for (;;) {
      const firstRow = this.finishedRows.length;
      const wave = range(this.nextCount, firstRow);
      // Rows behind a skipped one wait for its turn.
      const free = wave
        .filter((row) => !this.skipped.has(row))
        .filter((row, i) => row === firstRow + i);
      if (free.length > 0 && this.decider.isStuck(this.state)) return [];
      if (free.length > 0 || wave.length === 0) return free;
      this.put(firstRow, this.unasked(firstRow));
    }
  }

  protected override put(row: number, readRow: ReadRow): void {
    if (row === this.finishedRows.length)
      this.currentState = this.decider.walk([readRow.facts], this.state);
    else this.isStale = true;
    super.put(row, readRow);
    this.reopened.delete(row);
  }

  private get askedRows(): ReadRow[] {
    return this.finishedRows.flatMap((readRow) => readRow ?? []);
  }

  /** Reopens rows only if the verdict depends on them. */
  override reopen(): boolean {
    const { outcome } = this.decision;
    if (outcome === 'pass' || outcome === 'fail') return false;
    this.finishedRows.forEach((readRow, row) => readRow?.isRetryable && this.reopened.add(row));
    return this.reopened.size > 0;
  }

  /**
   * The results in order: rows that the decision counts, rows after it, and rows that were not
   * asked.
   */
  override get results(): ResultRow[] {
    const { rowCount } = this.decision;
    const rows = this.askedRows.map(({ result }, row): ResultRow => ({
      ...result,
      counted: row < rowCount,
    }));
    return [...rows, ...this.open.map((row) => this.rows.unasked(row, undefined))];
  }

  get countedRows(): ReadRow[] {
    return this.askedRows.slice(0, this.decision.rowCount);
  }

  protected override get decided(): DecidedTest {
    return this;
  }
}

/** The comparisons that still ask the base: those without a result. */
function openComparisons(
  facts: readonly ComparedFact[],
  { comparisons }: Decision,
): readonly ComparedFact[] {
  return facts.filter((fact) => (comparisons[fact] ?? 'none_shown') === 'none_shown');
}
