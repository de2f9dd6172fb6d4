import { DataError } from '../shared/errors.ts';
import { asRecord, entryOf, isMapping, jsonIn, jsonText, quoted } from '../shared/json.ts';
import { didYouMean } from '../language/nearest.ts';
import { isBlankText } from '../language/text.ts';
import { quotedNames } from './printable.ts';
import type { Columns, Role } from './settings.ts';

/** A row of a file, before its columns are read. */
export interface RawRow {
  /** The cells by column, or a text that is the whole row. */
  cells: Record<string, unknown> | string;
  /**
   * The place of the row, its name in reports: `evals/q.jsonl:3`; `evals/q.json#3` for row three.
   */
  source: string;
  /** The place of a table's header. Present for a row of a table, in which every cell is a text. */
  header?: string;
  /** The columns that a server cut short. */
  truncated?: readonly string[];
  /** The columns that were looked up so far. `findCell` adds to them. */
  read?: Set<string>;
}

/** A row with the columns by which it is read. */
export interface ConfiguredRow extends RawRow {
  columns: Columns;
  /** True if a row of the source has one of the columns that `options` lists. */
  hasOptions: boolean;
}

export interface Cell {
  row: RawRow;
  column: string;
  content: unknown;
  /** The start and the end of each context in the content of a template. */
  context?: [number, number][];
}

/** The names of a row's columns. */
export function columnNamesOf({ cells }: RawRow) {
  return Object.keys(asRecord(cells));
}

/** Finds the column with a name, or the only one that differs just in case, spaces, `-` and `_`. */
export function findColumn(names: readonly string[], name: string) {
  if (names.includes(name)) return name;
  const letters = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const [alike, further] = names.filter((column) => letters(column) === letters(name));
  return further ? undefined : alike;
}

/**
 * Finds the cell at a column name or a dotted path, and marks its column as read.
 *
 * @throws DataError for a column that the datasets server has cut
 */
export function findCell(row: RawRow, name: string): Cell | undefined {
  const names = columnNamesOf(row);
  const exact = findColumn(names, name);
  const steps = exact === undefined ? name.split('.') : [];
  const column = exact ?? findColumn(names, steps.shift() ?? '');
  if (column === undefined) return undefined;
  (row.read ??= new Set()).add(column);
  if (row.truncated?.includes(column))
    throw new DataError(`The datasets server has cut the column ${quoted(column)} short`, {
      where: row.source,
      remedy: 'Download the data set, and name the file in data.source.',
    });
  let content = asRecord(row.cells)[column];
  for (const step of steps) {
    content = entryOf(asRecord(row.header ? parsedContent(content) : content), step);
    if (content === undefined) return undefined;
  }
  return { row, column: exact ?? name, content };
}

/**
 * The roles whose configured column may be missing in a row of JSON, as a cell of a table may be
 * blank. If the row has a value for `should`, any other column may be missing, too.
 */
const OPTIONAL_ROLES: readonly Role[] = ['id', 'must', 'should', 'expect'];

/**
 * The cell of a role; undefined if it is blank, or may be missing and is.
 *
 * @throws DataError for a column of the configuration that the row lacks
 */
export function cellOfRole(row: ConfiguredRow, role: Role): Cell | undefined {
  const setting = row.columns[role];
  const { value, column = role } =
    typeof setting === 'string' ? { column: setting } : asRecord(setting);
  if (value !== undefined) return { row, column: role, content: value };
  // A text that is the whole row has no columns.
  if (setting === null || typeof column !== 'string' || typeof row.cells === 'string')
    return undefined;
  const cell = resolveCell(row, column);
  const isMissing = !cell && setting !== undefined && !OPTIONAL_ROLES.includes(role);
  if (isMissing && !cellOfRole(row, 'should')) throw missingColumnError(row, [column]);
  return cell && !isBlank(cell.content) ? cell : undefined;
}

export function isBlank(content: unknown): boolean {
  if (Array.isArray(content)) return content.every(isBlank);
  // A value that is no text, such as an object, is not blank.
  return isBlankText(scalarText(content ?? '') ?? '{}');
}

/** The error for a missing column, at the row's header by default. It lists the row's columns. */
export function missingColumnError(
  row: RawRow,
  names: readonly string[],
  where = row.header ?? row.source,
) {
  const known = columnNamesOf(row);
  const guesses = names.map((name) => didYouMean(name, known)).join('');
  return new DataError(
    `No column ${names.map(quoted).join(' or ')}. Columns of the row: ${quotedNames(known) || 'none'}${guesses}`,
    {
      where,
      remedy:
        'Correct the name in the data (for a CSV, in its first row) or in data.columns. Write null there to read no column.',
    },
  );
}

