import type { Sample } from '../engine/sample.js';
import { DataError } from '../errors.js';
import { placeOf } from './cell.js';
import { toSample, type Reads } from './columns.js';
import { refuseNearNames } from './near-names.js';
import { contrastOf, paired, type Member } from './pairs.js';
import { refuseLarge } from './row-size.js';
import type { Columns, DataOptions, RawRow } from './source.js';
import { Understood } from './understood.js';

/** Rows as samples, and the places of those that say nothing: a single one is a slip of the hand and no reason to refuse the others. */
export class Rows {
  readonly blank: string[] = [];
  readonly understood: Understood;
  private readonly members: Member[] = [];
  private readonly columns: Columns;
  private readonly reads: Reads;

  constructor({ columns = {}, ...reads }: DataOptions) {
    this.columns = columns;
    this.reads = reads;
    this.understood = new Understood(columns, reads.keyed || reads.halved);
  }

  /** Undefined where the row's text is blank, or is kept until its cluster is put together. */
  read(row: RawRow): Sample | undefined {
    refuseLarge(row);
    const { keyed, pairs } = this.reads;
    // Right answers of a contrast set may stand in columns that are no key elsewhere: they are read with the pair.
    const columns = pairs ? { ...this.columns, answer: null, negated_answer: null } : this.columns;
    const sample = toSample(row, columns, this.reads);
    // Nearly all rows of a source have the same columns.
    if (this.understood.note(row) && keyed) refuseNearNames(row, this.columns, pairs);
    if (!sample) this.blank.push(placeOf(row));
    if (!sample || !pairs) return sample;
    const found = contrastOf(row, sample, this.columns);
    if ('sample' in found) return found.sample;
    this.members.push(found.member);
    return undefined;
  }

  /** What the clusters make whose texts are rows of their own. */
  clusters(): Sample[] {
    return paired(this.members);
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
