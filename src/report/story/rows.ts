/** The rows of a test, sorted by what became of them. */
import type { ReportRow, ResultRow, Results } from '../../engine/results.js';
import { oneLine } from './truncate.js';
import { brokenWords, fixedWords, baselineName } from './baseline.js';
import { type Mask, unmasked } from './mask.js';
import { errorGroups, sharedBy } from './cause.js';
import { isCounted, isOfTest, wasRight } from './states.js';
import { showRow, type ShownRow } from './shown-row.js';
import { counted, gatedRows, number, placeWords, present, tally } from './words.js';
import { wordsFor } from './test-words.js';

const SET_ASIDE = 'the judge found the test case not applicable';

export interface ShownLeftOut {
  source: string;
  original: string;
  reason: string;
  kind: string;
}

export type ShownTest = ReturnType<typeof shownTests>[number];

/** The tests of a run in the report's order. */
export function shownTests(results: Results, mask: Mask = unmasked) {
  // Counted over all tests: each may have only a few rows of a cause.
  const inError = results.results.filter((row) => row.status === 'error' && isCounted(row));
  const isShared = sharedBy(errorGroups(inError));
  const rows = results.results.map((row, i) => ({ row, number: i + 1 }));
  return results.report.map((test) => {
    const own = rows.filter(({ row }) => isOfTest(row, test));
    const groups = Object.groupBy(own, ({ row }) => groupOf(row, test));
    const shown = (group: ReturnType<typeof groupOf>): ShownRow[] =>
      (groups[group] ?? []).map(({ row, number }) => showRow(row, { test, mask, number }));
    const errors = shown('error');
    const single = (groups.error ?? []).map(({ row }) => !isShared(row.error));
    return {
      test,
      words: wordsFor(test),
      /** Rows that passed in the baseline and fail now. */
      broken: shown('broken'),
      failed: shown('failed'),
      /** Rows without a score. They may hide failures, so they are always shown. */
      errors,
      errorGroups: errorGroups(errors),
      /** Rows in error that are shown one by one: few share their cause. */
      singleErrors: errors.filter((_, i) => single[i]),
      /** Rows that failed in the baseline and pass now. */
      fixed: shown('fixed'),
      passed: shown('passed'),
      /** Rows that can tell nothing: the answer is unknown, or the placebo changes it. */
      silent: shown('silent'),
      /** Rows asked after the decision, in no count. */
      uncounted: shown('uncounted'),
      unscored: shown('undecided'),
      leftOut: leftOutOf(test, results, mask),
    };
  });
}

/** Samples that the test could not use, and rows that the judge set aside. */
function leftOutOf(test: ReportRow, results: Results, mask: Mask): ShownLeftOut[] {
  const unfit = results.not_applicable
    .filter((row) => isOfTest(row, test))
    .map((row) => ({
      source: placeWords(row),
      original: mask(row.original),
      reason: row.reason,
      kind: row.reason,
    }));
  const setAside = results.results
    .filter((row) => isOfTest(row, test) && row.status === 'not_applicable')
    .map(({ judgement, ...row }) => ({
      source: placeWords(row),
      original: mask(row.original),
      reason: judgement?.reason === undefined ? SET_ASIDE : `the judge: ${mask(judgement.reason)}`,
      kind: SET_ASIDE,
    }));
  return [...unfit, ...setAside];
}

/**
 * The group of a row. A row that the baseline did better is broken, whether it fails now or can
 * tell nothing.
 */
function groupOf(row: ResultRow, { baseline }: ReportRow) {
  if (!isCounted(row)) return 'uncounted';
  if (row.status !== 'scored') return row.status;
  const before = baseline && (wasRight(row) || row.baseline?.pass);
  if (row.pass === true) return before === false ? 'fixed' : 'passed';
  if (before === true) return 'broken';
  return row.pass === false ? 'failed' : 'silent';
}

/** The groups of a test's rows, those first that explain a verdict best. */
export const ROW_GROUPS = [
  'broken',
  'failed',
  'silent',
  'fixed',
  'passed',
  'unasked',
  'uncounted',
] as const;

export interface RowGroup {
  kind: (typeof ROW_GROUPS)[number];
  /** `2 rows broken (passed in main, failed now)` */
  title: string;
  rows: ShownRow[];
  /** The name of the baseline, if its answers stand beside the present ones. */
  before?: string;
}

/**
 * The rows of a test by what became of them, the most telling first; without empty groups. Rows
 * that were not asked have a title only.
 */
export function rowGroups(shown: ShownTest, base?: string): RowGroup[] {
  const { test, broken, failed, singleErrors, silent, fixed, passed, uncounted, unscored } = shown;
  const before = test.baseline && baselineName(test.baseline, base);
  const others = (rows: ShownRow[], first: ShownRow[]): string =>
    counted(rows.length, first.length > 0 ? 'other row' : 'row');
  const isClear = test.outcome === 'pass' || test.outcome === 'fail';
  const failures = present([
    failed.length > 0 &&
      `${broken.length > 0 ? others(failed, broken) : `${number(failed.length)} of ${counted(gatedRows(test), 'row')}`} failed`,
    singleErrors.length > 0 && `${counted(singleErrors.length, 'row')} in error`,
  ]);
  const all: RowGroup[] = [
    {
      kind: 'broken',
      title: `${counted(broken.length, 'row')} broken (${brokenWords(test, base)})`,
      rows: broken,
      before,
    },
    { kind: 'failed', title: failures.join(', '), rows: [...failed, ...singleErrors] },
    {
      kind: 'silent',
      title: `${counted(silent.length, 'row')} that can tell nothing (${statesOf(silent)})`,
      rows: silent,
    },
    {
      kind: 'fixed',
      title: `${counted(fixed.length, 'row')} fixed (${fixedWords(test, base)})`,
      rows: fixed,
      before,
    },
    { kind: 'passed', title: `${others(passed, fixed)} passed`, rows: passed },
    {
      kind: 'uncounted',
      title: `${counted(uncounted.length, 'row')} asked beyond the decision, in no count`,
      rows: uncounted,
    },
  ];
  const title = `${counted(unscored.length, 'row')} not asked${isClear ? ', since the verdict was clear before' : ''}`;
  const groups = all.filter(({ rows }) => rows.length > 0);
  if (unscored.length > 0) groups.push({ kind: 'unasked', title, rows: [] });
  return groups;
}

/** `3 × does not know the answer, 1 × a harmless word changes its answer` */
function statesOf(rows: ShownRow[]): string {
  return tally(rows, ({ state }) => state ?? '')
    .map(({ item, count }) => `${number(count)} × ${item.state}`)
    .join(', ');
}

export function otherRowsWords(shown: ShownTest): string[] {
  const { test, leftOut } = shown;
  const reasons = tally(leftOut, ({ kind }) => kind).slice(0, 3);
  const why = reasons
    .map(({ item, count }) => `${number(count)} × ${oneLine(item.kind, 100)}`)
    .join('; ');
  const groups = rowGroups(shown).filter(
    ({ kind }) => kind === 'silent' || kind === 'uncounted' || kind === 'unasked',
  );
  const left =
    test.not_applicable_count > 0 &&
    `${counted(test.not_applicable_count, 'sample')} left out${why && ` (${why})`}`;
  return present([left, ...groups.map(({ title }) => title)]);
}
