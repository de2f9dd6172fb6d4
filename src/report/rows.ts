/** Rows as they are shown: sorted by what became of them, foul words masked, test cases compared with their originals. */
import type { ReportRow, ResultRow, Results, RowError } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';
import type { TestWords } from '../engine/tests/words.js';
import { type Segment, inserted } from './inserted.js';
import { type FindWords, mask } from './mask.js';
import { type ShownArm, armsOf } from './arms.js';
import { errorGroups, sharedBy } from './cause.js';
import { notesOf } from './notes.js';
import { counts, wasRight } from './row-states.js';
import { stateWords } from './states.js';
import { type Counted, tally } from './tally.js';
import { wordsFor } from './told.js';
import { counted, number, score } from './words.js';

/** The kind of all that a judge set aside: its reasons are as many as its rows. */
const SET_ASIDE = 'the judge found the test case not applicable';

/** Neither cut nor escaped. */
export interface ShownRow {
  source: string;
  original: string;
  testCase: Segment[];
  /** The text was sent as it is and nothing else was asked: there is neither a test case nor an expected result to show. */
  unchanged: boolean;
  options: string | undefined;
  /** The answers; null where none came. */
  expected: string | null;
  actual: string | null;
  score: string;
  pass: boolean | null;
  status: ResultRow['status'];
  /** What the score says, for people. */
  scored: string;
  error: RowError | undefined;
  /** What else there is to know of the row: words for its heading. */
  notes: string[];
  /** How the judge came to its verdict, step by step. */
  steps: string[];
  /** The second answer to the original, where it changed by itself. */
  again: string | undefined;
  /** The answers in the baseline, null where none came; undefined for a row that it does not have. */
  before: { expected: string | null; actual: string | null } | undefined;
  /** What became of it, in words; it takes the place of the score. */
  state: string | undefined;
  /** Of a row that was asked three ways: the arm that made it what it is. */
  failedArm: ShownArm['name'];
  /** Of a row that was asked three ways: each with its answer. */
  arms: ShownArm[] | undefined;
}

/** A sample that the test could not use, or a row that a judge set aside. */
export interface ShownLeftOut {
  source: string;
  original: string;
  reason: string;
  /** The reason, or the one word for all that a judge has. */
  kind: string;
}

/** Everything about one test. */
export interface ShownTest {
  test: ReportRow;
  words: TestWords;
  /** Rows that passed in the baseline and fail now. */
  broken: ShownRow[];
  /** The other rows that failed. */
  failed: ShownRow[];
  /** Rows without a score: always shown, since they may hide failures. */
  errors: ShownRow[];
  errorGroups: Array<Counted<RowError>>;
  /** The rows in error but for those that share a cause with several: these are counted, and not shown one by one. */
  singleErrors: ShownRow[];
  /** Rows that failed in the baseline and pass now. */
  fixed: ShownRow[];
  /** The other rows that passed. */
  passed: ShownRow[];
  /** Rows that can tell nothing: the model does not know the answer, or the placebo changes it. */
  silent: ShownRow[];
  /** Rows that were asked beyond the decision, and are in no count. */
  uncounted: ShownRow[];
  /** Rows that were never asked, since the verdict was certain before. */
  unscored: ShownRow[];
  leftOut: ShownLeftOut[];
}

