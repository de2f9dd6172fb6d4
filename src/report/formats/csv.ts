/** The rows as a table for a spreadsheet or a notebook, in LangTest's columns. */
import { ARMS } from '../../engine/rows/case.ts';
import type { ResultRow, Results } from '../../engine/results.ts';
import { readingWords } from '../story/states.ts';
import { visible } from './escape.ts';
import type { FormatOptions, ReportFormat } from './format.ts';
import { type Mask, unmasked } from '../story/mask.ts';

export const asCsv: ReportFormat = { file: 'report.csv', render: csvParts };

type Cell = string | number | boolean | null | undefined;
interface Column {
  name: string;
  cellOf: (row: ResultRow) => Cell;
}

/** Fields of a row that are cells unchanged. */
type CellField = {
  [Name in keyof ResultRow]-?: ResultRow[Name] extends Cell ? Name : never;
}[keyof ResultRow];

function fieldColumns(...names: CellField[]): Column[] {
  return names.map((name) => ({ name, cellOf: (row) => row[name] }));
}

const LANGTEST = fieldColumns('category', 'test_type', 'source', 'original', 'test_case');
const RESULT = fieldColumns('expected_result', 'actual_result', 'eval_score', 'pass', 'status');
/** Columns of every report. The others stand in it only if a row has a value. */
const ALWAYS: readonly Column[] = [...LANGTEST, ...RESULT];
const COLUMNS: readonly Column[] = [
  ...LANGTEST,
  ...fieldColumns('options'),
  ...RESULT,
  { name: 'error', cellOf: ({ error }) => error && `${error.kind}: ${error.message}` },
  ...fieldColumns('placebo', 'placebo_result', 'state'),
  ...ARMS.map((arm): Column => ({
    name: `reading_${arm}`,
    cellOf: ({ readings }) => readings?.[arm] && readingWords(readings[arm]),
  })),
  ...fieldColumns('counted', 'should', 'expect'),
  { name: 'expected', cellOf: ({ expected }) => expected?.join(' | ') },
  { name: 'perturbed_expected', cellOf: (row) => row.perturbed_expected?.join(' | ') },
  ...fieldColumns('should_decline'),
  { name: 'verdict', cellOf: (row) => judgementIn(row)?.verdict },
  { name: 'reason', cellOf: (row) => judgementIn(row)?.reason },
  ...(['pass', 'expected_result', 'actual_result'] as const).map((name): Column => ({
    name: `baseline_${name}`,
    cellOf: (row) => row.baseline?.[name],
  })),
];

/** Returns the verdict of the judge on an answer that has an expected one. */
function judgementIn({ expected, should_decline, judgement }: ResultRow): ResultRow['judgement'] {
  return expected || should_decline ? judgement : undefined;
}

/**
 * RFC 4180 with a byte order mark, by which a spreadsheet recognizes UTF-8. Texts are masked and
 * defused; the JSON report has them unchanged. A row that was left out stands at the end, with its
 * reason as its error.
 */
function* csvParts(
  { results, not_applicable }: Results,
  { mask = unmasked }: FormatOptions,
): Generator<string> {
  const leftOut = not_applicable.map(({ category, test_type, source, original, reason }) => ({
    category,
    test_type,
    source,
    original,
    test_case: original,
    status: 'not_applicable' as const,
    expected_result: null,
    actual_result: null,
    eval_score: null,
    pass: null,
    error: { kind: 'left out', message: reason },
  }));
  const rows: ResultRow[] = [...results, ...leftOut];
  const columns = COLUMNS.filter(
    (column) =>
      ALWAYS.includes(column) || rows.some((row) => (column.cellOf(row) ?? null) !== null),
  );
  yield `\uFEFF${columns.map(({ name }) => name).join(',')}\r\n`;
  for (const row of rows)
    yield `${columns.map(({ cellOf }) => cellText(cellOf(row), mask)).join(',')}\r\n`;
}

function cellText(value: Cell, mask: Mask): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string'
    ? `"${defuseFormulas(visible(mask(value))).replaceAll('"', '""')}"`
    : String(value);
}

/**
 * A leading apostrophe makes a formula text (OWASP, CSV Injection): =, +, -, @, their full-width
 * forms, tab and carriage return. Also after a semicolon, a tab or a line end: a spreadsheet that
 * separates lists by semicolons takes these for ends of cells.
 */
function defuseFormulas(text: string): string {
  const cells = text.split(/(?<=[;\t\n])/);
  const defusedText = cells
    .map((part) =>
      /^(?:[^\S\t\n]|")*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(part) ? `'${part}` : part,
    )
    .join('');
  return /^[\t\r]/.test(defusedText) ? `'${defusedText}` : defusedText;
}
