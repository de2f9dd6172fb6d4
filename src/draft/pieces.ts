import type { DocumentText } from './documents.ts';

/** A part of a document that a model reads whole. */
export interface DocumentPiece {
  /** `docs/help.md:12-48`, with the first and the last line. */
  source: string;
  text: string;
}

/** In characters. */
export const MAX_PIECE_LENGTH = 6_000;
/** A shorter piece goes on across the next heading, in characters. */
const SHORT_PIECE = 1_500;

/** Cuts a document at headings and blank lines. */
export function cutDocument({ name, text: document }: DocumentText): DocumentPiece[] {
  const pieces: DocumentPiece[] = [];
  let rest = document;
  let line = 1;
  while (rest !== '') {
    const part = rest.slice(0, endOfPiece(rest));
    const text = part.trim();
    const first = line + breaksIn(part.slice(0, part.indexOf(text)));
    const source = `${name}:${first}-${first + breaksIn(text)}`;
    if (text !== '') pieces.push({ source, text });
    line += breaksIn(part);
    rest = rest.slice(part.length);
  }
  return pieces;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}

/** Before a heading, else at the last blank line, else between lines or words. */
function endOfPiece(rest: string): number {
  const longest = rest.slice(0, MAX_PIECE_LENGTH);
  const heading = longest.slice(SHORT_PIECE).search(/\n#{1,6}\s/);
  if (heading >= 0) return SHORT_PIECE + heading;
  if (rest === longest) return rest.length;
  const ends = ['\n\n', '\n', ' '].map((sign) => longest.lastIndexOf(sign));
  return ends.find((end) => end > 0) ?? longest.length;
}
