import { CsvError, type Info, parse } from 'csv-parse/sync';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { list } from './printable.ts';
import type { RawRow } from './columns.ts';

const QUOTING =
  'Put a cell that holds a separator, a quote or a newline between double quotes, and double the quotes in it. Write a list of options as fruit | stone.';

/** The rows of a CSV (RFC 4180) or TSV, whose first row names the columns. */
export function readTable(text: string, name: string, textColumns: readonly string[]): RawRow[] {
  const rows = parseTable(text, name, separatorOf(text, name, textColumns));
  const [first, ...others] = rows.filter(({ cells }) => cells.length > 0);
  if (!first) return [];
  const header = first.cells.map((column) => column.trim());
  const repeated = header.find((column, i) => header.indexOf(column) !== i);
  if (repeated !== undefined)
    throw new DataError(`The first row names the column ${quoted(repeated)} twice.`, {
      where: first.source,
      remedy: 'Name every column once.',
    });
  return others.map(({ cells, count, source }) => {
    if (count < header.length || cells.length > header.length)
      throw new DataError(
        `Cells of this row: ${count}. The first row has ${header.length}: ${list(header)}.`,
        {
          where: source,
          remedy: `Give every row as many cells as the first, which names the columns: no title stands above it. ${QUOTING}`,
        },
      );
    const entries = header.map((column, i) => [column, cells[i] ?? ''] as const);
    return { cells: Object.fromEntries(entries), source, isOfTable: true };
  });
}

interface TableRow {
  /** Without blank ones at the end: spreadsheets write a cell for every column ever used. */
  cells: string[];
  /** Number of cells, blank ones too. */
  count: number;
  source: string;
}

function parseTable(text: string, name: string, delimiter: string): TableRow[] {
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
    return records.map(({ record, info }) => {
      const end = record.findLastIndex((cell) => cell.trim() !== '') + 1;
      // The parser counts the lines up to the end of a row, and a cell may hold newlines.
      const newlines = record.join('').split('\n').length - 1;
      const source = `${name}:${info.lines - newlines}`;
      return { cells: record.slice(0, end), count: record.length, source };
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const message = 'A cell has a quote in its middle, or one that is never closed.';
    throw new DataError(message, { where: `${name}:${lastLine + 1}`, remedy: QUOTING, cause });
  }
}

/**
 * A spreadsheet writes commas or semicolons, depending on the country: the header has one of the
 * columns that are looked for.
 */
function separatorOf(text: string, name: string, textColumns: readonly string[]): string {
  if (name.toLowerCase().endsWith('.tsv')) return '\t';
  const [header = ''] = /^(?:"[^"]*"|[^"\n])*/.exec(text.trimStart()) ?? [];
  const outsideQuotes = header.replaceAll(/"[^"]*"/g, (cell) => cell.replaceAll(/[",;\t]/g, ''));
  const candidates = [',', ';', '\t'].filter((sign) => outsideQuotes.includes(sign));
  const namesText = (sign: string) =>
    outsideQuotes.split(sign).some((column) => textColumns.includes(column.trim()));
  return candidates.find(namesText) ?? candidates[0] ?? ',';
}