/** The tests of a run in the report's order. Without `find`, foul words are shown as they are. */
export function shownTests(results: Results, find?: FindWords): ShownTest[] {
  const show = (text: string): string => (find ? mask(text, find) : text);
  // A cause may be shared by few rows of each test, and by many of all.
  const inError = results.results.filter((row) => row.status === 'error' && counts(row));
  const isShared = sharedBy(errorGroups(inError.map(({ error }) => ({ error: masked(error, show) }))));
  return results.report.map((test) => {
    const own = <Row extends { category: string; test_type: string }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.category === test.category && row.test_type === test.test_type);
    const rows = own(results.results);
    const shown = (belongs: (row: ResultRow) => boolean): ShownRow[] => rows.filter(belongs).map((row) => shownRow(row, { test, show }));
    const errors = shown((row) => row.status === 'error' && counts(row));
    const failed = (row: ResultRow): boolean => row.status === 'scored' && row.pass === false && counts(row);
    const passed = (row: ResultRow): boolean => row.status === 'scored' && row.pass === true && counts(row);
    const silent = (row: ResultRow): boolean => row.status === 'scored' && row.pass === null && counts(row);
    const before = (row: ResultRow): boolean | null | undefined => (!test.baseline ? undefined : wasRight(row) ? true : row.baseline?.pass);
    return {
      test,
      words: wordsFor(test),
      broken: shown((row) => (failed(row) || silent(row)) && before(row) === true),
      failed: shown((row) => failed(row) && before(row) !== true),
      errors: errors.map((row) => (isShared(row.error) ? { ...row, error: { ...row.error!, message: 'as told above' } } : row)),
      errorGroups: errorGroups(errors),
      singleErrors: errors.filter(({ error }) => !isShared(error)),
      fixed: shown((row) => passed(row) && before(row) === false),
      passed: shown((row) => passed(row) && before(row) !== false),
      silent: shown((row) => silent(row) && before(row) !== true),
      uncounted: shown((row) => !counts(row)),
      unscored: shown((row) => row.status === 'undecided'),
      leftOut: [
        ...own(results.not_applicable).map(({ source, original, reason }) => ({ source, original: show(original), reason, kind: reason })),
        ...rows.filter((row) => row.status === 'not_applicable').map((row) => setAside(row, show)),
      ],
    };
  });
}

/** `3 × does not know the answer, 1 × a harmless word changes its answer` */
export function statesOf(rows: ShownRow[]): string {
  return tally(rows, ({ state }) => state ?? '')
    .map(({ item, count }) => `${number(count)} × ${item.state}`)
    .join(', ');
}

/** `80 rows not asked, since the verdict was clear before`; undefined where all were. */
export function unaskedWords({ test: { outcome }, unscored }: Pick<ShownTest, 'test' | 'unscored'>): string | undefined {
  if (unscored.length === 0) return undefined;
  const isClear = outcome === 'pass' || outcome === 'fail';
  return `${counted(unscored.length, 'row')} not asked${isClear ? ', since the verdict was clear before' : ''}`;
}

function setAside({ source, original, judgement }: ResultRow, show: (text: string) => string): ShownLeftOut {
  return {
    source,
    original: show(original),
    reason: judgement?.reason === undefined ? SET_ASIDE : `the judge: ${show(judgement.reason)}`,
    kind: SET_ASIDE,
  };
}

/** What a row's score says, in the words of its scorer. */
function scoredWords({ test_type, scorer }: ReportRow, { eval_score }: ResultRow): string {
  if (eval_score === null) return 'no score';
  const inWords = findTest(test_type)?.scorers.find(({ name }) => name === scorer)?.inWords;
  return inWords ? inWords(eval_score) : `score ${score(eval_score)}`;
}

function masked(error: RowError | undefined, show: (text: string) => string): RowError | undefined {
  return error && { kind: error.kind, message: show(error.message) };
}

function shownRow(row: ResultRow, { test, show }: { test: ReportRow; show: (text: string) => string }): ShownRow {
  const original = show(row.original);
  const orNull = (text: string | null): string | null => (text === null ? null : show(text));
  let testCase: Segment[] | undefined;
  return {
    source: row.source,
    original,
    // Of most rows, those that passed, few writers show it.
    get testCase() {
      return (testCase ??= inserted(original, show(row.test_case)));
    },
    unchanged: row.test_case === row.original && row.expected_result === null && row.control === undefined,
    options: row.options === undefined ? undefined : show(row.options),
    expected: orNull(row.expected_result),
    actual: orNull(row.actual_result),
    score: score(row.eval_score),
    pass: row.pass,
    status: row.status,
    scored: scoredWords(test, row),
    error: masked(row.error, show),
    notes: notesOf(row).map((note) => show(note)),
    steps: (row.steps ?? []).map((step) => show(step)),
    again: row.control?.changed === true && row.control.result !== null ? show(row.control.result) : undefined,
    state: stateWords(row),
    failedArm: row.state === 'unknown' ? 'original' : row.state === 'unsteady' ? 'placebo' : 'test_case',
    arms: armsOf(row, show),
    before: row.baseline && { expected: orNull(row.baseline.expected_result), actual: orNull(row.baseline.actual_result) },
  };
}
