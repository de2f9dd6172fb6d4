import { countNewlines } from '../config/prompt-files.ts';
import { decodeText, findDataFiles, readDataFiles } from '../data/files.ts';
import { DataError } from '../shared/errors.ts';
import type { Files } from '../shared/files.ts';

/** A text that rows or rules are drafted from. */
export interface DocumentText {
  /** The path of the file. */
  name: string;
  text: string;
}

/** A part of a document that fits one request. */
export interface DocumentPiece {
  /** `docs/help.md:12-48`, with the first and the last line. */
  source: string;
  text: string;
}

const MAX_DOCUMENT_BYTES = 5 * 1024 ** 2;
/** In characters. Maximum length of a piece. */
export const MAX_PIECE_LENGTH = 6_000;
/** In characters. A piece must have this length before it is cut at a heading. */
const SHORT_PIECE = 1_500;

/**
 * Reads each document once.
 *
 * @param sources - paths of files and folders, and globs
 * @throws GateError for a source without files, and for a file that is not a document
 */
export async function readDocuments(sources: readonly string[], files: Files) {
  const texts = new Map<string, string>();
  for (const source of sources) {
    const isFile = (await findDataFiles(source, files)).length > 0;
    const glob = isFile ? source : `${source}/*`;
    if (!isFile && (await findDataFiles(glob, files)).length === 0)
      throw new DataError('No such file', {
        where: source,
        remedy:
          'Name a text or Markdown file, a folder such as help/, or a glob in quotes: "help/*.md".',
      });
    for (const { name, bytes } of await readDataFiles(glob, 'command line', files)) {
      const text = decodeText(bytes, name);
      const isDocument = text.trim() !== '' && !text.includes('\0') && !/\.html?$/i.test(name);
      if (!isDocument || bytes.length > MAX_DOCUMENT_BYTES)
        throw new DataError(
          `The document is blank, a web page, binary, or larger than ${MAX_DOCUMENT_BYTES} bytes`,
          {
            where: name,
            remedy:
              'Save it as Markdown or plain text, split it if it is too large, and name that file.',
          },
        );
      texts.set(name, text);
    }
  }
  return Array.from(texts, ([name, text]) => ({ name, text }));
}

/** Cuts a document at headings and blank lines. */
export function cutDocument({ name, text: document }: DocumentText): DocumentPiece[] {
  const pieces: DocumentPiece[] = [];
  let rest = document;
  let line = 1;
  while (rest !== '') {
    const part = rest.slice(0, endOfPiece(rest));
    const text = part.trim();
    const first = line + countNewlines(part.slice(0, part.indexOf(text)));
    const source = `${name}:${first}-${first + countNewlines(text)}`;
    if (text !== '') pieces.push({ source, text });
    line += countNewlines(part);
    rest = rest.slice(part.length);
  }
  return pieces;
}

/**
 * The end of a piece: before a heading, else at the last blank line, line break or space that does
 * not leave a short piece.
 */
function endOfPiece(rest: string) {
  const longest = rest.slice(0, MAX_PIECE_LENGTH);
  const heading = longest.slice(SHORT_PIECE).search(/\n#{1,6}\s/);
  if (heading >= 0) return SHORT_PIECE + heading;
  if (rest === longest) return rest.length;
  const ends = ['\n\n', '\n', ' '].map((sign) => longest.lastIndexOf(sign));
  return ends.find((end) => end >= SHORT_PIECE) ?? longest.length;
}
