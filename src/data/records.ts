import { extname } from 'node:path';
import type { Info } from 'csv-parse/sync';
import { parse, type ParseError } from 'jsonc-parser';
import { DataError } from '../shared/errors.ts';
import { isMapping, jsonIn, MAX_DEPTH, quoted, tooDeepAt } from '../shared/json.ts';
import type { RawRow } from './columns.ts';
import { quotedNames } from './printable.ts';

type Format = (text: string, name: string) => RawRow[] | Promise<RawRow[]>;

const FORMATS: Readonly<Record<string, Format>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readTable,
  '.tsv': readTable,
  '.txt': readTextLines,
};

/** @throws DataError for a file of another format */
export function readerFor(name: string, place: string | undefined): Format {
  const format = FORMATS[extname(name).toLowerCase()];
  if (format) return format;
  throw new DataError(`The format of ${quoted(name)} is not known`, {
    where: place,
    remedy: `Name a file that ends in ${Object.keys(FORMATS).join(', ')}. Save a workbook as CSV (UTF-8); save a page as Markdown, and let \`sensitivity draft\` write rows from it.`,
  });
}

/** The lines that are not blank, each with its place. */
function readTextLines(text: string, name: string) {
  return text
    .split('\n')
    .map((cells, i) => ({ cells, source: `${name}:${i + 1}` }))
    .filter(({ cells }) => cells.trim());
}

function readJsonLines(text: string, name: string) {
  return readTextLines(text, name).map(({ cells, source }) =>
    rawRow(
      parseJson(cells, () => source),
      source,
    ),
  );
}

function readJson(text: string, name: string) {
  const rows = parseJson(text, (line) => `${name}:${line}`);
  if (!Array.isArray(rows))
    throw new DataError(`The file holds ${quoted(rows)}, not a list of rows`, {
      where: name,
      remedy: 'Write the rows as a JSON array, or one a line in a .jsonl file.',
    });
  // Several rows may share a line, so the number of a row names it.
  return rows.map((row: unknown, i) => rawRow(row, `${name}#${i + 1}`));
}

/** The value of a JSON text. @throws DataError with file, line and column */
function parseJson(text: string, placeOf: (line: number) => string) {
  const value = jsonIn(text);
  if (value !== undefined) return value;
  const deepAt = tooDeepAt(text);
  const errors: ParseError[] = [];
  // The parser calls itself at each level, so a text that nests too deep is not given to it.
  if (deepAt === undefined) parse(text, errors, { disallowComments: true });
  const offset = deepAt ?? errors[0]?.offset ?? text.length;
  const line = text.slice(0, offset).split('\n').length;
  const column = offset - text.lastIndexOf('\n', offset - 1);
  throw new DataError(
    `This is no valid JSON of at most ${MAX_DEPTH} levels: ${quoted(text.slice(offset, offset + 30))}`,
    {
      where: `${placeOf(line)}:${column}`,
      remedy:
        'Write one row a line in a .jsonl file, and a list of rows in a .json file: double quotes, no comma after the last entry, no comments.',
    },
  );
}

function rawRow(cells: unknown, source: string) {
  if (typeof cells === 'string' || isMapping(cells)) return { cells, source };
  throw new DataError(`This row is ${quoted(cells)}`, {
    where: source,
    remedy:
      'Write every row as an object with a column for the text, or as a string. A file that is one JSON array ends in .json.',
  });
}

const QUOTING =
  'Put a cell that holds a separator, a quote or a newline between double quotes, and double the quotes in it. Write a list of options as fruit | stone.';

/** The rows of a CSV (RFC 4180) or TSV, whose first row names the columns. */
export async function readTable(text: string, name: string) {
  const [first, ...others] = await parseTable(text, name);
  if (!first) return [];
  const header = first.cells.map((column) => column.trim());
  const repeated = header.toSorted().find((column, i, all) => column === all[i - 1]);
  if (repeated !== undefined)
    throw new DataError(`The first row names the column ${quoted(repeated)} twice`, {
      where: first.source,
      remedy: 'Name every column once, and delete empty columns.',
    });
  return others.map(({ cells, count, source }) => {
    if (count < header.length || cells.length > header.length)
      throw new DataError(
        `Cells of this row: ${count}. The first row has ${header.length}: ${quotedNames(header)}`,
        {
          where: source,
          remedy: `Give every row as many cells as the first. The first row names the columns, so delete a title above it. ${QUOTING}`,
        },
      );
    return {
      cells: Object.fromEntries(header.map((column, i) => [column, cells[i] ?? ''])),
      source,
      isOfTable: true,
    };
  });
}

/** Finds the first separator of a header: spreadsheets write another one in each country. */
const FIRST_SEPARATOR = /^(?:"[^"]*"|[^",;\t\n]){0,100000}([,;\t])/;

/** The rows that are not blank, each with its place and the number of its cells. */
async function parseTable(text: string, name: string) {
  const [, separator = ','] = FIRST_SEPARATOR.exec(text.trimStart()) ?? [];
  const { CsvError, parse: parseCsv } = await import('csv-parse/sync');
  const rows: { cells: string[]; count: number; source: string }[] = [];
  let lastLine = 0;
  const options = {
    on_record(record: string[], { lines }: Info) {
      lastLine = lines;
      // A spreadsheet writes blank cells at the end for every column that was ever used.
      const end = record.findLastIndex((cell) => cell.trim() !== '') + 1;
      // The parser counts the lines up to the end of a row, and a cell may hold newlines.
      const newlines = record.join('').split('\n').length - 1;
      const source = `${name}:${lines - newlines}`;
      if (end > 0) rows.push({ cells: record.slice(0, end), count: record.length, source });
      return null;
    },
    delimiter: /\.tsv$/i.test(name) ? '\t' : separator,
    relax_column_count: true,
    skip_empty_lines: true,
  };
  try {
    parseCsv(text, options);
    return rows;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new DataError('A cell has a quote in its middle, or one that is never closed', {
      where: `${name}:${lastLine + 1}`,
      remedy: QUOTING,
      cause,
    });
  }
}
