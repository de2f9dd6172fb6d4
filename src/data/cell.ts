import { DataError } from '../errors.ts';
import { asRecord, isMapping, jsonIn, quoted } from '../json.ts';
import { isBlankText } from '../engine/visible-text.ts';
import { didYouMeanSentence, typeInWords, list } from './printable.ts';
import type { Columns, Constant, RawRow } from './source.ts';

/** A column that a row may lack. Its default name is that of the role. */
export type Role = Exclude<keyof Columns, 'text'>;

export interface Cell {
  row: RawRow;
  column: string;
  content: unknown;
}

/** Returns the cells of a row by column; none for a bare text. */
export function cellsOf({ value }: RawRow): Record<string, unknown> {
  return typeof value === 'string' ? {} : value;
}

/** Returns the column with this name, else the only column that differs from it in case. */
function columnNamed(row: RawRow, name: string): string | undefined {
  const cells = cellsOf(row);
  if (Object.hasOwn(cells, name)) return name;
  const lower = name.toLowerCase();
  const candidates = Object.keys(cells).filter(
    (column) => column.length === name.length && column.toLowerCase() === lower,
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

interface FollowedCell extends Cell {
  /** The steps of the name, below its column, that do not exist; empty if the content exists. */
  lostSteps: readonly string[];
}

/** Follows a name to a column, and as a dotted path to a field below it. */
function follow(row: RawRow, name: string): FollowedCell | undefined {
  const wholeName = columnNamed(row, name);
  if (wholeName !== undefined)
    return { row, column: wholeName, content: contentOf(row, wholeName), lostSteps: [] };
  const [firstStep = '', ...steps] = name.split('.');
  const column = steps.length > 0 ? columnNamed(row, firstStep) : undefined;
  if (column === undefined) return undefined;
  let content = contentOf(row, column);
  if (row.delimited && typeof content === 'string') content = jsonIn(content);
  for (const [index, step] of steps.entries()) {
    const isThere = Array.isArray(content)
      ? /^\d+$/.test(step) && Number(step) < content.length
      : isMapping(content) && Object.hasOwn(content, step);
    if (!isThere) return { row, column, content, lostSteps: steps.slice(index) };
    content = asRecord(content)[step];
  }
  return { row, column, content, lostSteps: [] };
}

/** @throws DataError for a column that the datasets server has cut */
function contentOf(row: RawRow, column: string): unknown {
  if (row.truncated?.includes(column))
    throw new DataError(`The datasets server has cut the column ${quoted(column)} short.`, {
      where: rowPlace(row),
      remedy: 'Download the data set, and name the file in data.source.',
    });
  return cellsOf(row)[column];
}

/**
 * Returns the cell that a name or a dotted path leads to; undefined if it leads nowhere.
 * @throws DataError for a truncated cell
 */
export function findCell(row: RawRow, name: string): Cell | undefined {
  const followed = follow(row, name);
  if (!followed || followed.lostSteps.length > 0) return undefined;
  const { content } = followed;
  return { row, column: name.includes('.') ? name : followed.column, content };
}

/** Returns the column of a row that a name or a dotted path reads. */
export function columnBehind(row: RawRow, name: string): string | undefined {
  return columnNamed(row, name) ?? columnNamed(row, name.split('.', 1).join(''));
}

/** Returns the place of a row, for errors. Slow for some sources: call it for faulty rows only. */
export function rowPlace(row: RawRow): string {
  return row.findPlace?.() ?? row.source;
}

/** Returns the column of a role; undefined if the configuration sets it to null. */
export function columnOf(columns: Columns, role: Role): string | undefined {
  const setting = columns[role];
  if (typeof setting === 'string') return setting;
  if (typeof setting === 'object' && setting !== null && 'column' in setting) return setting.column;
  if (setting !== undefined || role === 'answer_index') return undefined;
  return role === 'answer' && columns.answer_index !== undefined ? undefined : role;
}

/** True if the configuration gives one value to every row, in place of a column. */
export function isConstant(setting: Columns[keyof Columns]): setting is Constant {
  return isMapping(setting) && 'value' in setting;
}

/** @throws DataError for a named column that is missing, and for a truncated cell */
export function anyCellOf(row: RawRow, columns: Columns, role: Role): Cell | undefined {
  const setting = columns[role];
  if (isConstant(setting)) return { row, column: role, content: setting.value };
  const column = columnOf(columns, role);
  if (column === undefined) return undefined;
  const cell = findCell(row, column);
  if (cell || setting === undefined) return cell;
  throw missingColumn(row, [column], role);
}

/** Like `anyCellOf`, but returns undefined for a blank cell. */
export function cellOf(row: RawRow, columns: Columns, role: Role): Cell | undefined {
  const cell = anyCellOf(row, columns, role);
  return cell && !isBlank(cell.content) ? cell : undefined;
}

export function missingColumn(
  row: RawRow,
  names: readonly string[],
  role: keyof Columns,
): DataError {
  const columnNames = Object.keys(cellsOf(row));
  const guess = names.map((name) => suggestion(row, name, role)).find((text) => text !== '') ?? '';
  const columns =
    columnNames.length === 0 ? 'has no columns' : `has the columns ${list(columnNames)}`;
  const message = `No column ${names.map((name) => quoted(name)).join(' or ')}: the row ${columns}.${guess}`;
  return new DataError(message, {
    where: rowPlace(row),
    remedy: `Name the column in data.columns.${role}.`,
  });
}

/** Matches a column with the context of a text, such as a passage. */
export const CONTEXT_NAME = /^(?:passage|context|document|evidence|premise|story|article)s?$/i;

/** Returns a sentence on where a dotted path ends, or on a similar column; '' for neither. */
export function suggestion(row: RawRow, name: string, role: keyof Columns): string {
  const followed = follow(row, name);
  if (followed && followed.lostSteps.length > 0) {
    const { content, lostSteps } = followed;
    const existingPath = name.slice(0, -lostSteps.join('.').length - 1);
    const fields = isMapping(content)
      ? `has the fields ${list(Object.keys(content))}`
      : `is ${typeInWords(content)}`;
    return ` The path ends at ${quoted(existingPath)}, which ${fields}.`;
  }
  const names = Object.keys(cellsOf(row));
  const candidates = role === 'text' ? names.filter((column) => !CONTEXT_NAME.test(column)) : names;
  return didYouMeanSentence(name, candidates);
}

export function refuseCell({ row, column }: Cell, fault: string, remedy: string): never {
  throw new DataError(`The column ${quoted(column)} ${fault}.`, { where: rowPlace(row), remedy });
}

export function isBlank(content: unknown): boolean {
  return (
    content === undefined ||
    content === null ||
    (typeof content === 'string' && isBlankText(content))
  );
}

/** A name without case, spaces, invisible characters, and the characters that join its words. */
export function normalizeName(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}_-]+/gu, '')
    .toLowerCase();
}

