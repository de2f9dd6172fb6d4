import { extname } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { DataError } from '../errors.ts';
import { isMapping, jsonIn, MAX_DEPTH, quoted, tooDeepAt } from '../json.ts';
import { readTable } from './table.ts';
import type { RawRow } from './columns.ts';
import { typeInWords } from './printable.ts';

interface Format {
  (text: string, name: string, textColumns: readonly string[]): RawRow[];
}

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
  const ending = extname(name).toLowerCase();
  const format = FORMATS[ending];
  if (format) return format;
  const allowed = `Name a file that ends in ${Object.keys(FORMATS).join(', ')}.`;
  const remedy = /^\.html?$/.test(ending)
    ? 'Save it as Markdown, and let `sensitivity draft` write rows from it.'
    : allowed;
  throw new DataError(`The format of ${quoted(name)} is not known.`, {
    where: place,
    remedy,
  });
}

function readTextLines(text: string, name: string): RawRow[] {
  return linesOf(text).map(({ line, number }) => ({ cells: line, source: `${name}:${number}` }));
}

function readJsonLines(text: string, name: string): RawRow[] {
  const lines = linesOf(text);
  const [first] = lines;
  if (first?.line.trimStart().startsWith('['))
    throw new DataError('The file begins with a list, and not with a row.', {
      where: `${name}:${first.number}`,
      remedy: 'Write one row a line; or if the whole file is one JSON array, name it .json.',
    });
  return lines.map(({ line, number }) =>
    rawRow(parseJson(line, name, number), `${name}:${number}`),
  );
}

function readJson(text: string, name: string): RawRow[] {
  if (text.trim() === '') return [];
  const rows = parseJson(text, name, 1);
  if (!Array.isArray(rows))
    throw new DataError(`The file holds ${typeInWords(rows)}, not a list of rows.`, {
      where: name,
      remedy: 'Write the rows as a JSON array, or one a line in a .jsonl file.',
    });
  // Several rows may be on one line, so the number of the row names it.
  return rows.map((row: unknown, i) => rawRow(row, `${name}#${i + 1}`));
}

/** @throws DataError with file, line and column */
function parseJson(text: string, name: string, firstLine: number): unknown {
  const value = jsonIn(text);
  if (value !== undefined) return value;
  const deepAt = tooDeepAt(text);
  const errors: ParseError[] = [];
  // The parser calls itself at each level.
  if (deepAt === undefined) parse(text, errors, { disallowComments: true });
  const offset = deepAt ?? errors[0]?.offset ?? text.length;
  const line = firstLine + text.slice(0, offset).split('\n').length - 1;
  const column = offset - text.lastIndexOf('\n', offset - 1);
  const message =
    deepAt === undefined ? 'is not valid JSON' : `nests deeper than ${MAX_DEPTH} levels`;
  throw new DataError(`This ${message}: ${quoted(text.slice(offset, offset + 30))}.`, {
    where: `${name}:${line}:${column}`,
    remedy:
      'Write one row a line in a .jsonl file, and a list of rows in a .json file: double quotes, no comma after the last entry, no comments.',
  });
}

function rawRow(cells: unknown, source: string): RawRow {
  if (typeof cells === 'string' || isMapping(cells)) return { cells, source };
  throw new DataError(`This row is ${typeInWords(cells)}.`, {
    where: source,
    remedy: 'Write every row as an object with a column for the text, or as a string.',
  });
}

/** Lines that are not blank, numbered from 1. */
function linesOf(text: string): { line: string; number: number }[] {
  return text
    .split('\n')
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.trim() !== '');
}
