import type { Asked } from '../ask.js';
import type { LeftOutRow, ResultRow, RowError } from '../results.js';
import type { Judges } from '../judges.js';
import type { ScoringTools } from '../scorers/scorer.js';
import type { TestRun } from '../cases.js';
import type { Trial } from '../trial.js';
import { type Compared, Decider, type Decision, type DecisionRules, type DecisionState } from './decision.js';
import { NOTHING_OBSERVED, type Observed } from './observe.js';
import type { SequentialRun } from './triplet-run.js';

export interface LookingTools {
  judges: Judges;
  toolsFor(run: TestRun): ScoringTools;
  /** Puts questions that only looking at others has raised. */
  ask(asked: readonly Asked[]): Promise<void>;
}

export interface Looked extends Observed {
  result: ResultRow;
  mayPass: boolean;
}

/** The rows of a test in the order in which they are asked, and how they are asked and read. */
export interface SequenceRows {
  run: SequentialRun;
  notApplicable: readonly LeftOutRow[];
  rules: DecisionRules;
  isUnchanged: boolean;
  asks(row: number, compared: readonly Compared[]): Asked[];
  later?(row: number): Asked[];
  judgeCalls: number;
  /** Where the rows are those of a pair: which one a row is. */
  pairOf?(row: number): { trial: Trial; row: number };
  look(rows: readonly number[], compared: readonly Compared[], tools: LookingTools): Promise<Looked[]>;
  /** An earlier report turned out to speak of another model than the base's, which is compared in its place. */
  hasDrifted?: boolean;
  /** Rows that were compared with such a report: they are to be looked at once more, and are handed out once. */
  outdated?(): number[];
  /** A row that was not asked, and why; without an error the decision did without it. */
  silent(row: number, error: RowError | undefined): ResultRow;
}

/** One sequential test on its way to a verdict: rows in order, each with its result before the next is looked at. */
export class Sequence {
  readonly decider: Decider;
  /** Rows without an end are a prefix of these; a row that is to be asked once more is unknown until then. */
  private readonly looked: Looked[] = [];
  private readonly again = new Set<number>();
  private readonly barred = new Map<number, RowError>();

  /** Where the rows have led, none counted behind the decision. */
  state: DecisionState;
  readonly rows: SequenceRows;

  constructor(rows: SequenceRows) {
    this.rows = rows;
    this.decider = new Decider(rows.rules);
    this.state = this.decider.start;
  }

  get run(): SequentialRun {
    return this.rows.run;
  }

  get decision(): Decision {
    return this.decider.read(this.state);
  }

  get open(): number[] {
    return Array.from({ length: this.rows.rules.rows - this.looked.length }, (_, i) => this.looked.length + i);
  }

  /** What a row asks now; what of the base is decided is asked no more. */
  asks(row: number): Asked[] {
    return this.rows.asks(row, this.compared);
  }

  mayAsk(row: number): Asked[] {
    return [...this.rows.asks(row, this.decider.rules.comparisons), ...(this.rows.later?.(row) ?? [])];
  }

  private get compared(): Compared[] {
    const { comparisons } = this.decision;
    // Where the rows ended and showed nothing, those that are asked once more still may.
    return this.decider.rules.comparisons.filter((compared) => (comparisons[compared] ?? 'none_shown') === 'none_shown');
  }

  bar(row: number, error: RowError): void {
    this.barred.set(row, error);
  }

  /** The rows to ask next: those that are to be asked once more, else the fewest that could decide. None once it is decided. */
  wave(): number[] {
    if (this.again.size > 0) return [...this.again].sort((a, b) => a - b);
    for (;;) {
      const from = this.looked.length;
      const wave = Array.from({ length: this.decider.wave(this.state) }, (_, i) => from + i);
      const asked = wave.filter((row) => !this.barred.has(row));
      // Rows behind one that is barred wait for its turn: they may not be needed.
      const free = asked.filter((row, i) => row === from + i);
      if (free.length > 0 && this.decider.isStuck(this.state)) return [];
      if (free.length > 0 || wave.length === 0) return free;
      this.put(from, { ...NOTHING_OBSERVED, mayPass: false, result: this.rows.silent(from, this.barred.get(from)) });
    }
  }

  async look(rows: readonly number[], tools: LookingTools): Promise<void> {
    await this.lookAt(rows, this.compared, tools);
    const outdated = this.rows.outdated?.() ?? [];
    if (outdated.length === 0) return;
    // What the report seemed to decide is open again.
    const { comparisons } = this.decider.rules;
    await tools.ask(outdated.flatMap((row) => this.rows.asks(row, comparisons)));
    await this.lookAt(outdated, comparisons, tools);
  }

  private async lookAt(rows: readonly number[], compared: readonly Compared[], tools: LookingTools): Promise<void> {
    const looked = await this.rows.look(rows, compared, tools);
    for (const [i, row] of rows.entries()) this.put(row, looked[i]!);
  }

  private put(row: number, looked: Looked): void {
    const isNext = row === this.looked.length;
    this.looked[row] = looked;
    this.again.delete(row);
    // A row that was asked once more changes all that was seen since.
    const [rows, from] = isNext ? [[looked], this.state] : [this.looked, this.decider.start];
    this.state = this.decider.walk(
      rows.map(({ seen }) => seen),
      from,
    );
  }

  /** Has rows that failed for a passing reason asked once more, where the verdict hangs on them. @returns whether there are any. */
  reopen(): boolean {
    const { outcome } = this.decision;
    if (outcome === 'pass' || outcome === 'fail') return false;
    this.looked.forEach(({ mayPass }, row) => mayPass && this.again.add(row));
    return this.again.size > 0;
  }

  /** All rows in their order: those before the decision, those behind it, and those that were never asked. */
  get results(): ResultRow[] {
    const { after } = this.decision;
    const asked = this.looked.map(({ result }, row): ResultRow => ({ ...result, counted: row < after }));
    return [...asked, ...this.open.map((row) => this.rows.silent(row, undefined))];
  }

  get counted(): Looked[] {
    return this.looked.slice(0, this.decision.after);
  }
}