/** Returns a keyword in lower case, and content other than text unchanged. */
export function keywordIn(content: unknown): unknown {
  return typeof content === 'string' ? content.trim().toLowerCase() : content;
}

export const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Returns the columns of a template; undefined for a text that is the name of a column. */
export function templateColumns(row: RawRow, template: string): string[] | undefined {
  const columns = Array.from(template.matchAll(PLACEHOLDER), ([, column = '']) => column);
  return columns.length > 0 && !findCell(row, template) ? columns : undefined;
}

export interface FilledTemplate {
  text: string;
  /** Start and end of each column of context in the text. */
  context: [number, number][];
}

/**
 * @throws DataError for a column that is missing, truncated, or neither a text, a number nor a
 * boolean
 */
export function fillTemplate(row: RawRow, template: string, role: keyof Columns): FilledTemplate {
  const context: [number, number][] = [];
  let text = '';
  let end = 0;
  for (const { index, 0: sign, 1: column = '' } of template.matchAll(PLACEHOLDER)) {
    const cell = findCell(row, column);
    if (!cell) throw missingColumn(row, [column], role);
    const { content } = cell;
    if (!['string', 'number', 'boolean'].includes(typeof content)) {
      const remedy = `Name another column in data.columns.${role}.`;
      refuseCell(cell, `holds ${typeInWords(content)}, not a text`, remedy);
    }
    text += template.slice(end, index);
    const start = text.length;
    text += String(content);
    if (text.length > MAX_CELL_LENGTH) throw longCell(row, template);
    if (CONTEXT_NAME.test(column.split('.').at(-1) ?? '')) context.push([start, text.length]);
    end = index + sign.length;
  }
  return { text: text + template.slice(end), context };
}

export const MAX_COLUMNS = 1_000;
/** Maximum length of a cell, in characters. A list or an object counts as its JSON. */
const MAX_CELL_LENGTH = 1024 ** 2;
/** Maximum length of a row with the names of its columns, in characters. */
export const MAX_ROW_LENGTH = 4 * MAX_CELL_LENGTH;

/** @throws DataError for a row, or a header of a table, with too many columns */
export function refuseColumns(count: number, place: string): void {
  if (count > MAX_COLUMNS)
    throw tooLarge(`The row has ${count} columns, and at most ${MAX_COLUMNS} are read.`, place);
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
    if (length > MAX_CELL_LENGTH) throw longCell(row, column);
    size += column.length + length;
  }
  if (size > MAX_ROW_LENGTH) throw longRow(rowPlace(row));
}

function lengthOf(content: unknown): number {
  if (typeof content === 'string') return content.length;
  return typeof content === 'object' && content !== null ? JSON.stringify(content).length : 0;
}

export function longRow(place: string): DataError {
  return tooLarge(`The row is longer than ${MAX_ROW_LENGTH / 1024 ** 2} MB.`, place);
}

function longCell(row: RawRow, column: string): DataError {
  return tooLarge(
    `The column ${quoted(column)} holds more than ${MAX_CELL_LENGTH / 1024 ** 2} MB of text.`,
    rowPlace(row),
  );
}

function tooLarge(message: string, place: string): DataError {
  return new DataError(message, {
    where: place,
    remedy: 'Remove what no test reads, or name another file in data.source.',
  });
}
