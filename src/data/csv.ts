import { Readable, pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { longRow, MOST_ROW, refuseColumns } from './cell.js';
import { list } from './printable.js';
import { readText } from './read-text.js';
import type { DataFile, RawRow } from './source.js';

/** csv-parse's error codes in plain words. */
const MISTAKES: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A cell of this row opens with a quote that is never closed.',
  INVALID_OPENING_QUOTE: 'A cell of this row has a quote in its middle.',
  CSV_INVALID_CLOSING_QUOTE: 'A cell of this row goes on behind its closing quote.',
};

/** Separators that spreadsheets write into a `.csv`, by the language that they are set to. */
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
  for await (const { cells, line } of readRows(file, delimiter, text)) {
    const source = `${file.name}:${line}`;
    if (header) yield { value: toObject(header, cells, source), source, delimited: true };
    else header = checkedHeader(cells, source);
  }
}

/** Yields every row with the line that it starts at, the header included, without blank lines. */
async function* readRows(
  file: DataFile,
  delimiter: Separator,
  text: AsyncIterable<string>,
): AsyncGenerator<{ cells: string[]; line: number }> {
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
    // An error upstream comes out of the iteration, so the callback has nothing to do.
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

/** The column names, without the space behind a separator: `text, truth`. */
function checkedHeader(cells: readonly string[], where: string): string[] {
  const header = cells.map((name) => name.trim());
  refuseColumns(header.length, where);
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice === undefined) return header;
  throw new DataError(`The column ${quoted(twice)} is there twice.`, { where, remedy: 'Name every column once in the first row.' });
}

function toObject(header: string[], cells: string[], where: string): Record<string, string> {
  if (cells.length === header.length) return Object.fromEntries(header.map((name, index) => [name, cells[index]!]));
  throw new DataError(`This row has ${cells.length} cells, the first row ${header.length}: ${list(header)}.`, {
    where,
    remedy: 'Give every row as many cells as the first; put a cell that holds a separator between double quotes.',
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
  throw new DataError(
    `What separates the cells is not clear: the first row holds ${found.map(([sign]) => SEPARATORS[sign]).join(' and ')}.`,
    {
      where: `${file.name}:1`,
      remedy: 'Put a column name that holds one of them between double quotes, or name the column of the texts in data.columns.text.',
    },
  );
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
