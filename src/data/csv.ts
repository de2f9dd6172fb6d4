import { Readable, pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { longRow, MAX_ROW_LENGTH, refuseColumns } from './cell.ts';
import { list } from './printable.ts';
import { readTextBlocks } from './read-text.ts';
import type { DataFile, RawRow } from './source.ts';

const QUOTING =
  'Put a cell that holds quotes or newlines between double quotes, and double the quotes in it.';

/** Separators of a `.csv`: spreadsheets write one or the other, depending on the locale. */
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

type Separator = keyof typeof SEPARATORS;

/** Streams the rows of a `.csv` (RFC 4180) or `.tsv`; the first row names the columns. */
export async function* readCsv(
  file: DataFile,
  textColumns: readonly string[],
): AsyncGenerator<RawRow> {
  const blocks = readTextBlocks(file);
  const firstBlockResult = await blocks.next();
  if (firstBlockResult.done) return;
  const isTsv = file.path.toLowerCase().endsWith('.tsv');
  const { text: firstBlock, separator } = readSeparatorLine(firstBlockResult.value, file.name);
  refuseTitle(firstBlock, file.name, textColumns);
  const delimiter = separator ?? (isTsv ? '\t' : separatorOf(firstBlock, file, textColumns));
  const layout = !isTsv && delimiter !== ',' ? SEPARATORS[delimiter] : undefined;
  const quoteLists = listQuoter();
  async function* text() {
    yield quoteLists(firstBlock);
    for await (const block of blocks) yield quoteLists(block);
  }
  let header: string[] | undefined;
  for await (const { cells, raw, line } of parseRecords(text(), delimiter, file.name)) {
    const source = `${file.name}:${line}`;
    if (header === undefined) {
      header = checkedHeader(cells, source);
      refuseNoHeader(header, source, textColumns);
      continue;
    }
    if (STRAY_QUOTE[delimiter].test(raw))
      throw new DataError('A cell of this row has a quote in its middle.', {
        where: source,
        remedy: QUOTING_OF_LISTS,
      });
    yield { value: toObject(header, cells, source), source, delimited: true, layout };
  }
}

interface CsvRecord {
  cells: string[];
  /** The text of the row as the file has it. */
  raw: string;
  /** The line in which the row starts. */
  line: number;
}

/** The parser's output under `info` and `raw`. */
interface ParsedRecord {
  record: string[];
  raw: string;
  info: Info;
}

/**
 * Yields the rows that are not blank, with any number of cells.
 *
 * @throws DataError
 */
async function* parseRecords(
  text: AsyncIterable<string>,
  delimiter: Separator,
  name: string,
): AsyncGenerator<CsvRecord> {
  let lastLine = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    skip_empty_lines: true,
    relax_column_count: true, // checked in toObject
    relax_quotes: true, // checked in readCsv
    info: true,
    raw: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record: (record, { lines }) => {
      lastLine = lines; // An error overtakes the rows that are still in the pipeline.
      return record;
    },
  });
  try {
    // An upstream error comes out of the iteration, so the callback does nothing.
    const records = pipeline(Readable.from(text), parser, () => undefined);
    for await (const { record: cells, raw, info } of records as AsyncIterable<ParsedRecord>) {
      if (cells.length === 1 && cells[0]?.trim() === '') continue;
      // The parser counts the lines to the end of a row, and a cell may hold newlines.
      const newlines = cells.join('').match(/\n/g)?.length ?? 0;
      yield { cells, raw, line: info.lines - newlines };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw parserError(cause, `${name}:${lastLine + 1}`);
  }
}

function parserError(cause: CsvError, place: string): DataError {
  if (cause.code === 'CSV_MAX_RECORD_SIZE') return longRow(place);
  const message =
    cause.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'A cell of this row opens with a quote that is never closed.'
      : quoted(cause.message);
  return new DataError(message, { where: place, remedy: QUOTING, cause });
}

const QUOTING_OF_LISTS = `${QUOTING} Write a list of options as fruit | stone, or as JSON.`;

