import { extname, resolve } from 'node:path';
import { DataError } from '../errors.ts';
import { isMapping, quoted } from '../json.ts';
import { cellsOf } from './cell.ts';
import { readCsv } from './csv.ts';
import { parseJson, scanJson } from './parse-json.ts';
import { typeInWords } from './printable.ts';
import { readTextBlocks, SAVE_AS_CSV } from './read-text.ts';
import type { DataFile, RawRow } from './source.ts';

const READERS: Partial<
  Record<string, (file: DataFile, wanted: readonly string[]) => AsyncGenerator<RawRow>>
> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readCsv,
  '.tsv': readCsv,
  '.txt': readTextLines,
};

interface ReadOptions {
  place: string | undefined;
  textColumns: readonly string[];
}

/**
 * Yields the rows of all files.
 * @throws DataError for an unknown format, before the first file is read, and for an empty file
 */
export async function* readFiles(
  files: readonly DataFile[],
  { place, textColumns }: ReadOptions,
): AsyncGenerator<RawRow> {
  const readers = files.map((file) => ({ file, read: readerOf(file, place) }));
  for (const { file, read } of readers) {
    let empty = true;
    for await (const row of read(file, textColumns)) {
      empty = false;
      yield row;
    }
    if (empty) {
      throw new DataError('The file has no rows.', {
        where: file.name,
        remedy: 'Write rows into it, or name another file.',
      });
    }
  }
}

/** Maximum number of rows that are counted in a file. */
const MAX_COUNTED_ROWS = 10_000;

/** Number of rows whose contents are returned. */
const MOST_SHOWN = 50;

interface FileColumns {
  /** Names of the first row's columns. */
  names: string[];
  /** The cells of the first rows, at most 50, by column. */
  cells: Record<string, unknown>[];
  /** Number of rows, at most 10,000. */
  rows: number;
}

/**
 * Returns the columns of a file of rows.
 * @param textColumns names by which the header of a table is recognised
 * @throws DataError for a file that cannot be read as rows
 */
export async function columnsOfFile(
  root: string,
  { file, textColumns }: { file: string; textColumns: readonly string[] },
): Promise<FileColumns> {
  const fileColumns: FileColumns = { names: [], cells: [], rows: 0 };
  const files = [{ path: resolve(root, file), name: file }];
  for await (const row of readFiles(files, { place: file, textColumns })) {
    if (fileColumns.rows < MOST_SHOWN) fileColumns.cells.push(cellsOf(row));
    if (fileColumns.rows === 0) fileColumns.names = Object.keys(cellsOf(row));
    fileColumns.rows += 1;
    if (fileColumns.rows === MAX_COUNTED_ROWS) break;
  }
  return fileColumns;
}

function readerOf(file: DataFile, place: string | undefined) {
  const reader = READERS[extname(file.path).toLowerCase()];
  if (reader) return reader;
  let remedy = `Name a file that ends in ${Object.keys(READERS).join(', ')}.`;
  if (/\.(?:xlsx?|xlsm|xlsb|ods|numbers)$/i.test(file.path)) remedy = SAVE_AS_CSV;
  throw new DataError(`The format of ${quoted(file.name)} is not known.`, { where: place, remedy });
}

async function* readJson(file: DataFile): AsyncGenerator<RawRow> {
  let text = '';
  for await (const block of readTextBlocks(file, Infinity)) text += block;
  if (text.trim() === '') return;
  const rows = parseJson(text, file.name);
  if (!Array.isArray(rows)) {
    const remedy = 'Write the rows as a JSON array, or one a line in a .jsonl file.';
    throw new DataError(`The file holds ${typeInWords(rows)}, not a list of rows.`, {
      where: file.name,
      remedy,
    });
  }
  for (const [index, row] of (rows as unknown[]).entries()) {
    const findPlace = () =>
      `${file.name}:${text.slice(0, scanJson(text).rows[index]).split('\n').length}`;
    // Several rows may be on one line, so the number of the row names it.
    yield { value: asRow(row, findPlace), source: `${file.name}#${index + 1}`, findPlace };
  }
}

async function* readJsonLines(file: DataFile): AsyncGenerator<RawRow> {
  let isFirst = true;
  for await (const { text, line } of readLines(file)) {
    const source = `${file.name}:${line}`;
    if (isFirst && text.trimStart().startsWith('['))
      throw new DataError('The file begins with a list, and not with a row.', {
        where: source,
        remedy: 'Write one row a line; or if the whole file is one JSON array, name it .json.',
      });
    isFirst = false;
    yield { value: asRow(parseJson(text, file.name, line), () => source), source };
  }
}

async function* readTextLines(file: DataFile): AsyncGenerator<RawRow> {
  for await (const { text, line } of readLines(file))
    yield { value: text, source: `${file.name}:${line}` };
}

/** Lines that are not blank, numbered from 1. Only `\n` and `\r\n` end a line, as in JSON Lines. */
async function* readLines(file: DataFile): AsyncGenerator<{ text: string; line: number }> {
  let line = 0;
  for await (const block of readTextBlocks(file)) {
    const lines = block.split('\n');
    // Every block but the last ends with a newline: no line follows it.
    if (lines.at(-1) === '') lines.pop();
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { text, line };
    }
  }
}

function asRow(value: unknown, findPlace: () => string): RawRow['value'] {
  if (typeof value === 'string' || isMapping(value)) return value;
  const remedy = 'Write every row as an object with a column for the text, or as a string.';
  throw new DataError(`This row is ${typeInWords(value)}.`, { where: findPlace(), remedy });
}
