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

export interface TextPiece {
  text: string;
  isCode: boolean;
  isBold: boolean;
}

/** The pieces of a sentence. A back-tick without a second one makes the rest code. */
export function piecesOf(sentence: Sentence): TextPiece[] {
  const pieces: TextPiece[] = [];
  let isBold = false;
  for (const [text, inCode, mark] of sentence.matchAll(/`([^`]*)`?|(\*\*)|[^`*]+|\*/g)) {
    if (mark) isBold = !isBold;
    else pieces.push({ text: inCode ?? text, isCode: inCode !== undefined, isBold });
  }
  return pieces;
}
