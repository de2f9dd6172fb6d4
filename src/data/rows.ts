import { stratumOf, type Row } from '../engine/row.ts';
import { sortByLot } from '../engine/random.ts';
import { DataError, throwMerged } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { isMisspelling } from '../language/nearest.ts';
import { readBuiltin } from './builtin.ts';
import { cellText, CONTEXT_NAME, findColumn, isBlank, SourceRow, type Cell } from './columns.ts';
import { loadDataset, type DatasetOptions } from './huggingface.ts';
import { quotedNames, withoutBreaks } from './printable.ts';
import { readerFor } from './records.ts';
import { readRow } from './row.ts';
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

export type LoadedRows = Awaited<ReturnType<typeof readRows>>;

/**
 * Reads the rows of a source. All rows of a file are read before some are drawn, so an invalid row
 * is an error with every seed.
 *
 * @throws DataError with the place of the fault and the columns of the row
 */
export async function readRows(options: RowsOptions) {
  const { source, limit, seed } = options;
  const isBuiltin = source.startsWith('builtin:');
  const loaded = await loadRawRows(options);
  const columns = isBuiltin ? { id: null } : options.columns;
  const sourceRows = loaded.rows.map((raw) => new SourceRow(raw, columns));
  refuseMissingColumns(sourceRows, options);
  // Every column that rows are made of or that notices are about is read here. No later step looks
  // one up.
  const hasOptions = sourceRows.some((row) =>
    [row.columns.options].flat().some((name) => name && row.lookUp(name)),
  );
  const parsedRows = sourceRows.map((row) => readRow(row, hasOptions));
  const quotes = sourceRows.flatMap(readQuote);
  // Reviewers of drafted rows write their names into this column.
  const reviewed = sourceRows.flatMap((row) => row.lookUp('reviewed') ?? []);
  if (isFileSource(source)) sourceRows.forEach(refuseMisspelledColumn);
  const blank = sourceRows.flatMap(({ raw }, i) => (parsedRows[i] ? [] : raw.source));
  const withText = parsedRows.filter((row) => row !== undefined);
  if (withText.length === 0)
    throw new DataError('No row has a text', {
      where: blank[0],
      remedy: 'Write texts into the rows, or name another column in data.columns.text.',
    });
  const rows = drawRows(withText, limit, seed);
  // Rows of the Hub are drawn by their index before they are loaded.
  const total = loaded.total ?? withText.length;
  const unread = isBuiltin ? [] : unreadColumns(sourceRows);
  let fact = `${quoted(source)}: ${total} ${total === 1 ? 'row' : 'rows'}`;
  if (rows.length < total) fact += `, ${rows.length} of them drawn`;
  if (unread.length > 0) fact += `; not read: ${quotedNames(unread)}`;
  const notices = createNotices(source, unread, reviewed);
  if (blank.length > 0) notices.push(`Skipped rows without a text: ${quotedNames(blank)}.`);
  return {
    rows,
    // The quotation of a document that each drafted row relies on, with the row's place.
    quotes,
    // A summary of what was read: `evals/q.csv: 120 rows, 100 of them drawn; not read: `topic``.
    fact,
    notices,
  };
}

/** Loads the rows of a source, without reading their columns. `total`: set if rows were drawn. */
async function loadRawRows(options: RowsOptions) {
  const { source, place, readFiles } = options;
  if (source.startsWith('hf:')) return loadDataset(options);
  const rows = source.startsWith('builtin:')
    ? await readBuiltin(source.replace('builtin:', ''), place)
    : await readFileRows(await readFiles(source, place), place);
  return { rows, total: undefined };
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
function refuseMissingColumns(rows: readonly SourceRow[], { placeOfColumn }: RowsOptions) {
  const [first] = rows;
  if (typeof first?.raw.cells !== 'object') return;
  throwMerged(
    Object.entries(first.columns).flatMap(([role, name]) => {
      if (typeof name !== 'string' || rows.some((row) => row.resolve(name))) return [];
      return first.missing([name], placeOfColumn?.(role));
    }),
  );
}

/** @throws DataError for an unread column whose name misspells one that decides the row */
function refuseMisspelledColumn(row: SourceRow) {
  const unread = unreadColumns([row]);
  // A file may call its options `choices`.
  for (const name of ['answer', 'truth', 'should', 'must', 'options', 'choices'] as const) {
    const role = name === 'choices' ? 'options' : name;
    const isNamed =
      row.columns[role] !== undefined ||
      row.namesOf(role).some((usual) => findColumn(row.columnNames, usual));
    // A singular, such as `option`, is a word of its own, and `options1` one of several columns.
    const isMisspelt = (column: string) =>
      isMisspelling(column, name) && !/(?:option|choice|\d)$/i.test(column);
    if (!isNamed && unread.some(isMisspelt)) throw row.missing([role]);
  }
}

/** The columns that were looked up in no row. */
function unreadColumns(rows: readonly SourceRow[]) {
  const names = new Set(rows.flatMap(({ columnNames }) => columnNames));
  return [...names.difference(new Set(rows.flatMap(({ lookedUp }) => [...lookedUp])))];
}

function readQuote(row: SourceRow) {
  // `draft` writes such a place: `docs/help.md:12-48`.
  const [, document] = /^(.+):\d+-\d+$/.exec(cellText(row, 'source')) ?? [];
  const words = withoutBreaks(cellText(row, 'quote'));
  return document && words ? { place: row.raw.source, words, document } : [];
}

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
      `${quoted(source)}: ${count} of ${reviewed.length} rows have no name in the column reviewed. Review them before they gate.`,
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
