import { halfOf } from '../engine/prepare.ts';
import { orderByLot } from '../engine/random.ts';
import type { Row } from '../engine/types.ts';
import { DataError, throwMerged } from '../shared/errors.ts';
import { asRecord, quoted } from '../shared/json.ts';
import { isSlip } from '../language/nearest.ts';
import { readBuiltin } from './builtin.ts';
import {
  CONTEXT_NAME,
  filledCell,
  findCell,
  isBlank,
  missingColumn,
  namesIn,
  scalarText,
  type Cell,
  type ConfiguredRow,
  type RawRow,
} from './columns.ts';
import { withColumns } from './keys.ts';
import { loadDataset, type DatasetOptions } from './huggingface.ts';
import { quotedNames, withoutBreaks } from './printable.ts';
import { readerFor } from './records.ts';
import { readRow } from './row.ts';
import type { Columns } from './settings.ts';
import { decodeText, isFileSource, readDataFiles, type DataFile } from './files.ts';
import likelyNames from './likely-columns.json' with { type: 'json' };
import type { Files } from '../shared/files.ts';

/** The source may be a path, a glob or `builtin:NAME`, too: rows are drawn by their content. */
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
    throw new DataError('There is no row with a text.', {
      where: blank[0] ?? source,
      remedy: 'Write texts into the rows, or name another column in data.columns.text.',
    });
  // Rows of the Hub are drawn already, by their index.
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

/** The rows of a source before their columns are read; with `total` if they are drawn already. */
async function readRaw(options: RowsOptions): Promise<{ rows: RawRow[]; total?: number }> {
  const { source, place, readFiles } = options;
  if (source.startsWith('hf:')) return loadDataset(options);
  if (source.startsWith(BUILTIN))
    return { rows: await readBuiltin(source.slice(BUILTIN.length), place) };
  return { rows: await rowsOfFiles(await readFiles(source, place), place) };
}

