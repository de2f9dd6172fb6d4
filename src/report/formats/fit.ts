/** How much a report shows, from everything down to the bare table: the first that fits is taken. */
import { bytes } from '../story/cut.js';

const ALL = {
  /** Whether rows that passed are listed. */
  passing: true,
  /** Whether rows that failed are unfolded. */
  open: true,
  /** Whether rows that the baseline failed and that pass now are listed, not only counted. */
  fixed: true,
  /** Whether a judge's steps are shown. */
  steps: false,
  /** Whether the confusion table of a judge that may not gate is shown. */
  confusion: true,
  /** Whether there is a table of the scorers. */
  scorers: true,
  /** Rows listed for each test. */
  rows: Infinity,
  /** Rows that explain a verdict, at its head. */
  examples: 3,
  /** Left-out rows named for each test, and errors listed. */
  named: 10,
  /** Code points of any text of a row. */
  text: 20_000,
  /** Code points of a name, a message or a notice of the run as a whole. */
  name: 1_000,
  notices: Infinity,
};
export type Detail = typeof ALL;
const TABLE: Detail = { ...ALL, passing: false, fixed: false, rows: 0, named: 0, text: 200, name: 200, notices: 20 };

/** Fullest first. Rows go before anything that says why or what now. */
const DETAILS: readonly Detail[] = [
  { ...ALL, steps: true },
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
  { ...TABLE, examples: 0, confusion: false, scorers: false, name: 120, notices: 5 },
  { ...TABLE, examples: 0, confusion: false, scorers: false, name: 60, notices: 1 },
];

/** What of this a comment or a summary may show. */
export function detailsOf(kind: 'comment' | 'summary', hasSteps: boolean): Detail[] {
  const of = (detail: Detail): Detail => (kind === 'summary' ? detail : { ...detail, passing: false, open: false });
  return DETAILS.filter(({ steps }) => !steps || (hasSteps && kind === 'summary')).map(of);
}

/**
 * The first of these texts, fullest first, that takes at most `maxBytes`. Mostly that is the fullest; else it is looked for by halves,
 * since each is about as long as the one before or shorter: of many long pages only a few are written.
 */
export function firstThatFits(texts: ReadonlyArray<() => string>, maxBytes: number): string | undefined {
  let found: string | undefined;
  let [from, to] = [0, texts.length];
  for (let at = 0; from < to; at = Math.floor((from + to) / 2)) {
    const text = texts[at]!();
    if (bytes(text) <= maxBytes) [found, to] = [text, at];
    else from = at + 1;
  }
  return found;
}
