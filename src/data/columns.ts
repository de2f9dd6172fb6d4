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
  /** True for a row of a table, in which every cell is a text. */
  isOfTable?: boolean;
  /** The columns that a server cut short. */
  truncated?: readonly string[];
  /** The columns that were looked up so far. */
  read?: Set<string>;
}

/** A row with the columns by which it is read. */
export interface ConfiguredRow extends RawRow {
  columns: Columns;
}

export interface Cell {
  row: RawRow;
  column: string;
  content: unknown;
  /** The start and the end of each context in the content of a template. */
  context?: [number, number][];
}

/** The names of a row's columns. */
export function namesIn({ cells }: RawRow) {
  return Object.keys(asRecord(cells));
}

/** The column of a name, else the only one whose name differs in case, spaces, `-` or `_` alone. */
export function columnNamed(names: readonly string[], name: string) {
  if (names.includes(name)) return name;
  const letters = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const alike = names.filter((column) => letters(column) === letters(name));
  return alike.length === 1 ? alike[0] : undefined;
}

/**
 * The cell that a name or a dotted path leads to; undefined if it leads nowhere.
 *
 * @throws DataError for a column that the datasets server has cut
 */
export function findCell(row: RawRow, name: string): Cell | undefined {
  const names = namesIn(row);
  const exact = columnNamed(names, name);
  const steps = exact === undefined ? name.split('.') : [];
  const column = exact ?? columnNamed(names, steps.shift() ?? '');
  if (column === undefined) return undefined;
  (row.read ??= new Set()).add(column);
  if (row.truncated?.includes(column))
    throw new DataError(`The datasets server has cut the column ${quoted(column)} short`, {
      where: row.source,
      remedy: 'Download the data set, and name the file in data.source.',
    });
  let content = asRecord(row.cells)[column];
  for (const step of steps) {
    const whole = typeof content === 'string' && row.isOfTable ? valueIn(content) : content;
    content = entryOf(asRecord(whole), step);
    if (content === undefined) return undefined;
  }
  return { row, column: exact ?? name, content };
}

/**
 * The roles whose column a row of JSON may lack, as a cell of a table may be blank. A row that has
 * a value for `should` may lack any other role's column, such as that of its answer.
 */
const OPTIONAL: readonly Role[] = ['id', 'must', 'should', 'expect'];

/**
 * The cell of a role; undefined if it is missing or blank.
 *
 * @throws DataError for a column of the configuration that the row lacks
 */
export function cellOf(row: ConfiguredRow, role: Role): Cell | undefined {
  const setting = row.columns[role];
  const { value, column = role } =
    typeof setting === 'string' ? { column: setting } : asRecord(setting);
  if (value !== undefined) return { row, column: role, content: value };
  // A text that is the whole row has no columns.
  if (setting === null || typeof column !== 'string' || typeof row.cells === 'string')
    return undefined;
  const cell = filledCell(row, column);
  const isMissing = !cell && setting !== undefined && !OPTIONAL.includes(role);
  if (isMissing && !cellOf(row, 'should')) throw missingColumn(row, [column]);
  return cell && !isBlank(cell.content) ? cell : undefined;
}

export function isBlank(content: unknown): boolean {
  if (Array.isArray(content)) return content.every(isBlank);
  // A value that is no text, such as an object, is not blank.
  return isBlankText(scalarText(content ?? '') ?? '{}');
}

/** The error for a row without a column, with the columns that are there. */
export function missingColumn(row: RawRow, names: readonly string[]) {
  const there = namesIn(row);
  const guess = names.map((name) => didYouMean(name, there)).find(Boolean) ?? '';
  return new DataError(
    `No column ${names.map(quoted).join(' or ')}. Columns of the row: ${quotedNames(there) || 'none'}${guess}`,
    {
      where: row.source,
      remedy:
        'Correct its name there (in a CSV: in its first row), or in data.columns, where null reads none.',
    },
  );
}

/** Refuses the content of a cell. @throws DataError */
export function refuseCell({ row, column }: Cell, fault: string, remedy: string): never {
  throw new DataError(`The column ${quoted(column)} ${fault}`, { where: row.source, remedy });
}

/** The list in a cell, which may be a text of JSON or of Python; undefined for no list. */
export function entriesIn(content: unknown): unknown[] | undefined {
  const value = typeof content === 'string' ? valueIn(content) : content;
  return Array.isArray(value) ? value : undefined;
}

/** The list or the mapping in a text of JSON or of Python; undefined for any other text. */
export function valueIn(text: string) {
  if (!/^\s*[[{]/.test(text)) return undefined;
  return jsonIn(text) ?? jsonIn(text.replace(PYTHON, inJson));
}

/**
 * Matches the parts of a printed Python value that differ from JSON: texts in quotes of either
 * kind, the space between two texts where numpy prints no comma, and brackets, names and `array(`.
 * A text whose closing quote is missing is matched, too. The result is then no valid JSON.
 */
const PYTHON =
  /'((?:[^'\\\n]|\\.){0,1000000})'?|"((?:[^"\\\n]|\\.){0,1000000})"?|(?<=['"])\s+(?=['"])|\barray\(|,\s*dtype=\w+\)|[()]|\b(?:None|True|False)\b/g;
const IN_JSON: Readonly<Record<string, string>> = {
  '(': '[',
  ')': ']',
  '': ',',
  None: 'null',
  True: 'true',
  False: 'false',
  "\\'": "'",
  '\\x': '\\u00',
  '"': '\\"',
};

/** Writes a part of a printed Python value, such as `['fruit', "a's"]`, as JSON. */
function inJson(piece: string, single?: string, double?: string) {
  const text = single ?? double;
  if (text === undefined) return IN_JSON[piece.trim()] ?? '';
  return `"${text.replaceAll(/\\.|"/g, (sign) => IN_JSON[sign] ?? sign)}"`;
}

/** A text, a number or a boolean as a text; undefined for any other value. */
export function scalarText(value: unknown) {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** A text, a number or a boolean as a text, and an object as its JSON. */
export function objectText(value: unknown) {
  return isMapping(value) ? jsonText(value) : scalarText(value);
}

/** The content of a cell that holds a text. */
export function textIn(cell: Cell) {
  const { content } = cell;
  if (typeof content === 'string') return content;
  return refuseCell(
    cell,
    `holds ${quoted(content)}, not a text`,
    'Write it as a string, or name another column in data.columns.',
  );
}

const PLACEHOLDER = /\{([^{}]*)\}/;
/** Matches a column, or the last field of a path, that holds what a question is about. */
export const CONTEXT_NAME =
  /(?:^|\.)(?:passage|context|document|evidence|premise|story|article)s?$/i;

/** The cell of a name, or of a template that is filled from the columns of the row. */
export function filledCell(row: RawRow, name: string): Cell | undefined {
  const cell = findCell(row, name);
  const parts = name.split(PLACEHOLDER);
  if (cell || parts.length === 1) return cell;
  const context: [number, number][] = [];
  let content = '';
  for (const [i, part] of parts.entries()) {
    // `split` gives texts and names of columns in turn.
    if (i % 2 === 0) {
      content += part;
      continue;
    }
    const filled = findCell(row, part);
    if (!filled) throw missingColumn(row, [part]);
    const start = content.length;
    content += scalarText(filled.content) ?? textIn(filled);
    if (CONTEXT_NAME.test(part)) context.push([start, content.length]);
  }
  return { row, column: name, content, context };
}
