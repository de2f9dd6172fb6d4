import { stratumOf, type Row } from '../engine/row.ts';
import { sortByLot } from '../engine/random.ts';
import { DataError, throwMerged } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { isMisspelling } from '../language/nearest.ts';
import { readBuiltin } from './builtin.ts';
import {
  CONTEXT_NAME,
  resolveCell,
  findCell,
  isBlank,
  missingColumnError,
  columnNamesOf,
  objectText,
  type Cell,
  type ConfiguredRow,
  type RawRow,
} from './columns.ts';
import { loadDataset, type DatasetOptions } from './huggingface.ts';
import { quotedNames, withoutBreaks } from './printable.ts';
import { readerFor } from './records.ts';
import { readRow, configureRow } from './row.ts';
import type { Columns } from './settings.ts';
import { decodeText, isFileSource, type DataFile } from './files.ts';

/** How to read rows. `source` may also be `builtin:NAME`, a path or a glob. */
interface RowsOptions extends DatasetOptions {
  columns: Columns;
  /** `file:line:column` in the configuration. */
  placeOfColumn?: (role: string) => string | undefined;
  /** Files of a path or a glob, sorted by name. */
  readFiles: (source: string, place?: string) => Promise<DataFile[]>;
}

export interface LoadedRows {
  rows: Row[];
  /** The quotation of a document that each drafted row relies on, with the row's place. */
  quotes: { place: string; words: string; document: string }[];
  /** A summary of what was read: `evals/q.csv: 120 rows, 100 of them drawn; not read: `topic``. */
  fact: string;
  notices: string[];
}

/**
 * Reads the rows of a source. All rows of a file are read before some are drawn, so an invalid row
 * is an error with every seed.
 *
 * @throws DataError with the place of the fault and the columns of the row
 */
export async function readRows(options: RowsOptions): Promise<LoadedRows> {
  const { source, limit, seed } = options;
  const isBuiltin = source.startsWith('builtin:');
  const columns = isBuiltin ? { id: null } : options.columns;
  const loaded = await loadRawRows(options);
  if (!isBuiltin) refuseMissingColumns(loaded.rows, options);
  const hasOptions = loaded.rows.some((row) =>
    [columns.options].flat().some((name) => name && findCell(row, name)),
  );
  const rawRows = loaded.rows.map((row) => configureRow(row, columns, hasOptions));
  const parsedRows = rawRows.map(readRow);
  if (isFileSource(source)) for (const row of rawRows) refuseMisspelledColumn(row);
  const blank = rawRows.flatMap((row, i) => (parsedRows[i] ? [] : row.source));
  const withText = parsedRows.filter((row) => row !== undefined);
  if (withText.length === 0)
    throw new DataError('No row has a text', {
      where: blank[0] ?? source,
      remedy: 'Write texts into the rows, or name another column in data.columns.text.',
    });
  const rows = drawRows(withText, limit, seed);
  // Rows of the Hub are drawn by their index before they are loaded.
  const total = loaded.total ?? withText.length;
  const quotes = rawRows.flatMap(readQuote);
  const reviewed = rawRows.flatMap((row) => findCell(row, REVIEWED) ?? []);
  // Last: each look-up above marks its column as read.
  const unread = isBuiltin ? [] : unreadColumns(rawRows);
  let fact = `${quoted(source)}: ${total} ${total === 1 ? 'row' : 'rows'}`;
  if (rows.length < total) fact += `, ${rows.length} of them drawn`;
  if (unread.length > 0) fact += `; not read: ${quotedNames(unread)}`;
  const notices = createNotices(source, unread, reviewed);
  if (blank.length > 0) notices.push(`Skipped rows without a text: ${quotedNames(blank)}.`);
  return { rows, quotes, fact, notices };
}

/** Loads the rows of a source, without reading their columns. `total`: set if rows were drawn. */
async function loadRawRows(options: RowsOptions): Promise<{ rows: RawRow[]; total?: number }> {
  const { source, place, readFiles } = options;
  if (source.startsWith('hf:')) return loadDataset(options);
  if (source.startsWith('builtin:'))
    return { rows: await readBuiltin(source.replace('builtin:', ''), place) };
  return { rows: await readFileRows(await readFiles(source, place), place) };
}

