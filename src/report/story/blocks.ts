/**
 * Typed blocks of the story. A writer lays out any block, so a new part of the report is one
 * function that returns a block.
 */
import type { Outcome } from '../../engine/results.ts';
import { cut } from './truncate.ts';

/** A sentence in pieces; the piece that decides is `strong`. */
export type Sentence = readonly (string | { strong: string })[];

export interface TableColumn {
  /** A long name may be broken at `\n`. */
  name: string;
  isNumber?: true;
  /** The terminal drops columns that do not fit, the lowest number first; never one without. */
  dropOrder?: 1 | 2 | 3 | 4;
  /** True for a column that a comment and a summary leave out. */
  isDetail?: true;
}

export interface TableRow {
  /** The sign of this outcome stands before the first cell. */
  outcome?: Outcome;
  cells: readonly string[];
  /** Index of the cell that decides. */
  strong?: number;
}

export interface Table {
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** Noun for a row, beside the number of rows that are left out: `test`. */
  noun: string;
}

export interface Block {
  /** Stands above the block, or is the line below which the block is folded. */
  title?: string;
  isFolded?: boolean;
  sentences?: readonly Sentence[];
  table?: Table;
  /**
   * `head`: with the verdict. `details`: below it. `report`: as `details`, but not in the comment.
   */
  place: 'head' | 'details' | 'report';
}

export function plainText(...sentences: readonly Sentence[]): string {
  return sentences.map((pieces) => pieces.map(textOf).join('')).join(' ');
}

function textOf(piece: Sentence[number]): string {
  return typeof piece === 'string' ? piece : piece.strong;
}

/** Longest lead of a sentence, in characters. */
const LONGEST_LEAD = 60;

/**
 * Makes the lead of a warning strong: its text up to the first colon. A report keeps warnings as
 * plain text, so only this function knows the form.
 */
export function strengthenLead(warning: string): Sentence {
  const end = warning.indexOf(': ') + 1;
  const lead = warning.slice(0, end);
  if (end === 0 || end >= LONGEST_LEAD || lead.includes('`')) return [warning];
  return [{ strong: lead }, warning.slice(end)];
}

/** Shortens a sentence to `max` code points, `…` included. */
export function cutSentence(sentence: Sentence, max: number): Sentence {
  let room = max;
  const pieces: (string | { strong: string })[] = [];
  for (const piece of sentence) {
    const text = cut(textOf(piece), room);
    room -= Array.from(text).length;
    pieces.push(typeof piece === 'string' ? text : { strong: text });
  }
  return pieces;
}

/** A column that says how it writes the cell of an item. */
export type ItemColumn<Item> = TableColumn & { cell: (item: Item) => string };

/** A table with a row for each item. */
export function tableOf<Item>(
  noun: string,
  items: readonly Item[],
  columns: readonly ItemColumn<Item>[],
): Table {
  const rows = items.map((item) => ({ cells: columns.map(({ cell }) => cell(item)) }));
  return { columns, rows, noun };
}

/** Columns that hold numbers, by name. */
export function numberColumns(...names: readonly string[]): TableColumn[] {
  return names.map((name) => ({ name, isNumber: true }));
}
