import { quoted } from '../json.ts';
import { CONTEXT_NAME, MAX_COLUMNS } from './cell.ts';
import { list } from './printable.ts';
import { columnsRead, type RoleOptions } from './roles.ts';
import type { RawRow } from './source.ts';

export interface RowCounts {
  /** The source, as it was resolved. */
  source: string;
  total: number;
  drawn: number;
  files?: number;
}

/** Owns the columns of a source, and the roles that read them. */
export class ColumnUse {
  private readonly names = new Set<string>();
  private readonly namesRead = new Set<string>();
  private readonly namesByRole = new Map<string, Set<string>>();
  private readonly layouts = new Set<string>();
  /** Column names of the last row. */
  private shape: string | undefined;

  /** Notes the columns of a row. Returns true if the last row had other columns. */
  note(row: RawRow, options: RoleOptions): boolean {
    const { value, layout } = row;
    if (layout !== undefined) this.layouts.add(layout);
    if (typeof value === 'string') return false;
    const names = Object.keys(value);
    const shape = names.join('\0');
    if (shape === this.shape) return false;
    this.shape = shape;
    // Rows may each have other columns, so their number has the bound of one row.
    for (const name of names) if (this.names.size < MAX_COLUMNS) this.names.add(name);
    for (const { role, shownName, columns } of columnsRead(row, options)) {
      const roleNames = this.namesByRole.get(role) ?? new Set();
      this.namesByRole.set(role, roleNames.add(shownName));
      for (const name of columns) this.namesRead.add(name);
    }
    return true;
  }

  hasRole(role: string): boolean {
    return this.namesByRole.has(role);
  }

  /**
   * Says how a source was understood: `evals/q.csv: 3 columns between semicolons, 120 rows, 100 of
   * them drawn, text = question`.
   */
  describe({ source, total, drawn, files = 1 }: RowCounts): string {
    const { size } = this.names;
    const parts: string[] = [];
    const layout = this.layouts.size === 0 ? '' : ` between ${[...this.layouts].join(' and ')}`;
    if (size > 0) parts.push(`${size} ${size === 1 ? 'column' : 'columns'}${layout}`);
    parts.push(`${total} ${total === 1 ? 'row' : 'rows'}${files > 1 ? ` in ${files} files` : ''}`);
    if (drawn < total) parts.push(`${drawn} of them drawn`);
    if (size === 0) parts.push('each line a text');
    for (const [role, names] of this.namesByRole) {
      const separator = role === 'options' ? ' and ' : ' or ';
      parts.push(`${role} = ${[...names].map(quoted).join(separator)}`);
    }
    const unread = this.unreadNames(source);
    const addition = unread.length > 0 ? `; not read: ${list(unread)}` : '';
    return `${quoted(source)}: ${parts.join(', ')}${addition}`;
  }

  /** Names the unread columns that seem to hold the context of the questions. */
  contextNotices(source: string): string[] {
    return this.unreadNames(source)
      .filter((name) => CONTEXT_NAME.test(name))
      .map(
        (name) =>
          `${quoted(source)}: nothing reads the column ${quoted(name)}, so the model never sees it. Write \`data.columns.fill: { context: ${name} }\`, and \`{context}\` in the prompt.`,
      );
  }

  /** Columns that no role reads; none for a built-in set. */
  private unreadNames(source: string): string[] {
    if (source.startsWith('builtin:')) return [];
    return [...this.names].filter((name) => !this.namesRead.has(name));
  }
}
