import { extname } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { DataError } from '../shared/errors.ts';
import { entryOf, isMapping, jsonIn, MAX_DEPTH, quoted, tooDeepAt } from '../shared/json.ts';
import { quotedNames } from './printable.ts';

const FORMATS = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readTable,
  '.tsv': readTable,
  '.txt': readTextLines,
};

/** @throws DataError for a file of another format */
export function readerFor(name: string, place: string | undefined) {
  const format = entryOf(FORMATS, extname(name).toLowerCase());
  if (format) return format;
  throw new DataError(`The format of ${quoted(name)} is not supported`, {
    where: place,
    remedy: `Use a file with one of these extensions: ${Object.keys(FORMATS).join(', ')}. Save a workbook as CSV (UTF-8). Save a page as Markdown, and let \`sensitivity draft\` write rows from it.`,
  });
}

/** The lines that are not blank, each with its file and line number. */
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
  // Rows are numbered, since several may share a line.
  return rows.map((row: unknown, i) => rawRow(row, `${name}#${i + 1}`));
}

/** Parses JSON. @throws DataError with file, line and column */
function parseJson(text: string, placeOf: (line: number) => string) {
  const value = jsonIn(text);
  if (value !== undefined) return value;
  const deepAt = tooDeepAt(text);
  const errors: ParseError[] = [];
  // The parser is recursive, so text that nests too deeply never reaches it.
  if (deepAt === undefined) parse(text, errors, { disallowComments: true });
  const offset = deepAt ?? errors[0]?.offset ?? text.length;
  const line = text.slice(0, offset).split('\n').length;
  const column = offset - text.lastIndexOf('\n', offset - 1);
  throw new DataError(
    `This is not valid JSON of at most ${MAX_DEPTH} levels: ${quoted(text.slice(offset, offset + 30))}`,
    {
      where: `${placeOf(line)}:${column}`,
      remedy:
        'Write one row per line in a .jsonl file, or a list of rows in a .json file. Use double quotes, and no comments or trailing commas.',
    },
  );
}

function rawRow(cells: unknown, source: string) {
  if (typeof cells === 'string' || isMapping(cells)) return { cells, source };
  throw new DataError(`This row is ${quoted(cells)}`, {
    where: source,
    remedy:
      'Write every row as an object with a column for the text, or as a string. If the file is one JSON array, name it .json.',
  });
}

const QUOTING =
  'Enclose a cell that contains a separator, a quote or a newline in double quotes, and double the quotes inside it. Write a list of options as fruit | stone.';

/** Reads a CSV (RFC 4180) or TSV, whose first row names the columns. */
export async function readTable(text: string, name: string) {
  const [first, ...others] = await parseTable(text, name);
  if (!first) return [];
  const header = first.cells.map((column) => column.trim());
  const repeated = header.toSorted().find((column, i, all) => column === all[i - 1]);
  if (repeated !== undefined)
    throw new DataError(`The first row names the column ${quoted(repeated)} twice`, {
      where: first.source,
      remedy: 'Give every column a name of its own, and delete empty columns.',
    });
  return others.map(({ cells, count, source }) => {
    if (count < header.length || cells.length > header.length)
      throw new DataError(
        `Cells in this row: ${count}. Cells in the first row: ${header.length} (${quotedNames(header)})`,
        {
          where: source,
          remedy: `Give every row as many cells as the first. The first row must name the columns: delete a title above it. ${QUOTING}`,
        },
      );
    return {
      cells: Object.fromEntries(header.map((column, i) => [column, cells[i] ?? ''])),
      source,
      header: first.source,
    };
  });
}

/** Finds the first separator of a header: spreadsheets use another one in some countries. */
const FIRST_SEPARATOR = /^(?:"[^"]*"|[^",;\t\n]){0,100000}([,;\t])/;

/** Parses the rows that are not blank. `count` includes the blank cells at the end of a row. */
async function parseTable(text: string, name: string) {
  const [, separator = ','] = FIRST_SEPARATOR.exec(text.trimStart()) ?? [];
  const { CsvError, parse: parseCsv } = await import('csv-parse/sync');
  const rows: { cells: string[]; count: number; source: string }[] = [];
  let lastLine = 0;
  try {
    parseCsv(text, {
      on_record(record: string[], { lines }) {
        lastLine = lines;
        // Spreadsheets write trailing blank cells for every column that was ever used.
        const end = record.findLastIndex((cell) => cell.trim() !== '') + 1;
        // `lines` counts up to the end of the row, whose cells may contain newlines.
        const source = `${name}:${lines + 1 - record.join('').split('\n').length}`;
        if (end > 0) rows.push({ cells: record.slice(0, end), count: record.length, source });
        return null;
      },
      delimiter: /\.tsv$/i.test(name) ? '\t' : separator,
      relax_column_count: true,
    });
    return rows;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new DataError('A cell contains a stray quote, or a quote that is never closed', {
      where: `${name}:${lastLine + 1}`,
      remedy: QUOTING,
      cause,
    });
  }
}