/** The rows of files, before their columns are read. @throws DataError for a file without one */
async function rowsOfFiles(files: readonly DataFile[], place?: string) {
  const read = files.map(async ({ name, bytes }) => {
    const ofFile = await readerFor(name, place)(decodeText(bytes, name), name);
    if (ofFile.length > 0) return ofFile;
    throw new DataError('The file has no rows.', {
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

/** Columns that have been read in no row so far. */
function unreadIn(rows: readonly RawRow[]) {
  const names = new Set(rows.flatMap(namesIn));
  return [...names.difference(new Set(rows.flatMap(({ read = [] }) => [...read])))];
}

/** As `draft` writes a place into the column `source`: `docs/help.md:12-48`. */
const DRAFTED_FROM = /^(.+):\d+-\d+$/;

function quoteOf(row: RawRow) {
  const [, document] = DRAFTED_FROM.exec(textOf(row, 'source')) ?? [];
  const words = withoutBreaks(textOf(row, 'quote'));
  return document && words ? { place: row.source, words, document } : [];
}

/** The text of a cell; blank for none, and for a list. */
function textOf(row: RawRow, column?: string) {
  // A column may have the name ''.
  const cell = column === undefined ? undefined : findCell(row, column);
  return scalarText(cell?.content) ?? '';
}

/** The column in which a person who has read a drafted row writes a name. */
const REVIEWED = 'reviewed';

function noticesOf(source: string, unread: readonly string[], reviewed: readonly Cell[]) {
  // The passage of a drafted row is for the person who reads it.
  const notices = unread
    .filter((name) => reviewed.length === 0 && CONTEXT_NAME.test(name))
    // Rows of JSON may spell one column in a thousand ways.
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

/** Answers that name what the bot does, in place of its words. */
const DECLINING =
  /^\W{0,5}(?:(?:declin|escalat)(?:e|ed|es|ion)|refus(?:e|ed|es|al)|unanswerable|not answerable|no answer|out of scope|hand(?: |-)?(?:over|off)|(?:i )?(?:don['’]?t|do not) know)\W{0,5}$/i;
const MOST_LABELS = 20;
/** Values of a column that says which rows must hold, or are to be declined. */
const YES = /^(?:true|yes|1|declin|escalat)/i;
const YES_OR_NO = /^(?:true|yes|1|false|no|0)$/i;
const LABEL = /^(?=[^{]{2,40}$).*\p{L}/u;
/** Parts of the name of a column with right answers: `good_reply`. */
const LIKE_ANSWER = /answer|expected|ideal|reply|response|reference|gold|target|solution/i;
const LIKE_LABEL = /label|categor|class|intent|sentiment|topic|queue|tag|team|department|kind/i;
/** Columns that may recur, and hold no label. */
const NO_LABEL =
  /^(?:must|must[ _-]?(?:hold|pass)|(?:is[ _-]?)?(?:critical|blocking)|(?:should|must)[ _-]?(?:decline|escalate)|declines?|escalate|unanswerable|should|expect|reviewed|source|split|lang(?:uage)?|locale|country|difficulty|answer|expected.*|ideal|reply|response|output|reference|gold|target|completion|solution)$/i;

/**
 * Guesses the roles of a file's columns by names and values; undefined where nothing tells one.
 *
 * @param prompt - one that names all values of the answer makes them labels
 * @throws GateError for a file without rows
 */
export async function readFoundRows(source: string, files: Files, prompt = '') {
  const rows = await rowsOfFiles(await readDataFiles(source, '--data', files), '--data');
  const cells = Object.fromEntries(rows.flatMap((row) => Object.entries(asRecord(row.cells))));
  const columns = Object.keys(cells);
  const columnOf = (names: readonly string[]) =>
    names.flatMap((name) => findCell({ cells, source }, name)?.column ?? [])[0];
  const hasKey = columnOf(['options', 'truth']) !== undefined;
  const valuesOf = (column?: string) => rows.flatMap((row) => textOf(row, column) || []);
  /** True if most values of a column have several words, and do not recur. */
  const holdsTexts = (column: string) =>
    new Set(valuesOf(column).filter((value) => /\s|\p{Lo}{10}/u.test(value))).size >
    rows.length / 2;
  /** The values of a column, if they are few and recur. */
  const labelsOf = (column?: string) => {
    const values = valuesOf(column);
    const labels = [...new Set(values)];
    const areFew = labels.length > 1 && labels.length <= Math.min(MOST_LABELS, values.length / 2);
    return !hasKey && areFew && labels.every((label) => LABEL.test(label)) ? labels : undefined;
  };
  const must = columnOf(likelyNames.must);
  const sorting = columns.filter((name) => !NO_LABEL.test(name) && labelsOf(name));
  const answer =
    columnOf(likelyNames.answer) ??
    columns.find((name) => LIKE_ANSWER.test(name)) ??
    sorting.find((name) => LIKE_LABEL.test(name) || sorting.length === 1);
  const labels = labelsOf(answer);
  const should = columnOf(likelyNames.should);
  return {
    source,
    columns,
    total: rows.length,
    /** Without those that must hold, which enter no share. */
    count: rows.length - valuesOf(must).filter((value) => YES.test(value)).length,
    /** Says which rows must hold, by its name: "urgent" may be a label. */
    must: answer && valuesOf(must).every((value) => YES_OR_NO.test(value)) ? must : undefined,
    text:
      columnOf(likelyNames.text) ??
      columns.find((name) => name !== answer && !CONTEXT_NAME.test(name) && holdsTexts(name)),
    answer,
    /** Says which rows are to be declined: those without an answer, which would not count there. */
    should: rows.every((row) => YES.test(textOf(row, should)) !== Boolean(textOf(row, answer)))
      ? should
      : undefined,
    hasKey,
    /** Undefined where the answers are no labels. */
    labels:
      labels?.every((label) => prompt.includes(label)) || !NO_LABEL.test(answer ?? '')
        ? labels
        : undefined,
    /** The place of the first row whose answer is a word for declining. */
    declining: rows.find((row) => DECLINING.test(textOf(row, answer)))?.source,
  };
}
