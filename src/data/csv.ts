import { Readable, pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { readText } from './decode.js';
import type { DataFile, RawRow } from './source.js';
import { list } from './printable.js';
import { longRow, MOST_ROW, refuseColumns } from './row-size.js';
import { separatorOf, SEPARATORS, type Separator } from './separator.js';

/** What is wrong, in other words than the parser's, which count lines and fields. */
const MISTAKES: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A cell of this row opens with a quote that is never closed.',
  INVALID_OPENING_QUOTE: 'A cell of this row has a quote in its middle.',
  CSV_INVALID_CLOSING_QUOTE: 'A cell of this row goes on behind its closing quote.',
};

interface Row {
  cells: string[];
  /** Line that the row starts at. */
  line: number;
}

/**
 * Rows of a comma-separated file (RFC 4180) whose first row names the columns, read as a stream. Many a spreadsheet writes semicolons or
 * tabs under the same ending: the first row tells.
 */
export async function* readCsv(file: DataFile, wanted: readonly string[]): AsyncGenerator<RawRow> {
  const blocks = readText(file);
  const first = await blocks.next();
  if (first.done) return;
  const separator = separatorOf(first.value, file, wanted);
  const layout = separator === ',' ? undefined : SEPARATORS[separator];
  async function* all() {
    yield first.value!;
    yield* blocks;
  }
  for await (const row of readDelimited(file, separator, all())) yield layout === undefined ? row : { ...row, layout };
}

/** The same, with tabs between the cells. */
export function readTsv(file: DataFile): AsyncGenerator<RawRow> {
  return readDelimited(file, '\t', readText(file));
}

async function* readDelimited(file: DataFile, delimiter: Separator, text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let header: string[] | undefined;
  for await (const { cells, line } of readRows(file, delimiter, text)) {
    const source = `${file.name}:${line}`;
    // `text, truth`: the space behind a separator belongs to no name.
    if (header === undefined)
      header = checkedHeader(
        cells.map((name) => name.trim()),
        source,
      );
    else yield { value: toObject(header, cells, source), source, delimited: true };
  }
}

/** Rows as they stand, the header among them. Blank lines are left out. */
async function* readRows(file: DataFile, delimiter: Separator, text: AsyncIterable<string>): AsyncGenerator<Row> {
  let lastLine = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    skip_empty_lines: true,
    relax_column_count: true, // counted in toObject, where line and header are known
    info: true,
    max_record_size: MOST_ROW,
    on_record: (cells, { lines }) => {
      lastLine = lines; // for errors, which overtake the rows that are still in the pipeline
      return cells;
    },
  });
  try {
    // What goes wrong upstream comes out of the iteration: there is nothing left for the callback.
    const records = pipeline(Readable.from(text), parser, () => undefined);
    for await (const { record: cells, info } of records as AsyncIterable<{ record: string[]; info: Info }>) {
      // The parser counts to the end of a row; the newlines within its cells lead back to its start.
      const line = info.lines - (cells.join('').match(/\n/g)?.length ?? 0);
      if (cells.length > 1 || cells[0]?.trim() !== '') yield { cells, line };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const where = `${file.name}:${lastLine + 1}`;
    if (cause.code === 'CSV_MAX_RECORD_SIZE') throw longRow(where);
    throw new DataError(MISTAKES[cause.code] ?? quoted(cause.message), {
      where,
      remedy: 'Put a cell that holds quotes or newlines between double quotes, and double the quotes in it.',
      cause,
    });
  }
}

function checkedHeader(header: string[], where: string): string[] {
  refuseColumns(header.length, where);
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice === undefined) return header;
  throw new DataError(`The column ${quoted(twice)} is there twice.`, {
    where,
    remedy: 'Name every column once in the first row.',
  });
}

function toObject(header: string[], cells: string[], where: string): Record<string, string> {
  if (cells.length === header.length) {
    return Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));
  }
  throw new DataError(`This row has ${cells.length} cells, the first row ${header.length}: ${list(header)}.`, {
    where,
    remedy: 'Give every row as many cells as the first; put a cell that holds a separator between double quotes.',
  });
}
