import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { didYouMeanSentence, typeInWords, list } from './printable.js';
import type { Columns, RawRow } from './source.js';

/** A column that a row need not have. Its default name is the role's own. */
export type Role = Exclude<keyof Columns, 'text'>;

export interface Cell {
  row: RawRow;
  column: string;
  content: unknown;
}

/** The cells of a row by column; none for a bare text. */
export function cellsOf({ value }: RawRow): Record<string, unknown> {
  return typeof value === 'string' ? {} : value;
}

/** The content of a column that the row has. @throws DataError for a truncated one */
export function cellContent(row: RawRow, column: string): unknown {
  if (row.truncated?.includes(column))
    throw new DataError(`The datasets server has cut the column ${quoted(column)} short.`, {
      where: rowPlace(row),
      remedy: 'Download the data set, and name the file in data.source.',
    });
  return cellsOf(row)[column];
}

/** Place of a row, for errors. Slow for some sources, so only called for a faulty row. */
export function rowPlace(row: RawRow): string {
  return row.where?.() ?? row.source;
}

/**
 * The column of a role; undefined if the configuration says that there is none, or lists the
 * content itself.
 */
export function columnOf(columns: Columns, role: Role): string | undefined {
  const named = columns[role];
  return typeof named === 'object' ? undefined : (named ?? role);
}

/** @throws DataError for a named column that is missing, and for a truncated cell */
export function anyCellOf(row: RawRow, columns: Columns, role: Role): Cell | undefined {
  const column = columnOf(columns, role);
  if (column === undefined) return undefined;
  if (!Object.hasOwn(cellsOf(row), column))
    return columns[role] === undefined ? undefined : missing(row, [column], role);
  return { row, column, content: cellContent(row, column) };
}

/** As `anyCellOf`, undefined also for a blank cell. */
export function cellOf(row: RawRow, columns: Columns, role: Role): Cell | undefined {
  const cell = anyCellOf(row, columns, role);
  return cell && !isBlank(cell.content) ? cell : undefined;
}

export function missing(row: RawRow, wanted: readonly string[], role: keyof Columns): never {
  const there = Object.keys(cellsOf(row));
  const guess =
    wanted.map((name) => didYouMeanSentence(name, there)).find((text) => text !== '') ?? '';
  const columns = there.length === 0 ? 'has no columns' : `has the columns ${list(there)}`;
  const message = `No column ${wanted.map((name) => quoted(name)).join(' or ')}: the row ${columns}.${guess}`;
  throw new DataError(message, {
    where: rowPlace(row),
    remedy: `Name the column in data.columns.${role}.`,
  });
}

export function refuseCell({ row, column }: Cell, what: string, remedy: string): never {
  throw new DataError(`The column ${quoted(column)} ${what}.`, { where: rowPlace(row), remedy });
}

export function isBlank(content: unknown): boolean {
  return (
    content === undefined ||
    content === null ||
    (typeof content === 'string' && content.trim() === '')
  );
}

/** A keyword in lower case; content that is no text is returned as it is. */
export function keywordIn(content: unknown): unknown {
  return typeof content === 'string' ? content.trim().toLowerCase() : content;
}

export const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * True if a configured column is a template over several columns. A column with that name goes
 * first.
 */
export function isTemplate(named: string, row: RawRow): boolean {
  return !Object.hasOwn(cellsOf(row), named) && named.search(PLACEHOLDER) >= 0;
}

/**
 * @throws DataError for a column that is missing, truncated, or neither a text, a number nor a
 * boolean
 */
export function fillTemplate(row: RawRow, template: string, role: keyof Columns): string {
  let length = 0;
  return template.replace(PLACEHOLDER, (_, column: string) => {
    if (!Object.hasOwn(cellsOf(row), column)) return missing(row, [column], role);
    const content = cellContent(row, column);
    if (
      typeof content !== 'string' &&
      typeof content !== 'number' &&
      typeof content !== 'boolean'
    ) {
      return refuseCell(
        { row, column, content },
        `holds ${typeInWords(content)}, not a text`,
        `Name another column in data.columns.${role}.`,
      );
    }
    const text = String(content);
    length += text.length;
    if (length > MOST_CELL) throw longCell(row, template);
    return text;
  });
}

export const MOST_COLUMNS = 1_000;
/** Longest cell, in characters; a list or an object counts as its JSON. */
const MOST_CELL = 1024 ** 2;
/** Longest row, in characters, the names of its columns included. */
export const MOST_ROW = 4 * MOST_CELL;

/** @throws DataError for a row, or a header of a table, with too many columns */
export function refuseColumns(count: number, where: string): void {
  if (count > MOST_COLUMNS)
    throw tooLarge(`The row has ${count} columns, and at most ${MOST_COLUMNS} are read.`, where);
}

/**
 * @throws DataError for a row with too many columns, or that is too long as a whole or in one cell
 */
export function refuseLarge(row: RawRow): void {
  const cells = Object.entries(typeof row.value === 'string' ? { text: row.value } : row.value);
  refuseColumns(cells.length, row.source);
  let size = 0;
  for (const [column, content] of cells) {
    const length = lengthOf(content);
    if (length > MOST_CELL) throw longCell(row, column);
    size += column.length + length;
  }
  if (size > MOST_ROW) throw longRow(rowPlace(row));
}

function lengthOf(content: unknown): number {
  if (typeof content === 'string') return content.length;
  return typeof content === 'object' && content !== null ? JSON.stringify(content).length : 0;
}

export function longRow(where: string): DataError {
  return tooLarge(`The row is longer than ${MOST_ROW / 1024 ** 2} MB.`, where);
}

function longCell(row: RawRow, column: string): DataError {
  return tooLarge(
    `The column ${quoted(column)} holds more than ${MOST_CELL / 1024 ** 2} MB of text.`,
    rowPlace(row),
  );
}

function tooLarge(message: string, where: string): DataError {
  return new DataError(message, {
    where,
    remedy: 'Take out what no test reads, or name another file in data.source.',
  });
}