/** A quote that neither opens nor closes a cell and is not doubled, by separator. */
const STRAY_QUOTE = {
  ',': /[^,\n"]"[^,\n"]/,
  ';': /[^;\n"]"[^;\n"]/,
  '\t': /[^\t\n"]"[^\t\n"]/,
} as const;

/**
 * A JSON list of texts or numbers that is a cell without quotes around it:
 * `Which?,["fruit","stone"],A`.
 */
const BARE_LIST =
  /(?<=^|[,;\t])[ ]{0,9}(\[[ ]{0,9}(?:(?:"(?:[^"\\\n]|\\.)+"|[\d.]+)[ ]{0,9}(?:,[ ]{0,9}|(?=\])))+\])(?=[,;\t\n]|$)/gm;

/**
 * Returns a function that puts quotes around the bare lists of one block after the other. A list
 * within a quoted cell, which may go on into the next block, stays as it is.
 */
function listQuoter(): (block: string) => string {
  let isInQuotes = false;
  /** Returns the text, and notes whether it ends within quotes. */
  const passOn = (text: string): string => {
    const quotes = text.match(/"/g)?.length ?? 0;
    if (quotes % 2 === 1) isInQuotes = !isInQuotes;
    return text;
  };
  return (block) => {
    const parts: string[] = [];
    let end = 0;
    for (const { 0: cell, 1: json = '', index } of block.matchAll(BARE_LIST)) {
      parts.push(passOn(block.slice(end, index)));
      parts.push(isInQuotes ? passOn(cell) : `"${json.replaceAll('"', '""')}"`);
      end = index + cell.length;
    }
    parts.push(passOn(block.slice(end)));
    return parts.join('');
  };
}

/** Spreadsheets write a separator for every column that was ever used. */
function dropBlankEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

/** The column names, without the space behind a separator: `text, truth`. */
function checkedHeader(cells: readonly string[], place: string): string[] {
  const header = dropBlankEnd(cells.map((name) => name.trim()));
  refuseColumns(header.length, place);
  const repeatedName = header.find((name, index) => header.indexOf(name) !== index);
  if (repeatedName === undefined) return header;
  throw new DataError(`The first row names the column ${quoted(repeatedName)} twice.`, {
    where: place,
    remedy: 'Name every column once.',
  });
}

function toObject(header: string[], cells: string[], place: string): Record<string, string> {
  if (cells.length >= header.length && dropBlankEnd(cells).length <= header.length)
    return Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));
  const message = `This row has ${cells.length} cells, the first row ${header.length}: ${list(header)}.`;
  const remedy =
    'Give every row as many cells as the first. Put a cell that holds a separator between double quotes; ';
  const title = header.length === 1 ? ' If the first row is a title, delete it.' : '';
  throw new DataError(message, {
    where: place,
    remedy: `${remedy}write a list of options as fruit | stone.${title}`,
  });
}

/** Reads the line `sep=;` of a spreadsheet. It stays as a blank line, so line numbers hold. */
function readSeparatorLine(text: string, name: string): { text: string; separator?: Separator } {
  const [line, sign = ''] = /^"?sep=(.)[^\n]*/i.exec(text) ?? [];
  if (line === undefined) return { text };
  const remainder = text.slice(line.length);
  if (sign === ',' || sign === ';' || sign === '\t') return { text: remainder, separator: sign };
  throw new DataError(`The first line names the separator ${quoted(sign)}.`, {
    where: `${name}:1`,
    remedy: 'Allowed are commas, semicolons and tabs: save the file with one of them.',
  });
}

/** Lines below the first in which the names of the columns are searched for. */
const MAX_TITLE_LINES = 10;

/** @throws DataError if a line below the first names a text column */
function refuseTitle(text: string, name: string, textColumns: readonly string[]): void {
  const lines = text.slice(0, MAX_HEADER_LENGTH).split('\n');
  const headerLine = lines.findIndex((line) => namesColumn(line.split(/[,;\t]/), textColumns));
  const firstLine = lines.findIndex((line) => line.trim() !== '');
  // A quote that is still open continues in the next line, which then does not begin a row.
  if ((lines[firstLine]?.split('"').length ?? 1) % 2 === 0) return;
  if (headerLine <= firstLine || headerLine > firstLine + MAX_TITLE_LINES) return;
  throw new DataError(
    `The names of the columns stand in line ${headerLine + 1}, and not in the first row.`,
    {
      where: `${name}:${firstLine + 1}`,
      remedy: 'Delete the lines above them, such as a title.',
    },
  );
}

function namesColumn(cells: readonly string[], textColumns: readonly string[]): boolean {
  const names = cells.map((cell) => cell.replaceAll('"', '').trim().toLowerCase());
  return textColumns.some((name) => names.includes(name.toLowerCase()));
}

const DATA_CELL = /^[[{]|^(?:true|false|yes|no|-?\d[\d.,]*)$|[.?!]$/i;
/** Maximum number of words in a column's name; a text with more words is data. */
const MAX_NAME_WORDS = 3;

/** @throws DataError for a first row that holds data, such as a sentence or a number */
function refuseNoHeader(header: string[], place: string, textColumns: readonly string[]): void {
  const dataCell = header.find(
    (cell) => DATA_CELL.test(cell) || cell.trim().split(/\s+/).length > MAX_NAME_WORDS,
  );
  if (textColumns.length === 0 || namesColumn(header, textColumns) || dataCell === undefined)
    return;
  throw new DataError(`The first row names no column: it holds ${list(header)}.`, {
    where: place,
    remedy: `Write the names of the columns above it, such as ${textColumns[0]}, or name another column in data.columns.text.`,
  });
}

/** Maximum length of a header that is searched for separators, in characters. */
const MAX_HEADER_LENGTH = 100_000;

/**
 * Returns the separator of the header. If it holds several, the one that yields a text column.
 * @throws DataError if not exactly one of them does
 */
function separatorOf(text: string, file: DataFile, textColumns: readonly string[]): Separator {
  // Separators between quotes do not count.
  const [, header = ''] = /^\n*((?:"[^"]*"|[^"\n])*)/.exec(text.slice(0, MAX_HEADER_LENGTH)) ?? [];
  const unquotedHeader = header.replace(/"[^"]*"/g, (cell) => cell.replace(/[",;\t]/g, ''));
  const signs = Object.keys(SEPARATORS) as Separator[];
  const presentSigns = signs.filter((sign) => unquotedHeader.includes(sign));
  if (presentSigns.length === 0) return ',';
  const fittingSigns =
    presentSigns.length === 1
      ? presentSigns
      : presentSigns.filter((sign) =>
          unquotedHeader.split(sign).some((name) => textColumns.includes(name)),
        );
  const [separator, ...otherSigns] = fittingSigns;
  if (separator !== undefined && otherSigns.length === 0) return separator;
  const message = `The separator is not clear: the first row holds ${presentSigns.map((sign) => SEPARATORS[sign]).join(' and ')}.`;
  const remedy =
    'Put a column name that holds one of them between double quotes, or name the column of the texts in data.columns.text.';
  throw new DataError(message, { where: `${file.name}:1`, remedy });
}
