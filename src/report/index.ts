// The outputs of a report, each from the same blocks.

import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../shared/limits.ts';
import { jsonText } from '../shared/json.ts';
import type { Results } from '../run/results.ts';
import { plain, type Block } from './blocks.ts';
// The details of the summary and the comment, the fullest first: rows are left out first, then
// sections, then names are cut. The fullest one is for the summary alone.
import details from './details.json' with { type: 'json' };
import { blocksToHtml, htmlPage } from './html.ts';
import { junitText } from './junit.ts';
import { reportBlocks, titleOf, type Detail, type Shown } from './report.ts';
import { blocksToText } from './text.ts';
import { headline } from './verdict.ts';

const { page, terminal, summary } = details;
const [, ...ofComment] = summary;

/** Room for the marker of the comment and a line of the publisher, in bytes. */
const MARKER_BYTES = 500;

/** GitHub-flavoured HTML within the budget of a comment. */
export function commentText(results: Results, shown: Shown) {
  return firstThatFits(COMMENT_BUDGET_BYTES - MARKER_BYTES, ofComment, { results, shown });
}

export function summaryText(results: Results, shown: Shown) {
  return firstThatFits(SUMMARY_BUDGET_BYTES, summary, { results, shown });
}

/** The first text that fits, else its beginning: the headline, and the warnings below it. */
function firstThatFits(
  maxBytes: number,
  mostFirst: readonly Detail[],
  { results, shown }: { results: Results; shown: Shown },
) {
  let blocks: Block[] = [];
  const isTooLong = () => Buffer.byteLength(blocksToHtml(blocks)) > maxBytes;
  for (const detail of mostFirst) {
    blocks = reportBlocks(results, shown, detail);
    if (!isTooLong()) break;
  }
  while (isTooLong()) blocks.pop();
  return blocksToHtml(blocks);
}

export function pageText(results: Results, shown: Shown) {
  return htmlPage(
    plain(titleOf(results, shown)),
    results.outcome,
    reportBlocks(results, shown, page),
  );
}

/** The files of a report, by their names. */
export function reportFiles(results: Results, shown: Shown) {
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
