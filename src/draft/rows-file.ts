import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { decodeText } from '../data/files.ts';
import { printableLine } from '../data/printable.ts';
import { readTable } from '../data/records.ts';
import type { DocumentPiece } from './pieces.ts';
import type { Cells, CheckedRow } from './questions.ts';

/** Without these, a file is none of `draft`. */
const NEEDED = ['text', 'passage', 'reviewed'];
const COLUMNS = ['text', 'answer', 'passage', 'quote', 'source', 'reviewed', 'must', 'why_must'];

/**
 * Opens a file of rows: all stay, or those that someone reviewed.
 *
 * @param bytes - what `draft` wrote, and a spreadsheet may have saved since
 * @throws GateError for another file
 */
export async function openRows(bytes: Buffer | undefined, name: string, isAdded: boolean) {
  const table = bytes ? await readTable(decodeText(bytes, name), name) : [];
  const there = table.map(({ cells }): Cells => cells);
  const [first] = there;
  const isOther = first && NEEDED.some((column) => first[column] === undefined);
  if (isOther || !/\.csv$/i.test(name))
    throw new ConfigError(`${quoted(name)} is no CSV file with the columns ${NEEDED.join(', ')}`, {
      where: name,
      remedy: 'Name the file that `draft` wrote, or a new one such as evals/rows.csv, with --out.',
    });
  const rows = there.filter(({ reviewed = '' }) => isAdded || reviewed.trim() !== '');
  return {
    known: [...rows],
    /** The text of the file with these rows as well. */
    textWith: (fresh: readonly CheckedRow[]): string => {
      rows.push(...fresh.map(cellsOf));
      return csvText(rows);
    },
  };
}

function cellsOf({ question: text, why_must: why, piece, ...row }: CheckedRow): Cells {
  const { source, text: passage } = piece;
  const must = why === '' ? '' : 'true';
  return { ...row, text, passage, source, must, why_must: printableLine(why) };
}

/** The rows as RFC 4180 has them. */
function csvText(rows: readonly Cells[]): string {
  const columns = [...new Set([...COLUMNS, ...Object.keys(rows[0] ?? {})])];
  const table = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return table.map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The pieces to ask, and the rows to write: pieces without rows, which are new or have changed; if
 * all have some, every piece, for the rows that are missing.
 */
export function piecesToAsk(
  pieces: readonly DocumentPiece[],
  earlier: readonly Cells[],
  rows: number,
) {
  const ofPassage = Map.groupBy(earlier, ({ passage }) => passage);
  const fresh = pieces.filter(({ text }) => !ofPassage.has(text));
  if (fresh.length > 0) return { pieces: fresh, rows };
  const current = pieces.flatMap(({ text }) => ofPassage.get(text) ?? []);
  return { pieces, rows: Math.max(0, rows - current.length) };
}
