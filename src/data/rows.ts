import { halfOf } from '../engine/prepare.ts';
import { orderByLot } from '../engine/random.ts';
import type { Row } from '../engine/types.ts';
import { DataError, throwMerged } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { isSlip } from '../language/nearest.ts';
import { readBuiltin } from './builtin.ts';
import {
  CONTEXT_NAME,
  filledCell,
  findCell,
  isBlank,
  missingColumn,
  namesIn,
  objectText,
  type Cell,
  type ConfiguredRow,
  type RawRow,
} from './columns.ts';
import { loadDataset, type DatasetOptions } from './huggingface.ts';
import { quotedNames, withoutBreaks } from './printable.ts';
import { readerFor } from './records.ts';
import { readRow, withColumns } from './row.ts';
import type { Columns } from './settings.ts';
import { decodeText, isFileSource, type DataFile } from './files.ts';

/** How rows are read. `source` may also be `builtin:NAME`, or a path or a glob of files. */
interface RowsOptions extends DatasetOptions {
  columns: Columns;
  /** `file:line:column` in the configuration. */
  placeOfColumn?: (role: string) => string | undefined;
  /** Files of a path or a glob, sorted by name. */
  readFiles: (source: string, place?: string) => Promise<DataFile[]>;
}

export interface LoadedRows {
  rows: Row[];
  /** The words of a document on which the answer of a drafted row rests, and the row's place. */
  quotes: { place: string; words: string; document: string }[];
  /** A sentence on the reading: `evals/q.csv: 120 rows, 100 of them drawn; not read: `topic``. */
  fact: string;
  notices: string[];
}

/**
 * Reads the rows of a source. Every row of a file is read, drawn or not, so that a faulty row is an
 * error for any seed.
 *
 * @throws DataError with the place of the fault, and the columns of the row
 */
export async function readRows(options: RowsOptions): Promise<LoadedRows> {
  const { source, limit, seed } = options;
  const isBuiltin = source.startsWith(BUILTIN);
  const columns = isBuiltin ? { id: null } : options.columns;
  const loaded = await readRaw(options);
  if (!isBuiltin) refuseMissingColumns(loaded.rows, options);
  const rawRows = loaded.rows.map((row) => withColumns(row, columns));
  const read = rawRows.map(readRow);
  if (isFileSource(source)) for (const row of rawRows) refuseSlip(row);
  const blank = rawRows.flatMap((row, i) => (read[i] ? [] : row.source));
  const withText = read.filter((row) => row !== undefined);
  if (withText.length === 0)
    throw new DataError('There is no row with a text', {
      where: blank[0] ?? source,
      remedy: 'Write texts into the rows, or name another column in data.columns.text.',
    });
  // Rows of the Hub were drawn by their index before they were loaded.
  const rows = loaded.total === undefined ? drawRows(withText, limit, seed) : withText;
  const { total = withText.length } = loaded;
  const quotes = rawRows.flatMap(quoteOf);
  const reviewed = rawRows.flatMap((row) => findCell(row, REVIEWED) ?? []);
  const unread = isBuiltin ? [] : unreadIn(rawRows);
  let fact = `${quoted(source)}: ${total} ${total === 1 ? 'row' : 'rows'}`;
  if (rows.length < total) fact += `, ${rows.length} of them drawn`;
  if (unread.length > 0) fact += `; not read: ${quotedNames(unread)}`;
  const notices = noticesOf(source, unread, reviewed);
  if (blank.length > 0) notices.push(`Rows without a text are left out: ${quotedNames(blank)}.`);
  return { rows, quotes, fact, notices };
}

const BUILTIN = 'builtin:';

/** The rows of a source before their columns are read; with `total` if they were drawn already. */
async function readRaw(options: RowsOptions): Promise<{ rows: RawRow[]; total?: number }> {
  const { source, place, readFiles } = options;
  if (source.startsWith('hf:')) return loadDataset(options);
  if (source.startsWith(BUILTIN))
    return { rows: await readBuiltin(source.slice(BUILTIN.length), place) };
  return { rows: await rowsOfFiles(await readFiles(source, place), place) };
}

