import { Answers, type QuestionToSubject } from './ask.js';
import { range, zip } from './lists.js';
import type { Model } from './model.js';
import { methodOf } from './methods/index.js';
import {
  Decider,
  type Decision,
  type DecisionRules,
  type DecisionState,
} from './methods/decision.js';
import type { ComparedFact } from './methods/row-facts.js';
import {
  NOTHING_OBSERVED,
  type DecidedTest,
  type FinishedTest,
  type ReadingTools,
  type ReadRow,
  type Subjects,
  type TestRows,
} from './methods/method.js';
import { comparisonsIn } from './methods/decision-rules.js';
import type { AnyRun } from './methods/test-run.js';
import type { Calibration, ResultRow, RowError } from './results.js';

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

  /** Returns all questions that a row may ask: for its verdict, a comparison or a check. */
  possibleQuestions(row: number): QuestionToSubject[] {
    const laterQuestions = this.rows.laterQuestionsFor?.(row) ?? [];
    return [...this.rows.questionsFor(row, this.rows.comparisons), ...laterQuestions];
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

  /**
   * Takes the rows of a report, by number, in place of answers. Stops where the test is decided.
   */
  fill(reported: ReadonlyMap<number, ResultRow>): void {
    for (let wave = this.nextWave(); wave.length > 0; wave = this.nextWave()) {
      const { compared } = this;
      for (const row of wave) {
        const result = reported.get(row);
        if (!result) throw new Error(`the report lacks the row ${row}`);
        const baseline = this.rows.isUnchanged ? result : result.baseline;
        this.put(row, {
          ...this.rows.observe(result, baseline, compared),
          result,
          isRetryable: false,
        });
      }
    }
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

  part(calibration: Calibration | undefined): FinishedTest {
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

/** Rows that a test asks at once beyond its decision. */
const FURTHER_ROWS = 5;

/** A test that asks rows until they decide. Rows count in the order of asking. */
export class SequentialTrial extends Trial implements DecidedTest {
  readonly decider: Decider;
  private currentState: DecisionState;
  /** A row was asked again, so the state has to be computed anew. */
  private isStale = false;
  private readonly reopened = new Set<number>();
  /**
   * True for the rows of one shard. A shard cannot know when all rows have decided, so it asks all
   * of its own.
   */
  private readonly isShard: boolean;

  constructor(rows: TestRows, rules: DecisionRules, isShard = false) {
    super(rows);
    this.isShard = isShard;
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

  /** The comparisons that still ask the base: those without a result. */
  protected override get compared(): readonly ComparedFact[] {
    const comparisons = this.isShard ? {} : this.decision.comparisons;
    return this.decider.rules.comparisons.filter(
      (compared) => (comparisons[compared] ?? 'none_shown') === 'none_shown',
    );
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
      const wave = this.isShard ? this.open : range(this.nextCount, firstRow);
      // Rows behind a skipped one wait for its turn.
      const free = wave
        .filter((row) => !this.skipped.has(row))
        .filter((row, i) => row === firstRow + i);
      if (free.length > 0 && !this.isShard && this.decider.isStuck(this.state)) return [];
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
    if (!this.isShard && (outcome === 'pass' || outcome === 'fail')) return false;
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

export interface SubjectModels {
  model: Model;
  /**
   * The base's model: the same object if its settings are the same, so that its answers are shared.
   */
  base?: Model;
}

/** Opens the answers of head and base. A base with the head's model shares its answers. */
export function subjectsOf(
  { model, base }: SubjectModels,
  baseTemplate: string | undefined,
): Subjects {
  const head = new Answers(model);
  return {
    head,
    base: base && { answers: base === model ? head : new Answers(base), template: baseTemplate },
  };
}

/** Drops the base if its prompts need values that the rows do not have. */
function dropUnaskedBase<Models extends Subjects>({ compare }: AnyRun, subjects: Models): Models {
  return compare?.unasked === undefined ? subjects : { ...subjects, base: undefined };
}

/**
 * Binds all tests to the models, and asks nothing. Every comparison of the run is known before the
 * first test starts.
 */
export function startTests(
  tests: readonly AnyRun[],
  options: Subjects & { seed: number; isShard?: boolean },
): Trial[] {
  const boundTests = tests.map((run) => {
    const method = methodOf(run);
    const cases = run.cases ?? method.prepare(run, options.seed);
    const rows = method.bind(run, cases, dropUnaskedBase(run, options));
    return { method, run, rows };
  });
  const comparisons = comparisonsIn(
    boundTests.map(({ run, rows }) => ({
      ...run,
      compared: rows.endsEarly ? rows.comparisons.length : 0,
    })),
  );
  return boundTests.map(({ method, run, rows }) => {
    const rules = method.decisionRules?.(run, rows.cases, {
      compared: rows.comparisons,
      comparisons,
    });
    return rules ? new SequentialTrial(rows, rules, options.isShard) : new Trial(rows);
  });
}
