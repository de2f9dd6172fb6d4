/** Several reports side by side: in a terminal, as HTML that GitHub keeps, as JSON. */
import type { ComparedReports } from '../../engine/verdict/compare-reports.ts';
import { jsonText } from '../../json.ts';
import { ABOUT_COMPARISONS, comparedSentences, comparedTable } from '../story/compared-reports.ts';
import { github } from './escape.ts';
import { paragraphs, tableHtml } from './github-html.ts';
import { joinSections, wrapText, type TerminalOptions } from './layout.ts';
import { tableLines } from './terminal-blocks.ts';

const MAX_CELL_LENGTH = 60;

export function renderCompared(
  compared: ComparedReports,
  format: 'terminal' | 'markdown' | 'json',
  options: TerminalOptions,
): string {
  if (format === 'json') return `${jsonText(compared, 2)}\n`;
  const table = comparedTable(compared);
  const sentences = comparedSentences(compared);
  if (format === 'terminal')
    return joinSections([
      tableLines(table, options, Infinity),
      wrapText(sentences, options),
      wrapText(ABOUT_COMPARISONS, options),
    ]);
  const lines = [
    ...tableHtml(table, { maxLength: MAX_CELL_LENGTH, showsDetails: true, maxRows: Infinity }),
    ...paragraphs(sentences),
    github`<p><sub>${ABOUT_COMPARISONS}</sub></p>`,
  ];
  return `${lines.join('\n')}\n`;
}
