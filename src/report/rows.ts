/** Rows as they are shown: sorted by what became of them, foul words masked, test cases compared with their originals. */
import type { LeftOutRow, ReportRow, ResultRow, Results, RowError } from '../engine/results.js';
import { type Segment, inserted } from './inserted.js';
import { type FindWords, mask } from './mask.js';
import { type Counted, tally } from './tally.js';
import { score } from './words.js';

/** Neither cut nor escaped. */
export interface ShownRow {
  source: string;
  original: string;
  testCase: Segment[];
  options: string | undefined;
  /** The answers; null where none came. */
  expected: string | null;
  actual: string | null;
  score: string;
  error: RowError | undefined;
}

/** Everything about one test. */
export interface ShownTest {
  test: ReportRow;
  failed: ShownRow[];
  /** Rows without a score: always shown, since they may hide failures. */
  errors: ShownRow[];
  errorGroups: Array<Counted<RowError>>;
  passed: ShownRow[];
  /** Rows that were neither scored nor in error: `undecided` and `not_applicable`. */
  unscored: ShownRow[];
  /** Samples that the test could not use. */
  leftOut: LeftOutRow[];
}

/** The tests of a run in the report's order. Without `find`, foul words are shown as they are. */
export function shownTests(results: Results, find?: FindWords): ShownTest[] {
  const show = (text: string): string => (find ? mask(text, find) : text);
  return results.report.map((test) => {
    const own = <Row extends { category: string; test_type: string }>(rows: Row[]): Row[] =>
      rows.filter((row) => row.category === test.category && row.test_type === test.test_type);
    const rows = own(results.results);
    const shown = (belongs: (row: ResultRow) => boolean): ShownRow[] =>
      rows.filter(belongs).map((row) => shownRow(row, show));
    const errors = shown((row) => row.status === 'error');
    return {
      test,
      failed: shown((row) => row.status === 'scored' && row.pass !== true),
      errors,
      errorGroups: errorGroups(errors),
      passed: shown((row) => row.status === 'scored' && row.pass === true),
      unscored: shown((row) => row.status === 'undecided' || row.status === 'not_applicable'),
      leftOut: own(results.not_applicable).map((left) => ({ ...left, original: show(left.original) })),
    };
  });
}

/** What went wrong how often: one entry for each kind and message. */
export function errorGroups(rows: Array<{ error?: RowError | undefined }>): Array<Counted<RowError>> {
  const errors = rows.map(({ error }) => error ?? { kind: 'unknown', message: 'No reason was recorded.' });
  return tally(errors, ({ kind, message }) => JSON.stringify([kind, message]));
}

function shownRow(row: ResultRow, show: (text: string) => string): ShownRow {
  const original = show(row.original);
  return {
    source: row.source,
    original,
    testCase: inserted(original, show(row.test_case)),
    options: row.options === undefined ? undefined : show(row.options),
    expected: row.expected_result === null ? null : show(row.expected_result),
    actual: row.actual_result === null ? null : show(row.actual_result),
    score: score(row.eval_score),
    error: row.error && { kind: row.error.kind, message: show(row.error.message) },
  };
}
