import { DataError } from '../shared/errors.ts';
import { asRecord, entryOf, isMapping, jsonIn, jsonText, quoted } from '../shared/json.ts';
import { didYouMean } from '../language/nearest.ts';
import { isBlankText } from '../language/text.ts';
import { quotedNames } from './printable.ts';
import { ANSWER_NAMES, type Columns, type Role } from './settings.ts';

interface RawRow {
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
}

export interface Cell {
  row: SourceRow;
  column: string;
  content: unknown;
  /** The start and the end of each context in the content of a template. */
  context?: [number, number][];
}

/**
 * The roles whose configured column may be missing in a row of JSON, as a cell of a table may be
 * blank. If the row has a value for `should`, any other column may be missing, too.
 */
const OPTIONAL_ROLES: readonly Role[] = ['id', 'must', 'should', 'expect'];

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Matches the start of a template of JSON that ends within a string. */
const IN_STRING = /^\s*(?=[[{][\s[{]*")[^"]*(?:"(?:[^"\\]|\\.)*"[^"]*)*"(?:[^"\\]|\\.)*$/;
/**
 * Matches the name of a column, or of the last field of a path, that holds a question's context.
 */
export const CONTEXT_NAME =
  /(?:^|\.)(?:passage|context|document|evidence|premise|story|article)s?$/i;

/** A row with the columns to read. It remembers the columns that were looked up. */
export class SourceRow {
  readonly raw: RawRow;
  readonly columns: Columns;
  readonly lookedUp = new Set<string>();

  constructor(raw: RawRow, columns: Columns) {
    this.raw = raw;
    this.columns = columns;
  }

  get columnNames() {
    return Object.keys(asRecord(this.raw.cells));
  }

  /**
   * Looks up the cell at a column name or a dotted path.
   *
   * @throws DataError for a column that the datasets server has cut
   */
  lookUp(name: string) {
    const { columnNames, raw } = this;
    const exact = findColumn(columnNames, name);
    const steps = exact === undefined ? name.split('.') : [];
    const column = exact ?? findColumn(columnNames, steps.shift() ?? '');
    if (column === undefined) return undefined;
    this.lookedUp.add(column);
    if (raw.truncated?.includes(column))
      throw new DataError(`The datasets server has cut the column ${quoted(column)} short`, {
        where: raw.source,
        remedy: 'Download the data set, and name the file in data.source.',
      });
    let content = asRecord(raw.cells)[column];
    for (const step of steps) {
      content = entryOf(asRecord(raw.header ? parsedContent(content) : content), step);
      if (content === undefined) return undefined;
    }
    return { row: this, column: exact ?? name, content };
  }

  /** Looks up the cell of a name, or fills a template from the columns of the row. */
  resolve(name: string): Cell | undefined {
    const cell = this.lookUp(name);
    if (cell || !name.match(PLACEHOLDER)) return cell;
    const context: [number, number][] = [];
    let shift = 0;
    const content = name.replaceAll(PLACEHOLDER, (placeholder, part: string, at: number) => {
      const filled = this.lookUp(part);
      if (!filled) throw this.missing([part]);
      const text = scalarText(filled.content) ?? requireText(filled);
      const piece = IN_STRING.test(name.slice(0, at)) ? jsonText(text).slice(1, -1) : text;
      const start = at + shift;
      shift += piece.length - placeholder.length;
      if (CONTEXT_NAME.test(part)) context.push([start, start + piece.length]);
      return piece;
    });
    return { row: this, column: name, content, context };
  }

  /** The configured name of a role's column, or else its usual names, in their order. */
  namesOf(role: Role) {
    const setting = this.columns[role];
    const { column = setting } = asRecord(setting);
    if (typeof column === 'string') return [column];
    if (role === 'text') return ['text', 'question'];
    return role === 'answer' ? ANSWER_NAMES : [role];
  }

  /** Looks up the names of a role's column, up to the first that the row has. */
  lookUpRole(role: Role) {
    for (const name of this.namesOf(role)) {
      const cell = this.resolve(name);
      if (cell) return cell;
    }
    return undefined;
  }

  /**
   * The cell of a role; undefined if it is blank, or may be missing and is.
   *
   * @throws DataError for a column of the configuration that the row lacks
   */
  cellOf(role: Role): Cell | undefined {
    const setting = this.columns[role];
    const { value } = asRecord(setting);
    if (value !== undefined) return { row: this, column: role, content: value };
    // A text that is the whole row has no columns.
    if (setting === null || typeof this.raw.cells === 'string') return undefined;
    const cell = this.lookUpRole(role);
    const isMissing = !cell && setting !== undefined && !OPTIONAL_ROLES.includes(role);
    if (isMissing && !this.cellOf('should')) throw this.missing(this.namesOf(role));
    return cell && !isBlank(cell.content) ? cell : undefined;
  }

  /** The error for missing columns, at the row's header by default. It lists the row's columns. */
  missing(names: readonly string[], where = this.raw.header ?? this.raw.source) {
    const { columnNames } = this;
    const guesses = names.map((name) => didYouMean(name, columnNames)).join('');
    return new DataError(
      `No column ${names.map(quoted).join(' or ')}. Columns of the row: ${quotedNames(columnNames) || 'none'}${guesses}`,
      {
        where,
        remedy:
          'Correct the name in the data (for a CSV, in its first row) or in data.columns. Write null there to read no column.',
      },
    );
  }
}

/** Finds the column with a name, or the only one that differs just in case, spaces, `-` and `_`. */
export function findColumn(names: readonly string[], name: string) {
  if (names.includes(name)) return name;
  const letters = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const [alike, ...others] = names.filter((column) => letters(column) === letters(name));
  return others.length > 0 ? undefined : alike;
}

/** Rejects the content of a cell. @throws DataError */
export function refuseCell({ row, column }: Cell, fault: string, remedy: string): never {
  throw new DataError(`The column ${quoted(column)} ${fault}`, { where: row.raw.source, remedy });
}

/** The text of a cell, or its object as JSON; `''` for a list, and if there is no cell. */
export function cellText(row: SourceRow, column?: string) {
  // A column may have the name ''.
  return (column !== undefined && objectText(row.lookUp(column)?.content)) || '';
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

export function isBlank(content: unknown): boolean {
  if (Array.isArray(content)) return content.every(isBlank);
  // A value that is no text, such as an object, is not blank.
  return isBlankText(scalarText(content ?? '') ?? '{}');
}

/** The list or mapping that a text holds in JSON or Python. Any other content stays as it is. */
export function parsedContent(content: unknown) {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return content;
  return jsonIn(content) ?? jsonIn(content.replace(PYTHON, toJson)) ?? content;
}

/** The list in a cell, which may be JSON or Python text; undefined if it is no list. */
export function parseList(content: unknown): unknown[] | undefined {
  const value = parsedContent(content);
  return Array.isArray(value) ? value : undefined;
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
