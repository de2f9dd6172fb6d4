import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import type { Columns, RawRow } from './source.js';
import { didYouMeanSentence, list } from './printable.js';

/** What is read from a column that a row need not have: of the same name, where the configuration names no other. */
export type Role = Exclude<keyof Columns, 'text'>;

/** What stands in a column of a row. */
export interface Cell {
  row: RawRow;
  column: string;
  content: unknown;
}

/** Where to look for a row. Slow for some, so only asked for when one is faulty. */
export function placeOf(row: RawRow): string {
  return row.where?.() ?? row.source;
}

/** The column of a role; undefined where the configuration says that there is none, or lists what would stand in it. */
export function columnOf(columns: Columns, role: Role): string | undefined {
  const named = columns[role];
  return typeof named === 'object' ? undefined : (named ?? role);
}

/**
 * What stands in an optional column, blank or not; undefined where there is none. @throws DataError for a named column that is missing,
 * and for a cell cut short
 */
export function anyCellOf(row: RawRow, columns: Columns, role: Role): Cell | undefined {
  const column = columnOf(columns, role);
  if (column === undefined) return undefined;
  const value = row.value as Record<string, unknown>;
  if (!Object.hasOwn(value, column)) return columns[role] === undefined ? undefined : missing(row, [column], role);
  refuseTruncated(row, column);
  return { row, column, content: value[column] };
}

/** The same, undefined also where the column says nothing. */
export function cellOf(row: RawRow, columns: Columns, role: Role): Cell | undefined {
  const cell = anyCellOf(row, columns, role);
  return cell && !isBlank(cell.content) ? cell : undefined;
}

export function refuseTruncated(row: RawRow, column: string): void {
  if (!row.truncated?.includes(column)) return;
  throw new DataError(`The datasets server has cut the column ${quoted(column)} short.`, {
    where: placeOf(row),
    remedy: 'Download the data set, and name the file in data.source.',
  });
}

export function missing(row: RawRow, wanted: readonly string[], role: keyof Columns): never {
  const there = typeof row.value === 'string' ? [] : Object.keys(row.value);
  const guess = wanted.map((name) => didYouMeanSentence(name, there)).find((text) => text !== '') ?? '';
  const columns = there.length === 0 ? 'has no columns' : `has the columns ${list(there)}`;
  throw new DataError(`No column ${wanted.map((name) => quoted(name)).join(' or ')}: the row ${columns}.${guess}`, {
    where: placeOf(row),
    remedy: `Name the column in data.columns.${role}.`,
  });
}

/** @throws DataError that says what is wrong with a cell: `holds a number, not a text` */
export function refuseCell({ row, column }: Cell, what: string, remedy: string): never {
  throw new DataError(`The column ${quoted(column)} ${what}.`, { where: placeOf(row), remedy });
}

/** Nothing said: absent, `null`, or white space. */
export function isBlank(content: unknown): boolean {
  return content === undefined || content === null || (typeof content === 'string' && content.trim() === '');
}

/** One word of a few, in any case; what is no text stays as it is. */
export function wordOf(content: unknown): unknown {
  return typeof content === 'string' ? content.trim().toLowerCase() : content;
}