/** Reads the rows of files, without their columns. @throws DataError for a file without rows */
export async function readFileRows(files: readonly DataFile[], place?: string) {
  const read = files.map(async ({ name, bytes }) => {
    const ofFile = await readerFor(name, place)(decodeText(bytes, name), name);
    if (ofFile.length > 0) return ofFile;
    throw new DataError('The file has no rows', {
      where: name,
      remedy: 'Add rows to it, or name another file.',
    });
  });
  return (await Promise.all(read)).flat();
}

/** @throws DataError for each configured column that no row has */
function refuseMissingColumns(rows: readonly RawRow[], { columns, placeOfColumn }: RowsOptions) {
  const [first] = rows;
  if (!first || typeof first.cells === 'string') return;
  throwMerged(
    Object.entries(columns).flatMap(([role, name]) => {
      if (typeof name !== 'string' || rows.some((row) => resolveCell(row, name))) return [];
      return missingColumnError(first, [name], placeOfColumn?.(role));
    }),
  );
}

/** @throws DataError for an unread column whose name misspells a role that decides the row */
function refuseMisspelledColumn(row: ConfiguredRow) {
  const unread = unreadColumns([row]);
  for (const role of ['answer', 'truth', 'should', 'must'] as const) {
    const isNamed = row.columns[role] !== undefined || findCell(row, role) !== undefined;
    if (!isNamed && unread.some((name) => isMisspelling(name, role)))
      throw missingColumnError(row, [role]);
  }
}

/** The columns that no row has had read so far. */
function unreadColumns(rows: readonly RawRow[]) {
  const names = new Set(rows.flatMap(columnNamesOf));
  return [...names.difference(new Set(rows.flatMap(({ read = [] }) => [...read])))];
}

/** Matches a place as `draft` writes it into the column `source`: `docs/help.md:12-48`. */
const DRAFTED_FROM = /^(.+):\d+-\d+$/;

function readQuote(row: RawRow) {
  const [, document] = DRAFTED_FROM.exec(cellText(row, 'source')) ?? [];
  const words = withoutBreaks(cellText(row, 'quote'));
  return document && words ? { place: row.source, words, document } : [];
}

/** The text of a cell, or its object as JSON; `''` for a list, and if there is no cell. */
export function cellText(row: RawRow, column?: string) {
  // A column may have the name ''.
  return (column !== undefined && objectText(findCell(row, column)?.content)) || '';
}

/** The column in which reviewers of drafted rows write their names. */
const REVIEWED = 'reviewed';

function createNotices(source: string, unread: readonly string[], reviewed: readonly Cell[]) {
  // A file with the column `reviewed` holds drafted rows, whose passages are for reviewers.
  const notices = unread
    .filter((name) => reviewed.length === 0 && CONTEXT_NAME.test(name))
    // Rows of JSON may have a thousand different columns.
    .slice(0, 5)
    .map(
      (name) =>
        `${quoted(source)}: the column ${quoted(name)} is not used, so the model never sees it. To send it, write \`data.columns.fill: { context: ${name} }\`, and \`{context}\` in the prompt.`,
    );
  const count = reviewed.filter(({ content }) => isBlank(content)).length;
  if (count > 0)
    notices.push(
      `${quoted(source)}: ${count} of ${reviewed.length} rows have no name in the column ${REVIEWED}. Review them before they gate.`,
    );
  return notices;
}

/**
 * Draws rows by the seed and their content, from each stratum in proportion to its size. Rows that
 * must hold are always drawn. The drawn rows keep the order of the source.
 */
function drawRows(rows: readonly Row[], limit: number | undefined, seed: number) {
  const ranked = [...Map.groupBy(rows, stratumOf).values()]
    .flatMap((half) =>
      sortByLot(half, seed).map((row, i) => ({
        row,
        rank: row.must ? 0 : (i + 0.5) / half.length,
      })),
    )
    .sort((a, b) => a.rank - b.rank);
  const drawn = new Set(ranked.slice(0, limit).map(({ row }) => row));
  return rows.filter((row) => row.must || drawn.has(row));
}
