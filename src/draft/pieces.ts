import type { DocumentText } from './documents.ts';

/** A part of a document that a model reads whole. */
export interface DocumentPiece {
  /** `docs/help.md:12-48`, with the first and the last line. */
  source: string;
  text: string;
}

/** In characters; a longer paragraph is cut between words. */
export const MAX_PIECE_LENGTH = 6_000;
/** A shorter piece goes on across the next heading, in characters. */
const SHORT_PIECE = 1_500;
/** Of all documents together. */
const MAX_PIECES = 2_000;

interface Paragraph {
  /** First and last line in the document, from 1. */
  first: number;
  last: number;
  text: string;
}

/** Cuts documents at headings and blank lines. */
export function cutDocuments(documents: readonly DocumentText[]): DocumentPiece[] {
  return documents.flatMap(cutDocument).slice(0, MAX_PIECES);
}

function cutDocument({ name, text: document }: DocumentText): DocumentPiece[] {
  const pieces: Paragraph[] = [];
  for (const { first, last, text } of paragraphsOf(document)) {
    const piece = pieces.at(-1);
    const length = piece?.text.length ?? 0;
    const isFull = length + text.length + 2 > MAX_PIECE_LENGTH;
    const isNewSection = isHeading(text) && length >= SHORT_PIECE;
    if (!piece || isFull || isNewSection) {
      pieces.push({ first, last, text });
      continue;
    }
    piece.text += `\n\n${text}`;
    piece.last = last;
  }
  return pieces.map(({ first, last, text }) => ({ source: `${name}:${first}-${last}`, text }));
}

function isHeading(text: string): boolean {
  return /^#{1,6}\s/.test(text);
}

/** A heading is a paragraph of its own, so that a piece can begin with it. */
function paragraphsOf(document: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let isOpen = false;
  for (const [i, line] of document.split('\n').entries()) {
    const isBlank = line.trim() === '';
    const last = paragraphs.at(-1);
    if (last && isOpen && !isBlank && !isHeading(line)) {
      last.text += `\n${line}`;
      last.last = i + 1;
    } else if (!isBlank) paragraphs.push({ first: i + 1, last: i + 1, text: line });
    isOpen = !isBlank && !isHeading(line);
  }
  return paragraphs.flatMap(cutParagraph);
}

function cutParagraph(paragraph: Paragraph): Paragraph | Paragraph[] {
  if (paragraph.text.length <= MAX_PIECE_LENGTH) return paragraph;
  const parts: Paragraph[] = [];
  let rest = paragraph.text.trimEnd();
  while (rest.length > MAX_PIECE_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_PIECE_LENGTH);
    const end = space > 0 ? space : MAX_PIECE_LENGTH;
    parts.push({ ...paragraph, text: rest.slice(0, end) });
    rest = rest.slice(end).trimStart();
  }
  return [...parts, { ...paragraph, text: rest }];
}
