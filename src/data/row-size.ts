import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { placeOf } from './cell.js';
import type { RawRow } from './source.js';

/** Most columns of a row. */
export const MOST_COLUMNS = 1_000;
/** Longest cell, in characters; of a list or an object, as JSON. */
export const MOST_CELL = 1024 ** 2;
/** Longest row, in characters, the names of its columns included. */
export const MOST_ROW = 4 * MOST_CELL;

/** @throws DataError for a row, or a first row of a table, with too many columns. */
export function refuseColumns(count: number, where: string): void {
  if (count > MOST_COLUMNS) throw tooLarge(`The row has ${count} columns, and at most ${MOST_COLUMNS} are read.`, where);
}

/** @throws DataError for a row with too many columns, or of which a cell or all of it is too long. */
export function refuseLarge(row: RawRow): void {
  const cells = typeof row.value === 'string' ? [['text', row.value] as const] : Object.entries(row.value);
  refuseColumns(cells.length, row.source);
  let size = 0;
  for (const [column, content] of cells) {
    const length = lengthOf(content);
    if (length > MOST_CELL) throw longCell(row, column);
    size += column.length + length;
  }
  if (size > MOST_ROW) throw longRow(placeOf(row));
}

export function longCell(row: RawRow, column: string): DataError {
  return tooLarge(`The column ${quoted(column)} holds more than ${MOST_CELL / 1024 ** 2} MB of text.`, placeOf(row));
}

export function longRow(where: string): DataError {
  return tooLarge(`The row is longer than ${MOST_ROW / 1024 ** 2} MB.`, where);
}

function tooLarge(message: string, where: string): DataError {
  return new DataError(message, { where, remedy: 'Take out what no test reads, or name another file in data.source.' });
}

function lengthOf(content: unknown): number {
  if (typeof content === 'string') return content.length;
  return typeof content === 'object' && content !== null ? JSON.stringify(content).length : 0;
}