/** The rows of files, before their columns are read. @throws DataError for a file without one */
export async function rowsOfFiles(files: readonly DataFile[], place?: string) {
  const read = files.map(async ({ name, bytes }) => {
    const ofFile = await readerFor(name, place)(decodeText(bytes, name), name);
    if (ofFile.length > 0) return ofFile;
    throw new DataError('The file has no rows', {
      where: name,
      remedy: 'Write rows into it, or name another file.',
    });
  });
  return (await Promise.all(read)).flat();
}

/** @throws DataError for the columns that the configuration names and no row has */
function refuseMissingColumns(rows: readonly RawRow[], options: RowsOptions) {
  const { columns, placeOfColumn } = options;
  const [first] = rows;
  if (!first || typeof first.cells === 'string') return;
  const errors = Object.entries(columns).flatMap(([role, name]) => {
    if (typeof name !== 'string' || rows.some((row) => filledCell(row, name))) return [];
    return new DataError(missingColumn(first, [name]).message, {
      where: placeOfColumn?.(role) ?? first.source,
      remedy: `Name a column of the first row, ${quoted(first.source)}, in data.columns.${role}.`,
    });
  });
  throwMerged(errors);
}

/** @throws DataError for an unread column whose name is a misspelling of a deciding column */
function refuseSlip(row: ConfiguredRow) {
  const unread = unreadIn([row]);
  for (const role of ['answer', 'truth', 'should', 'must'] as const) {
    const isNamed = row.columns[role] !== undefined || findCell(row, role);
    if (!isNamed && unread.some((name) => isSlip(name, role))) throw missingColumn(row, [role]);
  }
}

/** The columns that were read in no row so far. */
function unreadIn(rows: readonly RawRow[]) {
  const names = new Set(rows.flatMap(namesIn));
  return [...names.difference(new Set(rows.flatMap(({ read = [] }) => [...read])))];
}

/** Matches a place as `draft` writes it into the column `source`: `docs/help.md:12-48`. */
const DRAFTED_FROM = /^(.+):\d+-\d+$/;

function quoteOf(row: RawRow) {
  const [, document] = DRAFTED_FROM.exec(cellText(row, 'source')) ?? [];
  const words = withoutBreaks(cellText(row, 'quote'));
  return document && words ? { place: row.source, words, document } : [];
}

/** The text of a cell, or its object as JSON; `''` without a cell, and for a list. */
export function cellText(row: RawRow, column?: string) {
  // A column may have the name ''.
  return column === undefined ? '' : (objectText(findCell(row, column)?.content) ?? '');
}

/** The column in which a person who has read a drafted row writes a name. */
const REVIEWED = 'reviewed';

function noticesOf(source: string, unread: readonly string[], reviewed: readonly Cell[]) {
  // A file with the column `reviewed` holds drafted rows, whose passages are for their readers.
  const notices = unread
    .filter((name) => reviewed.length === 0 && CONTEXT_NAME.test(name))
    // Rows of JSON may have a thousand different columns.
    .slice(0, 5)
    .map(
      (name) =>
        `${quoted(source)}: nothing reads the column ${quoted(name)}, so the model never sees it. Write \`data.columns.fill: { context: ${name} }\`, and \`{context}\` in the prompt.`,
    );
  const count = reviewed.filter(({ content }) => isBlank(content)).length;
  if (count > 0)
    notices.push(
      `${quoted(source)}: rows without a name in the column ${REVIEWED}: ${count} of ${reviewed.length}. Read them before they gate.`,
    );
  return notices;
}

/**
 * Draws rows by the seed and their content, from each half in proportion to its size. Rows that
 * must hold come first, and are all drawn. The drawn rows keep the order of the source.
 */
function drawRows(rows: readonly Row[], limit: number | undefined, seed: number) {
  const ranked = [...Map.groupBy(rows, halfOf).values()]
    .flatMap((half) =>
      orderByLot(half, seed).map((row, i) => ({
        row,
        rank: row.must ? 0 : (i + 0.5) / half.length,
      })),
    )
    .sort((a, b) => a.rank - b.rank);
  const drawn = new Set(ranked.slice(0, limit).map(({ row }) => row));
  return rows.filter((row) => row.must || drawn.has(row));
}
