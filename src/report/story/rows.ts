/** The rows of a test in groups: broken, failed, fixed, passed and others. */
import { sum } from '../../engine/lists.js';
import type { ReportRow, ResultRow, Results } from '../../engine/results.js';
import { oneLine } from './truncate.js';
import { brokenWords, fixedWords, baselineName, onBase } from './baseline.js';
import { type Mask, unmasked } from './mask.js';
import { errorGroups, sharedErrorTest } from './cause.js';
import { isCounted, isOfTest, wasRight } from './states.js';
import { showRow, type ShownRow } from './shown-row.js';
import { quantity, gatedRows, formatNumber, placeWords, keepTexts, countByKey } from './words.js';
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
  const errorRows = results.results.filter((row) => row.status === 'error' && isCounted(row));
  const isShared = sharedErrorTest(errorGroups(errorRows));
  const rows = results.results.map((row, i) => ({ row, number: i + 1 }));
  return results.report.map((test) => {
    const testRows = rows.filter(({ row }) => isOfTest(row, test));
    const groups = Object.groupBy(testRows, ({ row }) => groupOf(row, test));
    const rowsIn = (group: ReturnType<typeof groupOf>): ShownRow[] =>
      (groups[group] ?? []).map(({ row, number }) => showRow(row, { test, mask, number }));
    const errors = rowsIn('error');
    const isSingle = (groups.error ?? []).map(({ row }) => !isShared(row.error));
    return {
      test,
      words: wordsFor(test),
      /** Rows that passed in the baseline and fail now. */
      broken: rowsIn('broken'),
      failed: rowsIn('failed'),
      /** Rows without a score. They may hide failures, so they are always shown. */
      errors,
      errorGroups: errorGroups(errors),
      /** Rows in error that are shown one by one: few share their cause. */
      singleErrors: errors.filter((_, i) => isSingle[i]),
      /** Rows that failed in the baseline and pass now. */
      fixed: rowsIn('fixed'),
      passed: rowsIn('passed'),
      /** Rows that can tell nothing: the answer is unknown, or the placebo changes it. */
      silent: rowsIn('silent'),
      /** Rows asked after the decision, in no count. */
      uncounted: rowsIn('uncounted'),
      unscored: rowsIn('undecided'),
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
  const wasPassed = baseline && (wasRight(row) || row.baseline?.pass);
  if (row.pass === true) return wasPassed === false ? 'fixed' : 'passed';
  if (wasPassed === true) return 'broken';
  return row.pass === false ? 'failed' : 'silent';
}

/**
 * `5 rows answered right on main fail here; too few to fail the comparison.` For a pass of several
 * tests: the sentence of a single test has these figures.
 */
export function brokenInPass(
  { outcome, report, results, watch }: Results,
  base: string | undefined,
): string | undefined {
  if (outcome !== 'pass' || report.length === 1 || watch) return undefined;
  const passing = report.filter((test) => test.outcome === 'pass');
  const brokenCount = (test: ReportRow) =>
    results.filter((row) => isOfTest(row, test) && groupOf(row, test) === 'broken').length;
  const count = sum(passing, brokenCount);
  const baseline = passing.find((test) => test.baseline)?.baseline;
  if (count === 0 || !baseline) return undefined;
  const fails = count === 1 ? 'fails' : 'fail';
  return `${quantity(count, 'row')} answered right ${onBase(baseline, base)} ${fails} here; too few to fail the comparison.`;
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
  baselineLabel?: string;
}

/**
 * Returns the groups of a test's rows that are not empty, the most telling first. Rows that were
 * not asked have a title only.
 */
export function rowGroups(shownTest: ShownTest, base?: string): RowGroup[] {
  const { test, broken, failed, singleErrors, silent, fixed, passed, uncounted, unscored } =
    shownTest;
  const baselineLabel = test.baseline && baselineName(test.baseline, base);
  const countRows = (rows: ShownRow[], precedingRows: ShownRow[]): string =>
    quantity(rows.length, precedingRows.length > 0 ? 'other row' : 'row');
  const isClear = test.outcome === 'pass' || test.outcome === 'fail';
  const failures = keepTexts([
    failed.length > 0 &&
      `${broken.length > 0 ? countRows(failed, broken) : `${formatNumber(failed.length)} of ${quantity(gatedRows(test), 'row')}`} failed`,
    singleErrors.length > 0 && `${quantity(singleErrors.length, 'row')} in error`,
  ]);
  const allGroups: RowGroup[] = [
    {
      kind: 'broken',
      title: `${quantity(broken.length, 'row')} broken (${brokenWords(test, base)})`,
      rows: broken,
      baselineLabel,
    },
    { kind: 'failed', title: failures.join(', '), rows: [...failed, ...singleErrors] },
    {
      kind: 'silent',
      title: `${quantity(silent.length, 'row')} that can tell nothing (${statesOf(silent)})`,
      rows: silent,
    },
    {
      kind: 'fixed',
      title: `${quantity(fixed.length, 'row')} fixed (${fixedWords(test, base)})`,
      rows: fixed,
      baselineLabel,
    },
    { kind: 'passed', title: `${countRows(passed, fixed)} passed`, rows: passed },
    {
      kind: 'uncounted',
      title: `${quantity(uncounted.length, 'row')} not counted (asked after the test was decided)`,
      rows: uncounted,
    },
  ];
  const title = `${quantity(unscored.length, 'row')} not asked${isClear ? ', since the verdict was clear before' : ''}`;
  const groups = allGroups.filter(({ rows }) => rows.length > 0);
  if (unscored.length > 0) groups.push({ kind: 'unasked', title, rows: [] });
  return groups;
}

/** `3 × does not know the answer, 1 × a harmless word changes its answer` */
function statesOf(rows: ShownRow[]): string {
  return countByKey(rows, ({ state }) => state ?? '')
    .map(({ item, count }) => `${formatNumber(count)} × ${item.state}`)
    .join(', ');
}

export function otherRowsWords(shownTest: ShownTest): string[] {
  const { test, leftOut } = shownTest;
  const reasons = countByKey(leftOut, ({ kind }) => kind).slice(0, 3);
  const reasonsClause = reasons
    .map(({ item, count }) => `${formatNumber(count)} × ${oneLine(item.kind, 100)}`)
    .join('; ');
  const groups = rowGroups(shownTest).filter(
    ({ kind }) => kind === 'silent' || kind === 'uncounted' || kind === 'unasked',
  );
  const leftOutClause =
    test.not_applicable_count > 0 &&
    `${quantity(test.not_applicable_count, 'sample')} left out${reasonsClause && ` (${reasonsClause})`}`;
  return keepTexts([leftOutClause, ...groups.map(({ title }) => title)]);
}
