import type { Sample } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { toSample } from './columns.js';
import type { Columns, RawRow } from './source.js';

/** Rows as samples, and the places of those that say nothing: a single one is a slip of the hand and no reason to refuse the others. */
export class Rows {
  readonly blank: string[] = [];

  constructor(
    private readonly columns: Columns | undefined,
    private readonly reads: { keyed?: boolean | undefined; sided?: boolean | undefined },
  ) {}

  /** Undefined where the row's text is blank. */
  read(row: RawRow): Sample | undefined {
    const sample = toSample(row, this.columns, this.reads);
    if (!sample) this.blank.push(row.where?.() ?? row.source);
    return sample;
  }

  /** @throws DataError where nothing but blank rows was read. */
  refuseEmpty(samples: number): void {
    if (samples > 0 || this.blank.length === 0) return;
    throw new DataError(
      `There is no row with a text: ${this.blank.length === 1 ? 'the only one is' : `all ${this.blank.length} are`} blank.`,
      {
        where: this.blank[0],
        remedy: 'Write texts into the rows, or name another column in data.columns.text.',
      },
    );
  }
}
