import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../../limits.ts';
import type { Results } from '../run/results.ts';
import { blocksToHtml, htmlPage } from './html.ts';
import { reportBlocks, titleOf, type Detail } from './report.ts';
import type { Shown } from './shown.ts';
import { blocksToText, plain } from './text.ts';
import { headline } from './verdict.ts';
import { baseName } from './words.ts';

export { code } from './code.ts';
export { annotationsOf, findingsOf, type Annotation } from './findings.ts';
export { junitText } from './junit.ts';

/** The outputs of a report, each from the same blocks. */

const PAGE: Detail = { rows: Infinity, length: 20_000, names: 200, isWhole: true };
/** Rows go first, then sections, then names are cut. */
const COMMENT: readonly Detail[] = [
  ...[50, 20, 8, 3, 0].map((rows) => ({ rows, length: 300, names: 120, isWhole: false })),
  ...[60, 30, 12].map((names) => ({ rows: 0, length: 0, names, isWhole: false })),
];
const SUMMARY = [{ ...PAGE, rows: 1_000, length: 2_000 }, { ...PAGE, rows: 100 }, ...COMMENT];

/** Room for the marker of the comment and a line of the publisher, in bytes. */
const MARKER_BYTES = 500;

/** GitHub-flavoured HTML within the budget of a comment. */
export function commentText(results: Results, shown: Shown): string {
  return firstThatFits(results, shown, COMMENT, COMMENT_BUDGET_BYTES - MARKER_BYTES);
}

export function summaryText(results: Results, shown: Shown): string {
  return firstThatFits(results, shown, SUMMARY, SUMMARY_BUDGET_BYTES);
}

function firstThatFits(
  results: Results,
  shown: Shown,
  details: readonly Detail[],
  maxBytes: number,
): string {
  for (const detail of details) {
    const html = blocksToHtml(reportBlocks(results, shown, detail));
    if (Buffer.byteLength(html) <= maxBytes) return html;
  }
  return blocksToHtml([{ kind: 'heading', text: titleOf(results, shown) }]);
}

export function pageText(results: Results, shown: Shown): string {
  return htmlPage(titleOf(results, shown), results.outcome, reportBlocks(results, shown, PAGE));
}

export function terminalText(
  results: Results,
  { columns, showRows }: { columns: number; showRows: boolean },
): string {
  const detail = showRows ? PAGE : { ...PAGE, rows: 3, length: 300, isWhole: false };
  return blocksToText(reportBlocks(results, {}, detail), columns);
}

/** The headline as plain text. */
export function headlineOf(results: Results): string {
  return plain(headline(results, baseName(results)));
}
