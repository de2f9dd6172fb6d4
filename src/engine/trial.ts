import { Answers, type QuestionToSubject } from './ask.js';
import { range, zip } from './lists.js';
import type { Model } from './model.js';
import { methodOf } from './methods/index.js';
import {
  Decider,
  type Compared,
  type Decision,
  type DecisionRules,
  type DecisionState,
} from './methods/decision.js';
import {
  NOTHING_OBSERVED,
  type Decided,
  type TestWithRows,
  type ReadingTools,
  type ReadRow,
  type Subjects,
  type TestRows,
} from './methods/method.js';
import { comparisonsIn } from './methods/rules.js';
import type { AnyRun } from './methods/test-run.js';
import type { Calibration, ResultRow, RowError } from './results.js';

/** The state of a test during a run: the rows to ask next, and their results. Asks every row. */
export class Trial {
  readonly rows: TestRows;
  protected readonly found: (ReadRow | undefined)[] = [];
  protected readonly skipped = new Map<number, RowError>();

  constructor(rows: TestRows) {
    this.rows = rows;
  }

  get run(): AnyRun {
    return this.rows.run;
  }

  /** Rows without a result, in the order in which they are asked. */
  get open(): number[] {
    return [...this.rows.cases.keys()].filter((row) => this.found[row] === undefined);
  }

  get isNew(): boolean {
    return this.found.length === 0;
  }

  protected get compared(): readonly Compared[] {
    return this.rows.comparisons;
  }

  asks(row: number): QuestionToSubject[] {
    return this.rows.asks(row, this.compared);
  }

  /** All that a row may ever ask: for its own verdict, a comparison or a check. */
  mayAsk(row: number): QuestionToSubject[] {
    const later = this.rows.asksLater?.(row) ?? [];
    return [...this.rows.asks(row, this.rows.comparisons), ...later];
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

  wave(): number[] {
    return this.open;
  }

  async read(rows: readonly number[], tools: ReadingTools): Promise<void> {
    const read = await this.rows.read(rows, this.compared, tools);
    for (const [row, own] of zip(rows, read)) this.put(row, own);
  }

  /**
   * Takes rows of a report, by their number, in place of answers, as far as the decision needs
   * them.
   */
  fill(reported: ReadonlyMap<number, ResultRow>): void {
    for (let wave = this.wave(); wave.length > 0; wave = this.wave()) {
      const { compared } = this;
      for (const row of wave) {
        const result = reported.get(row);
        if (!result) throw new Error(`the report lacks the row ${row}`);
        const before = this.rows.isUnchanged ? result : result.baseline;
        this.put(row, {
          ...this.rows.observed(result, before, compared),
          result,
          isRetryable: false,
        });
      }
    }
  }

  protected put(row: number, read: ReadRow): void {
    this.found[row] = read;
  }

  /** Has rows that failed for a transient reason asked again. @returns whether there are any. */
  reopen(): boolean {
    const again = [...this.found.keys()].filter((row) => this.found[row]?.isRetryable);
    for (const row of again) this.found[row] = undefined;
    return again.length > 0;
  }

  get results(): ResultRow[] {
    return this.found.flatMap((read) => read?.result ?? []);
  }

  protected get decided(): Decided | undefined {
    return undefined;
  }

  part(calibration: Calibration | undefined): TestWithRows {
    const { rows, decided } = this;
    const plan = rows.plan();
    return {
      plan: { ...plan, calibration: calibration ?? plan.calibration },
      rows: this.results,
      leftOut: rows.notApplicable,
      decided,
    };
  }
}

/** Rows that a test asks at once beyond its decision. */
const FURTHER_ROWS = 5;

/** A test that asks rows until they decide. Rows count in order. */
export class SequentialTrial extends Trial implements Decided {
  readonly decider: Decider;
  private reached: DecisionState;
  /** A row was asked again, so the state has to be computed anew. */
  private isStale = false;
  private readonly again = new Set<number>();
  /**
   * The rows are those of one shard. It cannot know when all rows have decided, so it asks each of
   * its own in full.
   */
  private readonly isShard: boolean;

  constructor(rows: TestRows, rules: DecisionRules, isShard = false) {
    super(rows);
    this.isShard = isShard;
    this.decider = new Decider(rules);
    this.reached = this.decider.start;
  }

