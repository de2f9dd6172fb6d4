import type { Asked } from '../ask.js';
import type { RowError } from '../results.js';
import { Sequence, type LookingTools, type SequenceRows } from './sequence.js';

/**
 * Some rows of a sequential test, all of them asked: whoever knows only these cannot know when the rows of all are decided. Of the base,
 * all is asked, too, as long as anything could still be compared.
 */
export class InFull extends Sequence {
  private readonly wanted: Set<number>;
  private readonly failed = new Set<number>();
  private readonly reasons = new Map<number, RowError>();

  constructor(rows: SequenceRows, own: readonly number[]) {
    super(rows);
    this.wanted = new Set(own);
  }

  override get open(): number[] {
    return [...this.wanted];
  }

  override asks(row: number): Asked[] {
    return this.rows.asks(row, this.decider.rules.comparisons);
  }

  override bar(row: number, error: RowError): void {
    this.wanted.delete(row);
    this.reasons.set(row, error);
  }

  /** Why a row is not asked. */
  barredFor(row: number): RowError | undefined {
    return this.reasons.get(row);
  }

  override wave(): number[] {
    return this.open;
  }

  /** For what looking at a row asks beside: judgements, embeddings, the placebo of a failing row. */
  override async look(rows: readonly number[], tools: LookingTools): Promise<void> {
    const looked = await this.rows.look(rows, this.decider.rules.comparisons, tools);
    rows.forEach((row, i) => {
      this.wanted.delete(row);
      if (looked[i]!.mayPass) this.failed.add(row);
    });
  }

  override reopen(): boolean {
    const again = [...this.failed];
    this.failed.clear();
    again.forEach((row) => this.wanted.add(row));
    return again.length > 0;
  }
}
