import { isInWords } from '../engine/read.ts';
import { ConfigError, tryStep } from '../shared/errors.ts';
import type { Files } from '../shared/files.ts';
import { quoted } from '../shared/json.ts';
import type { DataConfig } from '../config/config.ts';
import { decodeText, isFileSource } from '../data/files.ts';
import { printableLine } from '../data/printable.ts';
import { readTable } from '../data/records.ts';
import { guessRoles } from '../data/guess-roles.ts';
import type { LoadedRows } from '../data/rows.ts';
import type { DocumentPiece } from './documents.ts';
import type { CheckedRow, Known } from './questions.ts';

/** A row of a file by its columns, of which a person may have added some. */
type Cells = Readonly<Record<string, string>>;

const COLUMNS = ['passage', 'quote', 'source', 'reviewed', 'must', 'why_must'];

/** The names of the columns of text and answer, as in the team's other rows. */
interface Names {
  text: string;
  answer: string;
}

/**
 * Reads the questions of the first source that is a file, and the names of its columns.
 *
 * @throws ConfigError for answers that are labels or JSON objects, which no document has
 */
export async function readKnownRows(
  sources: readonly DataConfig[],
  readRows: (data: DataConfig) => Promise<LoadedRows>,
  files: Files,
) {
  const first = sources.find(({ source }) => isFileSource(source));
  // An unreadable file may be the one that this draft will write.
  const read = first && (await tryStep(() => readRows(first)));
  if (!read) return { known: [], names: { text: 'text', answer: 'answer' } };
  const { columns, source } = first;
  const { text = 'text', answer = 'answer', form } = await guessRoles(source, files);
  const names = { text: columns.text ?? text, answer: columns.answer ?? answer };
  if (
    Array.isArray(columns.options) ||
    (form.kind !== 'words' && names.answer === answer) ||
    read.rows.every(({ key }) => key && 'words' in key && !isInWords(key))
  )
    throw new ConfigError(
      'the right answers there are labels or JSON objects, but draft writes answers in words',
      {
        where: source,
        remedy:
          'Write texts with their labels into that file by hand. For the rules of a prompt, use --kind rules; for rows from documents, name another --config.',
      },
    );
  return { known: read.rows, names };
}

/**
 * Opens a file of drafted rows. Keeps all of them if rows are added, or else the reviewed ones.
 *
 * @param bytes - the file as `draft` wrote it, or as a spreadsheet saved it since
 * @throws GateError for a file of another kind
 */
export async function openRows(
  bytes: Buffer | undefined,
  { name, names, isAdded }: { name: string; names: Names; isAdded?: boolean },
) {
  if (COLUMNS.includes(names.text) || COLUMNS.includes(names.answer))
    throw new ConfigError(
      'draft needs the columns passage, quote, source, reviewed, must and why_must for itself',
      {
        where: 'data.columns',
        remedy:
          'Rename the columns of text and answer, here and in the rows, or name another --config.',
      },
    );
  const needed = [names.text, 'passage', 'reviewed'];
  const content = bytes ? decodeText(bytes, name) : '';
  const saved = (await readTable(content, name)).map(({ cells }): Cells => cells);
  const [first] = saved;
  // Without rows, look for the columns in the text of the header.
  const isOther =
    bytes && !needed.every((column) => (first ? column in first : content.includes(column)));
  if (isOther || !/\.csv$/i.test(name))
    throw new ConfigError(
      `${quoted(name)} is not a CSV file with the columns ${needed.join(', ')}`,
      {
        where: name,
        remedy:
          'Name the file that `draft` wrote, or a new one such as evals/rows.csv, with --out.',
      },
    );
  const rows = saved.filter(({ reviewed = '' }) => isAdded || reviewed.trim() !== '');
  return {
    known: rows.map(({ [names.text]: text = '', passage }) => ({ text, passage })),
    /** The text of the file, with new rows at its end. */
    textWithRows: (fresh: readonly CheckedRow[]) => {
      rows.push(...fresh.map((row) => cellsOf(row, names)));
      const columns = [names.text, names.answer, ...COLUMNS, ...Object.keys(first ?? {})];
      return csvText(rows, [...new Set(columns)]);
    },
  };
}

function cellsOf(
  { question, answer, quote, why_must: why, piece }: CheckedRow,
  names: Names,
): Cells {
  return {
    [names.text]: question,
    [names.answer]: answer,
    passage: piece.text,
    quote,
    source: piece.source,
    must: why === '' ? '' : 'true',
    why_must: printableLine(why),
  };
}

/** The text of a CSV file with these rows (RFC 4180). */
function csvText(rows: readonly Cells[], columns: readonly string[]) {
  const table = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return table.map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string) {
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Chooses the pieces to ask, and the number of rows to write. Pieces without rows, which are new or
 * changed, are asked alone. If there are none, all are asked for the missing rows.
 */
export function piecesToAsk(
  pieces: readonly DocumentPiece[],
  earlier: readonly Known[],
  rows: number,
) {
  const current = earlier.filter(({ passage }) => pieces.some(({ text }) => text === passage));
  const fresh = pieces.filter(({ text }) => !current.some(({ passage }) => passage === text));
  if (fresh.length > 0) return { pieces: fresh, rows };
  return { pieces, rows: Math.max(0, rows - current.length) };
}