  /** The state after the rows so far; no row after the decision counts. */
  get state(): DecisionState {
    if (this.isStale) this.reached = this.decider.walk(this.asked.map(({ seen }) => seen));
    this.isStale = false;
    return this.reached;
  }

  get decision(): Decision {
    return this.decider.read(this.state);
  }

  override get open(): number[] {
    const { length } = this.found;
    return range(this.decider.rules.rows - length, length);
  }

  /** The comparisons that still ask the base: those without a result. */
  protected override get compared(): readonly Compared[] {
    const comparisons = this.isShard ? {} : this.decision.comparisons;
    return this.decider.rules.comparisons.filter(
      (compared) => (comparisons[compared] ?? 'none_shown') === 'none_shown',
    );
  }

  /** The number of rows to ask next: the fewest that could decide, or after a pass a few more. */
  private get next(): number {
    const { outcome } = this.decision;
    const goesOn =
      outcome === 'pass' && this.rows.goesOn?.(this.asked.map(({ result }) => result)) === true;
    return goesOn ? Math.min(FURTHER_ROWS, this.open.length) : this.decider.wave(this.state);
  }

  /** Marks a row. It gets the error when its turn comes, if it is needed at all. */
  override skip(row: number, error: RowError): void {
    this.skipped.set(row, error);
  }

  /**
   * Rows to be asked once more, else the fewest that could decide. None once the test is decided.
   */
  override wave(): number[] {
    if (this.again.size > 0) return [...this.again].sort((a, b) => a - b);
    for (;;) {
      const from = this.found.length;
      const wave = this.isShard ? this.open : range(this.next, from);
      // Rows behind a skipped one wait for its turn.
      const free = wave
        .filter((row) => !this.skipped.has(row))
        .filter((row, i) => row === from + i);
      if (free.length > 0 && !this.isShard && this.decider.isStuck(this.state)) return [];
      if (free.length > 0 || wave.length === 0) return free;
      this.put(from, this.unasked(from));
    }
  }

  protected override put(row: number, read: ReadRow): void {
    if (row === this.found.length) this.reached = this.decider.walk([read.seen], this.state);
    else this.isStale = true;
    super.put(row, read);
    this.again.delete(row);
  }

  private get asked(): ReadRow[] {
    return this.found.flatMap((read) => read ?? []);
  }

  /** Reopens rows only if the verdict depends on them. */
  override reopen(): boolean {
    const { outcome } = this.decision;
    if (!this.isShard && (outcome === 'pass' || outcome === 'fail')) return false;
    this.found.forEach((read, row) => read?.isRetryable && this.again.add(row));
    return this.again.size > 0;
  }

  /**
   * All rows in order: those that the decision counts, those after it, and those that were never
   * asked.
   */
  override get results(): ResultRow[] {
    const { after } = this.decision;
    const rows = this.asked.map(({ result }, row): ResultRow => ({
      ...result,
      counted: row < after,
    }));
    return [...rows, ...this.open.map((row) => this.rows.unasked(row, undefined))];
  }

  get counted(): ReadRow[] {
    return this.asked.slice(0, this.decision.after);
  }

  protected override get decided(): Decided {
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

/** A base with the head's model shares its answers: it is asked only where its prompts differ. */
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

/** A base whose prompts need what the rows lack is not asked. */
function withBaseFor<Given extends Subjects>({ compare }: AnyRun, subjects: Given): Given {
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
  const all = tests.map((run) => {
    const method = methodOf(run);
    const cases = run.cases ?? method.prepare(run, options.seed);
    const rows = method.bind(run, cases, withBaseFor(run, options));
    return { method, run, rows };
  });
  const comparisons = comparisonsIn(
    all.map(({ run, rows }) => ({
      ...run,
      compared: rows.endsEarly ? rows.comparisons.length : 0,
    })),
  );
  return all.map(({ method, run, rows }) => {
    const rules = method.decisionRules?.(run, rows.cases, {
      compared: rows.comparisons,
      comparisons,
    });
    return rules ? new SequentialTrial(rows, rules, options.isShard) : new Trial(rows);
  });
}
