// The outputs of a report, each from the same blocks.

import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../shared/limits.ts';
import { jsonText } from '../shared/json.ts';
import type { Results } from '../run/results.ts';
import { plain, type Block } from './blocks.ts';
// The levels of detail of the summary and the comment, the fullest first: first rows are dropped,
// then sections, then names are shortened. Only the summary has the fullest level.
import details from './details.json' with { type: 'json' };
import { blocksToHtml, htmlPage } from './html.ts';
import { junitText } from './junit.ts';
import { reportBlocks, titleOf, type ReportContext } from './report.ts';
import type { Detail } from './report.ts';
import { blocksToText } from './text.ts';
import { headline } from './verdict.ts';

const { page, terminal, summary } = details;
const [, ...commentDetails] = summary;

/** Bytes reserved for the marker of the comment and a line by the publisher. */
const MARKER_BYTES = 500;

/** GitHub-flavoured HTML within the budget of a comment. */
export function commentText(results: Results, shown: ReportContext) {
  return firstThatFits(COMMENT_BUDGET_BYTES - MARKER_BYTES, commentDetails, { results, shown });
}

export function summaryText(results: Results, shown: ReportContext) {
  return firstThatFits(SUMMARY_BUDGET_BYTES, summary, { results, shown });
}

/** The fullest text that fits, else the beginning of the shortest one. */
function firstThatFits(
  maxBytes: number,
  fullestFirst: readonly Detail[],
  { results, shown }: { results: Results; shown: ReportContext },
) {
  let blocks: Block[] = [];
  const isTooLong = () => Buffer.byteLength(blocksToHtml(blocks)) > maxBytes;
  for (const detail of fullestFirst) {
    blocks = reportBlocks(results, shown, detail);
    if (!isTooLong()) break;
  }
  while (isTooLong()) blocks.pop();
  return blocksToHtml(blocks);
}

export function pageText(results: Results, shown: ReportContext) {
  return htmlPage(
    plain(titleOf(results, shown)),
    results.outcome,
    reportBlocks(results, shown, page),
  );
}

/** The files of a report, by their names. */
export function reportFiles(results: Results, shown: ReportContext) {
  return {
    'report.json': `${jsonText(results, 2)}\n`,
    'report.html': pageText(results, shown),
    'report.xml': junitText(results),
  };
}

export function terminalText(
  results: Results,
  { columns, showRows }: { columns: number; showRows?: boolean },
) {
  return blocksToText(reportBlocks(results, {}, showRows ? page : terminal), columns);
}

/** The headline as plain text. */
export function headlineOf(results: Results) {
  return plain(headline(results));
}
