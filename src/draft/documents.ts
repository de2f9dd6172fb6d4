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

/** Matches a fenced code block of Markdown. The end of the document closes the last one. */
const CODE_BLOCK = /^ {0,9}(`{3,9}|~{3,9})[^]*?(?:^ {0,9}\1|$(?![^]))/gm;
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
  const documents = new Map<string, DocumentText>();
  for (const source of sources) {
    const [file] = await findDataFiles(source, files);
    const glob = file ? source : `${source}/*`;
    if (!file && (await findDataFiles(glob, files)).length === 0)
      throw new DataError('No such file', {
        where: source,
        remedy:
          'Name a text or Markdown file, a folder such as help/, or a glob in quotes: "help/*.md".',
      });
    for (const { name, bytes } of await readDataFiles(glob, 'command line', files))
      documents.set(name, { name, text: documentText(name, bytes) });
  }
  return [...documents.values()];
}

/** @throws DataError for a file that is not a document */
function documentText(name: string, bytes: Buffer) {
  const refuse = (message: string, remedy: string) =>
    new DataError(message, { where: name, remedy });
  if (/\.(?:html?|pdf|docx?|odt|rtf)$/i.test(name))
    throw refuse(
      'The document is a web page, a PDF or an office file',
      'Save it as Markdown or plain text, and name only such files, as in "help/*.md".',
    );
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw refuse(
      `The document is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MiB`,
      'Split it, and name the parts.',
    );
  const text = decodeText(bytes, name);
  if (text.includes('\0'))
    throw refuse('The document is binary', 'Save it as UTF-8 text, or name other files.');
  if (text.trim() === '')
    throw refuse('The document is blank', 'Write its text, or name other files.');
  return text;
}

/** Cuts a document at headings and blank lines. */
export function cutDocument({ name, text: document }: DocumentText) {
  // In this copy, no line of a code block looks like a heading.
  const outline = document.replace(CODE_BLOCK, (block) => block.replaceAll('\n#', '\n-'));
  const pieces: DocumentPiece[] = [];
  let start = 0;
  let line = 1;
  while (start < document.length) {
    const part = document.slice(start, start + lengthOfPiece(outline.slice(start)));
    const text = part.trim();
    const first = line + countNewlines(part.slice(0, part.indexOf(text)));
    const last = first + countNewlines(text);
    if (text !== '') pieces.push({ source: `${name}:${first}-${last}`, text });
    line += countNewlines(part);
    start += part.length;
  }
  return pieces;
}

/**
 * A piece ends before a heading, else at the last blank line, line break or space that does not
 * leave a short piece, else between characters.
 */
function lengthOfPiece(rest: string) {
  const longest = rest.slice(0, MAX_PIECE_LENGTH);
  const heading = longest.slice(SHORT_PIECE).search(/\n#{1,6}\s/);
  if (heading >= 0) return SHORT_PIECE + heading;
  if (rest === longest) return rest.length;
  const ends = ['\n\n', '\n', ' '].map((sign) => longest.lastIndexOf(sign));
  // The last unit may be the first half of a surrogate pair.
  return ends.find((end) => end >= SHORT_PIECE) ?? longest.search(/[\ud800-\udbff]?$/);
}
