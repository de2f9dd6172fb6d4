/**
 * The levels of detail of a report, from everything down to the table alone. The first level that
 * fits is taken.
 */
import { byteLength } from '../story/truncate.ts';

const FULL_DETAIL = {
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
  /** Maximum length of a text of a row, in code points. */
  text: 20_000,
  /** Maximum length of a name, a message or a notice, in code points. */
  name: 1_000,
  notices: Infinity,
};
export type Detail = typeof FULL_DETAIL;
const TABLE_DETAIL: Detail = {
  ...FULL_DETAIL,
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
  FULL_DETAIL,
  { ...FULL_DETAIL, passing: false },
  { ...FULL_DETAIL, passing: false, text: 1_000 },
  { ...FULL_DETAIL, passing: false, text: 300 },
  { ...FULL_DETAIL, passing: false, text: 300, rows: 100 },
  { ...FULL_DETAIL, passing: false, text: 300, rows: 50 },
  { ...FULL_DETAIL, passing: false, text: 300, rows: 25 },
  { ...FULL_DETAIL, passing: false, fixed: false, text: 200, rows: 12 },
  { ...FULL_DETAIL, passing: false, fixed: false, text: 120, rows: 6, named: 5 },
  { ...TABLE_DETAIL, rows: 3, named: 3, text: 120 },
  TABLE_DETAIL,
  { ...TABLE_DETAIL, examples: 2, text: 120 },
  { ...TABLE_DETAIL, examples: 0, tables: false, name: 120, notices: 5 },
  { ...TABLE_DETAIL, examples: 0, tables: false, name: 60, notices: 1 },
];

/** The steps for a comment or a summary. */
export function detailsOf(kind: 'comment' | 'summary'): readonly Detail[] {
  return kind === 'summary'
    ? DETAILS
    : DETAILS.map((detail) => ({ ...detail, passing: false, open: false }));
}

/**
 * Returns the fullest text within `maxBytes`. Searches by halves, since each text is shorter than
 * the one before.
 */
export function firstThatFits(
  texts: ReadonlyArray<() => string>,
  maxBytes: number,
): string | undefined {
  let fullest: string | undefined;
  let candidates = texts;
  let middle = 0;
  while (candidates.length > 0) {
    const text = candidates[middle]?.();
    if (text !== undefined && byteLength(text) <= maxBytes) {
      fullest = text;
      candidates = candidates.slice(0, middle);
    } else {
      candidates = candidates.slice(middle + 1);
    }
    middle = Math.floor(candidates.length / 2);
  }
  return fullest;
}