/** Rejects the content of a cell. @throws DataError */
export function refuseCell({ row, column }: Cell, fault: string, remedy: string): never {
  throw new DataError(`The column ${quoted(column)} ${fault}`, { where: row.source, remedy });
}

/** The list or mapping that a text holds in JSON or Python. Any other content stays as it is. */
export function parsedContent(content: unknown) {
  return typeof content === 'string' ? (parseJsonOrPython(content) ?? content) : content;
}

/** The list in a cell, which may be JSON or Python text; undefined if it is no list. */
export function parseList(content: unknown): unknown[] | undefined {
  const value = parsedContent(content);
  return Array.isArray(value) ? value : undefined;
}

/** The list or mapping that JSON or Python text holds; undefined for any other text. */
export function parseJsonOrPython(text: string) {
  if (!/^\s*[[{]/.test(text)) return undefined;
  return jsonIn(text) ?? jsonIn(text.replace(PYTHON, toJson));
}

/**
 * Matches the parts of a printed Python value that differ from JSON: strings in quotes of either
 * kind, the space between two strings where numpy prints no comma, brackets, names, `array(` and
 * its end. A string without its closing quote also matches, and gives invalid JSON.
 */
const PYTHON =
  /'((?:[^'\\\n]|\\.){0,1000000})'?|"((?:[^"\\\n]|\\.){0,1000000})"?|(?<=['"])\s+(?=['"])|\barray\(|,\s*dtype=\w+\)|\]\)(?<=\barray\([^()'"]*..)|[()]|\b(?:None|True|False)\b/g;
const IN_JSON: Readonly<Record<string, string>> = {
  '(': '[',
  ')': ']',
  '])': ']',
  '': ',',
  None: 'null',
  True: 'true',
  False: 'false',
  "\\'": "'",
  '\\x': '\\u00',
  '"': '\\"',
};

/** Rewrites one matched part of a Python value as JSON. */
function toJson(piece: string, single?: string, double?: string) {
  const text = single ?? double;
  if (text === undefined) return IN_JSON[piece.trim()] ?? '';
  return `"${text.replaceAll(/\\.|"/g, (sign) => IN_JSON[sign] ?? sign)}"`;
}

/** A string, number or boolean as text; undefined for any other value. */
export function scalarText(value: unknown) {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** A string, number or boolean as text, and an object as JSON. */
export function objectText(value: unknown) {
  return isMapping(value) ? jsonText(value) : scalarText(value);
}

/** The text in a cell. @throws DataError if the cell holds anything else */
export function requireText(cell: Cell) {
  if (typeof cell.content === 'string') return cell.content;
  return refuseCell(
    cell,
    `holds ${quoted(cell.content)}, not a text`,
    'Write it as a string, or name another column in data.columns.',
  );
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Matches the start of a template of JSON that ends within a string. */
const IN_STRING = /^\s*(?=[[{][\s[{]*")[^"]*(?:"(?:[^"\\]|\\.)*"[^"]*)*"(?:[^"\\]|\\.)*$/;
/**
 * Matches the name of a column, or of the last field of a path, that holds a question's context.
 */
export const CONTEXT_NAME =
  /(?:^|\.)(?:passage|context|document|evidence|premise|story|article)s?$/i;

/** Finds the cell of a name, or fills a template from the columns of the row. */
export function resolveCell(row: RawRow, name: string): Cell | undefined {
  const cell = findCell(row, name);
  if (cell || !name.match(PLACEHOLDER)) return cell;
  const context: [number, number][] = [];
  let shift = 0;
  const content = name.replaceAll(PLACEHOLDER, (placeholder, part: string, at: number) => {
    const filled = findCell(row, part);
    if (!filled) throw missingColumnError(row, [part]);
    const text = scalarText(filled.content) ?? requireText(filled);
    const piece = IN_STRING.test(name.slice(0, at)) ? jsonText(text).slice(1, -1) : text;
    const start = at + shift;
    shift += piece.length - placeholder.length;
    if (CONTEXT_NAME.test(part)) context.push([start, start + piece.length]);
    return piece;
  });
  return { row, column: name, content, context };
}
