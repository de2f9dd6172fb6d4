/** The parts of a report. Each writer lays out the same list of them. */

/**
 * A sentence of ours: text between back-ticks is code, text between `**` is bold. Text from outside
 * enters only through `code`.
 */
export type Sentence = string;

interface TextBlock {
  kind: 'text';
  text: Sentence;
  isQuiet?: boolean;
  /** A link to the run stands behind the text. */
  runUrl?: string;
}

export interface TableBlock {
  kind: 'table';
  head: readonly Sentence[];
  /** A cell is lines below each other. */
  rows: readonly (readonly Sentence[])[][];
  /** All columns but the first hold figures. */
  isFigures?: boolean;
}

interface SectionBlock {
  kind: 'section';
  title: Sentence;
  blocks: readonly Block[];
}

export type Block = { kind: 'heading'; text: Sentence } | TextBlock | TableBlock | SectionBlock;

export function textBlock(text: Sentence): Block {
  return { kind: 'text', text };
}

/** A section, or nothing where it would be empty. */
export function sectionOf(title: Sentence, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'section', title, blocks }];
}

export interface Piece {
  text: string;
  isCode: boolean;
  isBold: boolean;
}

/** The pieces of one line. A back-tick without a second one makes the rest of the line code. */
export function piecesOf(line: Sentence): Piece[] {
  let isBold = false;
  const pieces: Piece[] = [];
  for (const [i, part] of line.split('`').entries()) {
    if (i % 2 === 1) {
      pieces.push({ text: part, isCode: true, isBold });
      continue;
    }
    for (const [j, text] of part.split('**').entries()) {
      if (j > 0) isBold = !isBold;
      pieces.push({ text, isCode: false, isBold });
    }
  }
  return pieces.filter(({ text }) => text !== '');
}

/** A sentence without its marks, for plain text. Its words are not escaped. */
export function withoutMarks(sentence: Sentence): string {
  return sentence
    .split('\n')
    .map((line) =>
      piecesOf(line)
        .map(({ text }) => text)
        .join(''),
    )
    .join('\n');
}
