import { Readable, pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { DataError } from '../errors.js';
import { jsonIn, quoted } from '../json.js';
import { longRow, MOST_ROW, refuseColumns } from './cell.js';
import { list } from './printable.js';
import { readText } from './read-text.js';
import type { DataFile, RawRow } from './source.js';

const QUOTING = 'Put a cell that holds quotes or newlines between double quotes, and double the quotes in it.';

/** Separators of a `.csv`: spreadsheets write one or the other, depending on the locale. */
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

type Separator = keyof typeof SEPARATORS;

/** Streams the rows of a comma-separated file (RFC 4180) whose first row names the columns. The first row tells the separator. */
export async function* readCsv(file: DataFile, wanted: readonly string[]): AsyncGenerator<RawRow> {
  const blocks = readText(file);
  const first = await blocks.next();
  if (first.done) return;
  const separator = separatorOf(first.value, file, wanted);
  const layout = separator === ',' ? {} : { layout: SEPARATORS[separator] };
  async function* all() {
    yield first.value!;
    yield* blocks;
  }
  for await (const row of readDelimited(file, separator, all())) yield { ...row, ...layout };
}

/** As `readCsv`, with tabs between the cells. */
export function readTsv(file: DataFile): AsyncGenerator<RawRow> {
  return readDelimited(file, '\t', readText(file));
}

async function* readDelimited(file: DataFile, delimiter: Separator, text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let header: string[] | undefined;
  for await (const { cells, raw, line } of readRows(file, delimiter, text)) {
    const source = `${file.name}:${line}`;
    if (header) yield { value: toObject(header, withLists(cells, raw, { delimiter, where: source }), source), source, delimited: true };
    else header = checkedHeader(cells, source);
  }
}

interface CsvRow {
  cells: string[];
  /** The unparsed row. */
  raw: string;
  line: number;
}

/** Yields every row with the line that it starts at, the header included, without blank lines. */
async function* readRows(file: DataFile, delimiter: Separator, text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let lastLine = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    skip_empty_lines: true,
    relax_column_count: true, // checked in toObject
    relax_quotes: true, // checked in withLists
    info: true,
    raw: true,
    max_record_size: MOST_ROW,
    on_record: (record, { lines }) => {
      lastLine = lines; // An error overtakes the rows that are still in the pipeline.
      return record;
    },
  });
  try {
    // An upstream error comes out of the iteration, so the callback does nothing.
    const records = pipeline(Readable.from(text), parser, () => undefined);
    for await (const { record: cells, raw, info } of records as AsyncIterable<{ record: string[]; raw: string; info: Info }>) {
      // The parser counts the lines to the end of a row; the newlines within its cells lead back to its start.
      const line = info.lines - (cells.join('').match(/\n/g)?.length ?? 0);
      if (cells.length > 1 || cells[0]?.trim() !== '') yield { cells, raw, line };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const where = `${file.name}:${lastLine + 1}`;
    if (cause.code === 'CSV_MAX_RECORD_SIZE') throw longRow(where);
    const isOpen = cause.code === 'CSV_QUOTE_NOT_CLOSED';
    const message = isOpen ? 'A cell of this row opens with a quote that is never closed.' : quoted(cause.message);
    throw new DataError(message, { where, remedy: QUOTING, cause });
  }
}

/** A quote that neither opens nor closes a cell and is not doubled, by separator. */
const STRAY = { ',': /[^,\n"]"[^,\n"]/, ';': /[^;\n"]"[^;\n"]/, '\t': /[^\t\n"]"[^\t\n"]/ } as const;

/**
 * Returns the cells, with JSON lists without quotes around them put together: `Which?,["fruit","stone"],A`.
 * @throws DataError for any other stray quote
 */
function withLists(cells: string[], raw: string, { delimiter, where }: { delimiter: Separator; where: string }): string[] {
  if (!STRAY[delimiter].test(raw)) return cells;
  const whole: string[] = [];
  let rest = raw;
  for (let at = 0; at < cells.length; at += 1) {
    const list = cells[at]!.trimStart().startsWith('[') ? listFrom(cells.slice(at), delimiter) : undefined;
    whole.push(list?.text ?? cells[at]!);
    if (list === undefined) continue;
    at += list.cells - 1;
    rest = rest.replace(list.text, () => '');
  }
  if (!STRAY[delimiter].test(rest)) return whole;
  const remedy = `${QUOTING} Write a list of options as fruit | stone, or as JSON.`;
  throw new DataError('A cell of this row has a quote in its middle.', { where, remedy });
}

/** Returns the JSON list that the first of these cells together make, if any. */
function listFrom(cells: readonly string[], delimiter: Separator): { text: string; cells: number } | undefined {
  const ends = cells.flatMap((cell, index) => (cell.trimEnd().endsWith(']') ? [index + 1] : []));
  const candidates = ends.map((count) => ({ text: cells.slice(0, count).join(delimiter), cells: count }));
  return candidates.find(({ text }) => Array.isArray(jsonIn(text)));
}

/** The column names, without the space behind a separator: `text, truth`. */
function checkedHeader(cells: readonly string[], where: string): string[] {
  const header = cells.map((name) => name.trim());
  refuseColumns(header.length, where);
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice === undefined) return header;
  throw new DataError(`The first row names the column ${quoted(twice)} twice.`, { where, remedy: 'Name every column once.' });
}

function toObject(header: string[], cells: string[], where: string): Record<string, string> {
  if (cells.length === header.length) return Object.fromEntries(header.map((name, index) => [name, cells[index]!]));
  throw new DataError(`This row has ${cells.length} cells, the first row ${header.length}: ${list(header)}.`, {
    where,
    remedy:
      'Give every row as many cells as the first. Put a cell that holds a separator between double quotes; write a list of options as fruit | stone.',
  });
}

/**
 * The separator of the first row. If there are several candidates, the one that yields a wanted column name wins.
 * @throws DataError if none or several of them do
 */
function separatorOf(text: string, file: DataFile, wanted: readonly string[]): Separator {
  const signs = Object.keys(SEPARATORS) as Separator[];
  const found = signs.map((sign) => [sign, cellsOf(text, sign)] as const).filter(([, { length }]) => length > 1);
  if (found.length === 0) return ',';
  const fitting = found.length === 1 ? found : found.filter(([, names]) => names.some((name) => wanted.includes(name)));
  const [[separator] = [undefined], ...others] = fitting;
  if (separator !== undefined && others.length === 0) return separator;
  throw new DataError(`The separator is not clear: the first row holds ${found.map(([sign]) => SEPARATORS[sign]).join(' and ')}.`, {
    where: `${file.name}:1`,
    remedy: 'Put a column name that holds one of them between double quotes, or name the column of the texts in data.columns.text.',
  });
}

/** Longest header that is searched for separators, in characters. */
const MOST_CHARACTERS = 100_000;

/** Cells of the first row that is not blank, without their quotes. */
function cellsOf(text: string, separator: Separator): string[] {
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (const sign of text.slice(0, MOST_CHARACTERS).replace(/^\n+/, '')) {
    if (sign === '"') quoted = !quoted;
    else if (quoted) cell += sign;
    else if (sign === '\n') break;
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}
