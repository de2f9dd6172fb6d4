import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { ConfigError, systemCode } from '../errors.ts';
import { quoted } from '../json.ts';
import type { DraftKind } from './draft-kind.ts';
import type { CheckedRow, EarlierRow } from './draft.ts';
import { placeOfPiece, type DocumentPiece } from './pieces.ts';

const OTHER_COLUMNS = ['passage', 'quote', 'source', 'reviewed'];

/** Treatment of an existing file: an error, more rows at its end, or a new file. */
export type IfThere = 'refuse' | 'add' | 'replace';

interface RowsFile {
  /** Rows that the file holds already. */
  earlier: readonly EarlierRow[];
  /** Adds one row. It is on the disk when the promise resolves. */
  add: (row: CheckedRow) => Promise<void>;
  /** Removes the file if this command created it. Called if no row was kept. */
  discard: () => Promise<void>;
}

/**
 * Opens a file of rows (CSV) for writing.
 * @throws ConfigError for a file that exists, cannot be written, or has other columns
 */
export async function openRowsFile(
  file: string,
  { name, kind, ifThere }: { name: string; kind: DraftKind; ifThere: IfThere },
): Promise<RowsFile> {
  const columns = [...kind.columns, ...OTHER_COLUMNS];
  const header = csvLine(columns);
  if (ifThere === 'replace') return replacingFile(file, header, name);
  const existingText = ifThere === 'add' ? await readFile(file, 'utf8').catch(ifAbsent) : undefined;
  const earlier = existingText === undefined ? [] : await rowsIn(existingText, columns, name);
  if (existingText === undefined) await create(file, header, name);
  else if (!existingText.endsWith('\n')) await appendFile(file, '\n');
  return {
    earlier,
    add: (row) => appendFile(file, csvLine(cellsOfRow(row))),
    discard: async () => {
      if (existingText === undefined) await rm(file, { force: true });
    },
  };
}

/** Replaces a file when its first row is added, and not before. A link is not followed. */
function replacingFile(file: string, header: string, name: string): RowsFile {
  let isCreated = false;
  return {
    earlier: [],
    async add(row) {
      if (!isCreated) {
        await rm(file, { force: true });
        await create(file, header, name);
      }
      isCreated = true;
      await appendFile(file, csvLine(cellsOfRow(row)));
    },
    discard: () => Promise.resolve(),
  };
}

function ifAbsent(cause: unknown): undefined {
  if (systemCode(cause) !== 'ENOENT') throw cause;
  return undefined;
}

async function create(file: string, header: string, name: string): Promise<void> {
  await writeFile(file, header, { flag: 'wx' }).catch((cause: unknown) => {
    const isThere = systemCode(cause) === 'EEXIST';
    throw new ConfigError(
      isThere ? `${quoted(name)} is there already` : `${quoted(name)} cannot be written`,
      {
        where: '--out',
        remedy: isThere
          ? 'Go on with --add (rows that are missing, and rows for changed documents), overwrite it with --force, or name another file with --out.'
          : 'Name a file in a writable folder with --out.',
        cause,
      },
    );
  });
}

function cellsOfRow({ text, key, quote, piece }: CheckedRow): string[] {
  const reviewed = '';
  return [text, key, piece.text, quote, placeOfPiece(piece), reviewed];
}

/** Returns a line of RFC 4180. */
function csvLine(cells: readonly string[]): string {
  const quotedCells = cells.map((cell) =>
    /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quotedCells.join(',')}\n`;
}

/** Reads a file that `draft` wrote, and that a spreadsheet may have saved since. */
async function rowsIn(
  text: string,
  columns: readonly string[],
  name: string,
): Promise<EarlierRow[]> {
  const { CsvError, parse } = await import('csv-parse/sync');
  const refusal = (problem: string) =>
    new ConfigError(`${quoted(name)} ${problem}`, {
      where: '--add',
      remedy: 'Name the file that `draft` wrote with the same --kind, or another one.',
    });
  let lines: string[][];
  try {
    lines = parse(text, { bom: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw refusal(`is no CSV: ${error.message}`);
    throw error;
  }
  const [header = [], ...rows] = lines;
  if (header.join() !== columns.join())
    throw refusal(`has other columns than ${columns.join(', ')}`);
  return rows.map(([text = '', key = '', passage = '']) => ({ text, key, passage }));
}

/**
 * Returns the pieces to ask, and the number of rows to write. Asks pieces without rows, which are
 * new or have changed. If every piece has rows, asks all of them for the rows that are missing.
 */
export function piecesToAsk(
  pieces: readonly DocumentPiece[],
  earlier: readonly EarlierRow[],
  rows: number,
): { pieces: readonly DocumentPiece[]; rows: number } {
  const passages = new Set(earlier.map(({ passage }) => passage));
  const piecesWithoutRows = pieces.filter(({ text }) => !passages.has(text));
  if (piecesWithoutRows.length > 0) return { pieces: piecesWithoutRows, rows };
  const texts = new Set(pieces.map(({ text }) => text));
  const currentRows = earlier.filter(({ passage }) => texts.has(passage)).length;
  return { pieces, rows: Math.max(0, rows - currentRows) };
}
