import { quoted } from '../json.js';
import { rolesOf } from './columns.js';
import { MOST_COLUMNS } from './row-size.js';
import type { Columns, RawRow } from './source.js';

/** What a source was understood as: nobody finds out from an answer that another column was read. */
export class Understood {
  private readonly names = new Set<string>();
  private readonly roles = new Map<string, Set<string>>();
  private readonly layouts = new Set<string>();
  /** Of the row before. */
  private shape: string | undefined;
  private readonly columns: Columns;
  private readonly keyed: boolean | undefined;

  constructor(columns: Columns, keyed: boolean | undefined) {
    this.columns = columns;
    this.keyed = keyed;
  }

  /** Whether its columns are others than those of the row before. */
  note({ value, layout }: RawRow): boolean {
    if (layout !== undefined) this.layouts.add(layout);
    if (typeof value === 'string') return false;
    const names = Object.keys(value);
    // Nearly all rows of a source have the same columns.
    const shape = names.join('\0');
    if (shape === this.shape) return false;
    this.shape = shape;
    // Rows may each have other columns: of more than a row may have they are counted no further.
    for (const name of names) if (this.names.size < MOST_COLUMNS) this.names.add(name);
    for (const [role, column] of Object.entries(rolesOf(value, this.columns, this.keyed))) {
      const known = this.roles.get(role);
      if (known) known.add(column);
      else this.roles.set(role, new Set([column]));
    }
    return true;
  }

  /** `evals/q.csv: 3 columns between semicolons, 120 rows, 100 of them drawn, text = question, options = choices` */
  sentence({ source, rows, drawn, files = 1 }: { source: string; rows: number; drawn: number; files?: number | undefined }): string {
    const { size } = this.names;
    const layout = this.layouts.size === 0 ? '' : ` between ${[...this.layouts].join(' and ')}`;
    const parts = [
      ...(size === 0 ? [] : [`${size} ${size === 1 ? 'column' : 'columns'}${layout}`]),
      `${rows} ${rows === 1 ? 'row' : 'rows'}${files > 1 ? ` in ${files} files` : ''}`,
      ...(drawn < rows ? [`${drawn} of them drawn`] : []),
      ...(size === 0 ? ['each line a text'] : []),
      ...[...this.roles].map(([role, columns]) => `${role} = ${[...columns].map((name) => quoted(name)).join(' or ')}`),
    ];
    return `${quoted(source)}: ${parts.join(', ')}`;
  }
}
