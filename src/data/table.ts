import { CsvError, type Info, parse } from 'csv-parse/sync';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { list } from './printable.ts';
import type { RawRow } from './columns.ts';

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

const QUOTING =
  'Put a cell that holds a separator, a quote or a newline between double quotes, and double the quotes in it. Write a list of options as fruit | stone.';

/** The rows of a CSV (RFC 4180) or TSV, whose first row names the columns. */
export function readTable(text: string, name: string, textColumns: readonly string[]): RawRow[] {
  const { separator, body } = separatorOf(text, name, textColumns);
  const [first, ...others] = parseTable(body, name, separator);
  if (!first) return [];
  const header = headerOf(first.cells, `${name}:${first.line}`);
  return others.map(({ cells, line }) => {
    const source = `${name}:${line}`;
    return { cells: cellsByColumn(header, cells, source), source, isOfTable: true };
  });
}

interface TableRow {
  cells: string[];
  /** The line in which the row begins. */
  line: number;
}

function parseTable(text: string, name: string, delimiter: Separator): TableRow[] {
  let lastLine = 0;
  try {
    const on_record = (record: string[], { lines }: Info) => {
      lastLine = lines;
      return record;
    };
    const options = {
      on_record,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    };
    const records = parse(text, options) as unknown as { record: string[]; info: Info }[];
    return records
      .filter(({ record }) => record.some((cell) => cell.trim() !== ''))
      .map(({ record: cells, info }) => {
        // The parser counts the lines up to the end of a row, and a cell may hold newlines.
        const newlines = cells.join('').split('\n').length - 1;
        return { cells, line: info.lines - newlines };
      });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const isOpen = cause.code === 'CSV_QUOTE_NOT_CLOSED';
    const message = isOpen
      ? 'A cell opens with a quote that is never closed.'
      : 'A cell has a quote in its middle.';
    throw new DataError(message, {
      where: `${name}:${lastLine + 1}`,
      remedy: QUOTING,
      cause,
    });
  }
}

/** Spreadsheets write a separator for every column that was ever used. */
function withoutBlankEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function headerOf(cells: readonly string[], place: string): string[] {
  const header = withoutBlankEnd(cells).map((name) => name.trim());
  const repeated = header.find((name, i) => header.indexOf(name) !== i);
  if (repeated === undefined) return header;
  throw new DataError(`The first row names the column ${quoted(repeated)} twice.`, {
    where: place,
    remedy: 'Name every column once.',
  });
}

function cellsByColumn(header: readonly string[], cells: readonly string[], place: string) {
  if (cells.length >= header.length && withoutBlankEnd(cells).length <= header.length)
    return Object.fromEntries(header.map((name, i) => [name, cells[i] ?? '']));
  throw new DataError(
    `This row has ${cells.length} cells, the first row ${header.length}: ${list(header)}.`,
    {
      where: place,
      remedy: `Give every row as many cells as the first, which names the columns. ${QUOTING}`,
    },
  );
}

/**
 * A spreadsheet writes commas or semicolons, depending on the country, and may name its separator
 * in a line `sep=;`, which becomes a blank one. Otherwise, the header has one of the columns that
 * are looked for.
 */
function separatorOf(
  text: string,
  name: string,
  textColumns: readonly string[],
): { separator: Separator; body: string } {
  const [line, sign] = /^"?sep=(.)[^\n]*/i.exec(text) ?? [];
  const stated = SEPARATORS.find((known) => known === sign);
  if (stated && line !== undefined) return { separator: stated, body: text.slice(line.length) };
  if (name.toLowerCase().endsWith('.tsv')) return { separator: '\t', body: text };
  const [header = ''] = /^(?:"[^"]*"|[^"\n])*/.exec(text.trimStart()) ?? [];
  const outsideQuotes = header.replaceAll(/"[^"]*"/g, (cell) => cell.replaceAll(/[",;\t]/g, ''));
  const candidates = SEPARATORS.filter((sign) => outsideQuotes.includes(sign));
  const namesText = (sign: Separator) =>
    outsideQuotes.split(sign).some((column) => textColumns.includes(column.trim()));
  return { separator: candidates.find(namesText) ?? candidates[0] ?? ',', body: text };
}
