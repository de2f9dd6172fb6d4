import { appendFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { makeFolder } from '../path-safety.ts';
import { printableLine } from '../data/printable.ts';
import { readTable } from '../data/records.ts';
import { decodeText } from '../data/files.ts';
import type { Files } from '../files.ts';
import type { DocumentPiece } from './pieces.ts';
import type { CheckedRow } from './questions.ts';

/** Version 1 wrote all but the last two. */
const OLD_COLUMNS = ['text', 'answer', 'passage', 'quote', 'source', 'reviewed'];
const COLUMNS = [...OLD_COLUMNS, 'must', 'why_must'];

interface RowsFile {
  /** Rows that stay. */
  earlier: readonly { question: string; passage: string }[];
  /** The row is on the disk when the promise resolves. */
  add: (row: CheckedRow) => Promise<void>;
}

type Cells = Readonly<Record<string, string>>;

/**
 * Opens a CSV file of drafted rows. Nothing is written before the first row is added. With `force`,
 * rows stay that a person reviewed; with `add`, all of them.
 *
 * @param file.name - path from `root`
 * @throws GateError for a file that is there, or that no `draft` wrote
 */
export async function openRowsFile(
  { root, name, files }: { root: string; name: string; files: Files },
  { add: isAdded = false, force = false }: { add?: boolean; force?: boolean },
): Promise<RowsFile> {
  const [bytes] = await files.read([name]);
  if (bytes && !isAdded && !force)
    throw new ConfigError(`${quoted(name)} is there already`, {
      where: '--out',
      remedy:
        'Add rows with --add, replace those that no one reviewed with --force, or name another file with --out.',
    });
  const { columns, rows } = bytes ? await rowsIn(bytes, name) : { columns: COLUMNS, rows: [] };
  const kept = isAdded ? rows : rows.filter(({ reviewed = '' }) => reviewed.trim() !== '');
  const lineOf = (row: Cells) => csvLine(columns.map((column) => row[column] ?? ''));
  const file = path.join(root, name);
  let isOpen = false;
  return {
    earlier: kept.map(({ text = '', passage = '' }) => ({ question: text, passage })),
    async add({ question, answer, quote, why_must, piece: { source, text: passage } }) {
      const must = why_must ? 'true' : '';
      if (!isOpen) await replaceText(file, csvLine(columns) + kept.map(lineOf).join(''));
      isOpen = true;
      await appendFile(
        file,
        lineOf({
          text: question,
          answer,
          passage,
          quote,
          source,
          must,
          why_must: printableLine(why_must),
        }),
      );
    },
  };
}

/** Puts a whole file into the place of another one, or of a link. */
export async function replaceText(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    makeFolder(path.dirname(file));
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`The file cannot be written: ${quoted(reason)}`, {
      where: file,
      remedy: 'Name a folder that you may write, and no file in its place.',
      cause,
    });
  }
}

/** Rows that `draft` wrote, and that a spreadsheet may have saved since. */
async function rowsIn(bytes: Buffer, name: string): Promise<{ columns: string[]; rows: Cells[] }> {
  const table = await readTable(decodeText(bytes, name), name, COLUMNS);
  const rows = table.map(({ cells }): Cells =>
    Object.fromEntries(Object.entries(cells).map(([column, value]) => [column, String(value)])),
  );
  const columns = Object.keys(rows[0] ?? {});
  if (rows.length === 0) return { columns: COLUMNS, rows };
  if (OLD_COLUMNS.every((column) => columns.includes(column)))
    return { columns: [...new Set([...columns, ...COLUMNS])], rows };
  throw new ConfigError(`${quoted(name)} has other columns than ${COLUMNS.join(', ')}`, {
    where: name,
    remedy: 'Name the file that `draft` wrote, or another one, with --out.',
  });
}

/** A line of RFC 4180. */
function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) =>
    /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${written.join(',')}\n`;
}

/**
 * The pieces to ask, and the rows to write: pieces without rows, which are new or have changed; if
 * all have some, every piece, for the rows that are missing.
 */
export function piecesToAsk(
  pieces: readonly DocumentPiece[],
  earlier: RowsFile['earlier'],
  rows: number,
): { pieces: readonly DocumentPiece[]; rows: number } {
  const passages = new Set(earlier.map(({ passage }) => passage));
  const fresh = pieces.filter(({ text }) => !passages.has(text));
  if (fresh.length > 0) return { pieces: fresh, rows };
  const texts = new Set(pieces.map(({ text }) => text));
  const current = earlier.filter(({ passage }) => texts.has(passage)).length;
  return { pieces, rows: Math.max(0, rows - current) };
}
