/** The rows of a test, sorted by what became of them. */
import type { ReportRow, ResultRow, Results, RowError } from '../../engine/results.js';
import type { TestWords } from '../../engine/tests/words.js';
import { type FindWords, mask } from './cut.js';
import { errorGroups, sharedBy } from './cause.js';
import { counts, isOf, wasRight } from './states.js';
import { maskedError, ShownRow } from '../formats/shown-row.js';
import { type Counted, tally, counted, number, present } from './words.js';
import { wordsFor } from './sides.js';

/** The kind of all rows that a judge set aside: each has its own reason. */
const SET_ASIDE = 'the judge found the test case not applicable';

/** A sample that the test could not use, or a row that a judge set aside. */
export interface ShownLeftOut {
  source: string;
  original: string;
  reason: string;
  /** The reason, or one kind for all rows that a judge set aside. */
  kind: string;
}

export interface ShownTest {
  test: ReportRow;
  words: TestWords;
  /** Rows that passed in the baseline and fail now. */
  broken: ShownRow[];
  failed: ShownRow[];
  /** Rows without a score. They may hide failures, so they are always shown. */
  errors: ShownRow[];
  errorGroups: Array<Counted<RowError>>;
  /** Rows in error that are shown one by one: few share their cause. */
  singleErrors: ShownRow[];
  /** Rows that failed in the baseline and pass now. */
  fixed: ShownRow[];
  passed: ShownRow[];
  /** Rows that can tell nothing: the answer is unknown, or the placebo changes it. */
  silent: ShownRow[];
  /** Rows asked after the decision, in no count. */
  uncounted: ShownRow[];
  /** Rows that were not asked: the verdict was certain before. */
  unscored: ShownRow[];
  leftOut: ShownLeftOut[];
}

/** The tests of a run in the report's order. `find` finds foul words to mask. */
export function shownTests(results: Results, find?: FindWords): ShownTest[] {
  const show = (text: string): string => (find ? mask(text, find) : text);
  // Counted over all tests: each may have only a few rows of a cause.
  const inError = results.results.filter((row) => row.status === 'error' && counts(row));
  const isShared = sharedBy(errorGroups(inError.map(({ error }) => ({ error: maskedError(error, show) }))));
  const numbers = new Map(results.results.map((row, i) => [row, i + 1]));
  return results.report.map((test) => {
    const rows = results.results.filter((row) => isOf(row, test));
    const shown = (some: readonly ResultRow[] = []): ShownRow[] =>
      some.map((row) => new ShownRow(row, { test, show, number: numbers.get(row)! }));
    const of = Object.groupBy(rows.filter(counts), (row) => groupOf(row, test));
    const errors = shown(of.error);
    return {
      test,
      words: wordsFor(test),
      broken: shown(of.broken),
      failed: shown(of.failed),
      errors: errors.map((row) => (isShared(row.error) ? row.withoutMessage() : row)),
      errorGroups: errorGroups(errors),
      singleErrors: errors.filter(({ error }) => !isShared(error)),
      fixed: shown(of.fixed),
      passed: shown(of.passed),
      silent: shown(of.silent),
      uncounted: shown(rows.filter((row) => !counts(row))),
      unscored: shown(rows.filter(({ status }) => status === 'undecided')),
      leftOut: [
        ...results.not_applicable
          .filter((row) => isOf(row, test))
          .map(({ source, original, reason }) => ({ source, original: show(original), reason, kind: reason })),
        ...rows.filter((row) => row.status === 'not_applicable').map((row) => setAside(row, show)),
      ],
    };
  });
}

/** The group of a row that counts. A row that the baseline did better is broken, whether it fails now or can tell nothing. */
function groupOf(row: ResultRow, { baseline }: ReportRow) {
  if (row.status !== 'scored') return row.status;
  const before = !baseline ? undefined : wasRight(row) ? true : row.baseline?.pass;
  if (row.pass === true) return before === false ? 'fixed' : 'passed';
  return before === true ? 'broken' : row.pass === false ? 'failed' : 'silent';
}

/** `3 × does not know the answer, 1 × a harmless word changes its answer` */
export function statesOf(rows: ShownRow[]): string {
  return tally(rows, ({ state }) => state ?? '')
    .map(({ item, count }) => `${number(count)} × ${item.state}`)
    .join(', ');
}

/** Rows that neither pass nor fail, by kind. */
export function otherRowsWords(shown: ShownTest): string[] {
  const { silent, uncounted } = shown;
  return present([
    silent.length > 0 && `${counted(silent.length, 'row')} that can tell nothing (${statesOf(silent)})`,
    uncounted.length > 0 && `${counted(uncounted.length, 'row')} asked beyond the decision, in no count`,
    unaskedWords(shown),
  ]);
}

/** `80 rows not asked, since the verdict was clear before`; undefined if all were asked. */
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
