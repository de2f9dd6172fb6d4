import type { DocumentText } from './documents.ts';

/** A run of lines of a document. */
interface Paragraph {
  /** First and last line in the document, from 1. */
  firstLine: number;
  lastLine: number;
  text: string;
}

/** A part of a document that a model reads whole. */
export interface DocumentPiece extends Paragraph {
  document: string;
}

/** Maximum length of a piece, in characters. */
export const MAX_PIECE_LENGTH = 6_000;
/** A shorter piece continues across the next heading, in characters. */
const SHORT_PIECE = 1_500;
/** Maximum number of pieces of all documents together. */
const MAX_PIECES = 2_000;

/**
 * Cuts documents at headings and paragraphs into pieces of at most 6,000 characters. Joins a short
 * section with its neighbours, and cuts a longer paragraph between words.
 */
export function piecesOf(documents: readonly DocumentText[]): DocumentPiece[] {
  return documents.flatMap(piecesOfDocument).slice(0, MAX_PIECES);
}

function piecesOfDocument({ name, text }: DocumentText): DocumentPiece[] {
  const pieces: DocumentPiece[] = [];
  let piece: DocumentPiece | undefined;
  for (const { firstLine, lastLine, text: words } of paragraphsOf(text)) {
    const isFull = piece !== undefined && piece.text.length + words.length + 2 > MAX_PIECE_LENGTH;
    const isNewSection =
      piece !== undefined && isHeading(words) && piece.text.length >= SHORT_PIECE;
    if (piece === undefined || isFull || isNewSection) {
      piece = { document: name, firstLine, lastLine, text: words };
      pieces.push(piece);
    } else {
      piece.text += `\n\n${words}`;
      piece.lastLine = lastLine;
    }
  }
  return pieces;
}

/** Returns the paragraphs between blank lines, none longer than a piece. */
function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let lines: string[] = [];
  let firstLine = 1;
  const end = (lastLine: number) => {
    const words = lines.join('\n').trimEnd();
    if (words !== '') paragraphs.push({ firstLine, lastLine, text: words });
    lines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    if (line.trim() === '') {
      end(number - 1);
      continue;
    }
    if (isHeading(line)) end(number - 1);
    if (lines.length === 0) firstLine = number;
    lines.push(line);
    // A heading is a paragraph of its own, so that a piece can begin with it.
    if (isHeading(line)) end(number);
  }
  end(text.split('\n').length);
  return paragraphs.flatMap(cutParagraph);
}

function isHeading(text: string): boolean {
  return /^#{1,6}\s/.test(text);
}

function cutParagraph({ firstLine, lastLine, text }: Paragraph): Paragraph[] {
  const parts: Paragraph[] = [];
  let remainder = text;
  while (remainder.length > MAX_PIECE_LENGTH) {
    const space = remainder.lastIndexOf(' ', MAX_PIECE_LENGTH);
    const end = space > 0 ? space : MAX_PIECE_LENGTH;
    parts.push({ firstLine, lastLine, text: remainder.slice(0, end) });
    remainder = remainder.slice(end).trimStart();
  }
  parts.push({ firstLine, lastLine, text: remainder });
  return parts;
}

/** Returns the place of a piece, as the column `source` has it: `docs/help.md:12-48`. */
export function placeOfPiece({ document, firstLine, lastLine }: DocumentPiece): string {
  return `${document}:${firstLine}-${lastLine}`;
}
