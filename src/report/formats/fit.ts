/**
 * The levels of detail of a report, from everything down to the table alone. The first level that
 * fits is taken.
 */
import { bytes } from '../story/truncate.js';

const ALL = {
  /** Lists rows that passed. */
  passing: true,
  /** Unfolds rows that failed. */
  open: true,
  /** Lists fixed rows; otherwise only counts them. */
  fixed: true,
  /** Shows the tables of the story's blocks. */
  tables: true,
  /** Rows listed for each test. */
  rows: Infinity,
  /** Rows in the head that explain the verdict. */
  examples: 3,
  /** Left-out rows named for each test, and errors listed. */
  named: 10,
  /** Longest text of a row, in code points. */
  text: 20_000,
  /** Longest name, message or notice, in code points. */
  name: 1_000,
  notices: Infinity,
};
export type Detail = typeof ALL;
const TABLE: Detail = {
  ...ALL,
  passing: false,
  fixed: false,
  rows: 0,
  named: 0,
  text: 200,
  name: 200,
  notices: 20,
};

/** Fullest first. Rows are dropped before reasons and next steps. */
const DETAILS: readonly Detail[] = [
  ALL,
  { ...ALL, passing: false },
  { ...ALL, passing: false, text: 1_000 },
  { ...ALL, passing: false, text: 300 },
  { ...ALL, passing: false, text: 300, rows: 100 },
  { ...ALL, passing: false, text: 300, rows: 50 },
  { ...ALL, passing: false, text: 300, rows: 25 },
  { ...ALL, passing: false, fixed: false, text: 200, rows: 12 },
  { ...ALL, passing: false, fixed: false, text: 120, rows: 6, named: 5 },
  { ...TABLE, rows: 3, named: 3, text: 120 },
  TABLE,
  { ...TABLE, examples: 2, text: 120 },
  { ...TABLE, examples: 0, tables: false, name: 120, notices: 5 },
  { ...TABLE, examples: 0, tables: false, name: 60, notices: 1 },
];

/** The steps for a comment or a summary. */
export function detailsOf(kind: 'comment' | 'summary'): readonly Detail[] {
  return kind === 'summary'
    ? DETAILS
    : DETAILS.map((detail) => ({ ...detail, passing: false, open: false }));
}

/**
 * The first of these texts, fullest first, within `maxBytes`. Searches by halves: each text is
 * shorter than the one before.
 */
export function firstThatFits(
  texts: ReadonlyArray<() => string>,
  maxBytes: number,
): string | undefined {
  let fullest: string | undefined;
  let rest = texts;
  let at = 0;
  while (rest.length > 0) {
    const text = rest[at]?.();
    if (text !== undefined && bytes(text) <= maxBytes) {
      fullest = text;
      rest = rest.slice(0, at);
    } else {
      rest = rest.slice(at + 1);
    }
    at = Math.floor(rest.length / 2);
  }
  return fullest;
}
