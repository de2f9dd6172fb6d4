import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { ConfigError, systemCode } from '../errors.js';
import { quoted } from '../json.js';
import type { DraftKind } from './draft-kind.js';
import type { CheckedRow } from './draft.js';
import { placeOfPiece, type DocumentPiece } from './pieces.js';

const OTHER_COLUMNS = ['passage', 'quote', 'source', 'reviewed'];

/** Treatment of an existing file: an error, rows after its own, or a new file. */
export type IfThere = 'refuse' | 'add' | 'replace';

interface RowsFile {
  /** Passages that the file has rows of already. */
  passages: ReadonlySet<string>;
  /** Adds one row. It is on the disk when the promise resolves. */
  add: (row: CheckedRow) => Promise<void>;
  /** Removes a file that was begun here; for one without a row. */
  discard: () => Promise<void>;
}

/**
 * Opens a file of rows (CSV) for writing. @throws ConfigError for a file that is there, cannot be
 * written, or has other columns
 */
export async function openRowsFile(
  file: string,
  { name, kind, ifThere }: { name: string; kind: DraftKind; ifThere: IfThere },
): Promise<RowsFile> {
  const columns = [...kind.columns, ...OTHER_COLUMNS];
  const header = csvLine(columns);
  const earlierContent =
    ifThere === 'add' ? await readFile(file, 'utf8').catch(ifAbsent) : undefined;
  if (earlierContent === undefined) await create(file, header, { name, ifThere });
  else if (!earlierContent.startsWith(header))
    throw new ConfigError(`${quoted(name)} has other columns than ${columns.join(', ')}`, {
      where: '--add',
      remedy: 'Name the file that `draft` wrote with the same --kind, or another one.',
    });
  else if (!earlierContent.endsWith('\n')) await appendFile(file, '\n');
  return {
    passages: earlierContent === undefined ? new Set() : await passagesIn(earlierContent),
    add: (row) => appendFile(file, csvLine(cellsOfRow(row))),
    discard: async () => {
      if (earlierContent === undefined) await rm(file, { force: true });
    },
  };
}

function ifAbsent(cause: unknown): undefined {
  if (systemCode(cause) !== 'ENOENT') throw cause;
  return undefined;
}

async function create(
  file: string,
  header: string,
  { name, ifThere }: { name: string; ifThere: IfThere },
): Promise<void> {
  const flag = ifThere === 'replace' ? 'w' : 'wx';
  await writeFile(file, header, { flag }).catch((cause: unknown) => {
    const isThere = systemCode(cause) === 'EEXIST';
    throw new ConfigError(
      isThere ? `${quoted(name)} is there already` : `${quoted(name)} cannot be written`,
      {
        where: '--out',
        remedy: isThere
          ? 'Add rows for changed documents with --add, overwrite it with --force, or name another file with --out.'
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

/** A line of RFC 4180. */
function csvLine(cells: readonly string[]): string {
  const quotedCells = cells.map((cell) =>
    /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quotedCells.join(',')}\n`;
}

async function passagesIn(text: string): Promise<Set<string>> {
  const { parse } = await import('csv-parse/sync');
  const [header = [], ...rows] = parse(text, { relax_column_count: true });
  const column = header.indexOf('passage');
  return new Set(rows.map((cells) => cells[column] ?? ''));
}

/** Returns the pieces without rows in the file: new ones, and those with a changed text. */
export function piecesWithoutRows(
  pieces: readonly DocumentPiece[],
  passages: ReadonlySet<string>,
): DocumentPiece[] {
  return pieces.filter(({ text }) => !passages.has(text));
}
