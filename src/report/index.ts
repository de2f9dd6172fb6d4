// The outputs of a report, each from the same blocks.

import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../shared/limits.ts';
import { jsonText } from '../shared/json.ts';
import type { Results } from '../run/results.ts';
import { plain, type Block } from './blocks.ts';
import details from './details.json' with { type: 'json' };
import { blocksToHtml, htmlPage } from './html.ts';
import { junitText } from './junit.ts';
import { reportBlocks, titleOf, type Detail, type ReportContext } from './report.ts';
import { blocksToText } from './text.ts';
import { headline } from './verdict.ts';

/** Bytes reserved for the marker of the comment. */
const MARKER_BYTES = 500;

/** GitHub-flavoured HTML within the budget of a comment. */
export function commentText(results: Results, context: ReportContext) {
  return firstThatFits(results, context, {
    maxBytes: COMMENT_BUDGET_BYTES - MARKER_BYTES,
    fullestFirst: details.comment,
  });
}

export function summaryText(results: Results, context: ReportContext) {
  return firstThatFits(results, context, {
    maxBytes: SUMMARY_BUDGET_BYTES,
    fullestFirst: [details.summary, ...details.comment],
  });
}

/**
 * The fullest text that fits, else the beginning of the shortest one. From level to level, rows are
 * dropped, then sections, then names are shortened.
 */
function firstThatFits(
  results: Results,
  context: ReportContext,
  { maxBytes, fullestFirst }: { maxBytes: number; fullestFirst: readonly Detail[] },
) {
  let blocks: Block[] = [];
  const isTooLong = () => Buffer.byteLength(blocksToHtml(blocks)) > maxBytes;
  for (const detail of fullestFirst) {
    blocks = reportBlocks(results, context, detail);
    if (!isTooLong()) break;
  }
  while (isTooLong()) blocks.pop();
  return blocksToHtml(blocks);
}

export function pageText(results: Results, context: ReportContext) {
  return htmlPage(
    plain(titleOf(results, context)),
    results.outcome,
    reportBlocks(results, context, details.page),
  );
}

/** The files of a report, by their names. */
export function reportFiles(results: Results, context: ReportContext) {
  return {
    'report.json': `${jsonText(results, 2)}\n`,
    'report.html': pageText(results, context),
    'report.xml': junitText(results),
  };
}

export function terminalText(
  results: Results,
  { columns, showRows }: { columns: number; showRows?: boolean },
) {
  return blocksToText(
    reportBlocks(results, {}, showRows ? details.page : details.terminal),
    columns,
  );
}

/** The headline as plain text. */
export function headlineOf(results: Results) {
  return plain(headline(results));
}
