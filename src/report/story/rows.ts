/** The rows of a test in groups: broken, failed, fixed, passed and others. */
import { sum } from '../../engine/lists.ts';
import type { TestWords } from '../../engine/perturbations/definition.ts';
import type { ReportRow, ResultRow, Results, RowError } from '../../engine/results.ts';
import { oneLine } from './truncate.ts';
import { brokenWords, fixedWords, baseName } from './baseline.ts';
import { type Mask, unmasked } from './mask.ts';
import { errorGroups, sharedErrorTest } from './cause.ts';
import { isCounted, isOfTest, wasRight } from './states.ts';
import { showRow, type ShownRow } from './shown-row.ts';
import {
  countByKey,
  formatNumber,
  gatedRows,
  type ItemCount,
  keepTexts,
  placeWords,
  quantity,
} from './words.ts';
import { wordsFor } from './test-words.ts';

const SET_ASIDE = 'the judge found the test case not applicable';

export interface ShownLeftOut {
  source: string;
  original: string;
  reason: string;
  kind: string;
}

/** The groups of a test's rows, those first that explain a verdict best. */
export const ROW_GROUPS = [
  /** Passed in the baseline, and fails now. */
  'broken',
  'failed',
  /** Without a score. It may hide a failure, so it is always shown. */
  'error',
  /** Can tell nothing: the answer is unknown, or the placebo changes it. */
  'silent',
  /** Failed in the baseline, and passes now. */
  'fixed',
  'passed',
  /** Never asked. */
  'undecided',
  /** Asked after the decision, in no count. */
  'uncounted',
] as const;

export type RowGroupName = (typeof ROW_GROUPS)[number];

/** A test with its rows as writers show them. */
export interface ShownTest {
  test: ReportRow;
  words: TestWords;
  rows: Readonly<Record<RowGroupName, ShownRow[]>>;
  errorGroups: ItemCount<RowError>[];
  /** Rows in error that are shown one by one: few share their cause. */
  singleErrors: ShownRow[];
  leftOut: ShownLeftOut[];
}

/** The tests of a run in the report's order. */
export function shownTests(results: Results, mask: Mask = unmasked): ShownTest[] {
  // Counted over all tests: each may have only a few rows of a cause.
  const errorRows = results.results.filter((row) => row.status === 'error' && isCounted(row));
  const isShared = sharedErrorTest(errorGroups(errorRows));
  const numbered = results.results.map((row, i) => ({ row, number: i + 1 }));
  return results.report.map((test) => {
    const testRows = numbered.filter(({ row }) => isOfTest(row, test));
    const groups = Map.groupBy(testRows, ({ row }) => groupOf(row, test));
    const rowsIn = (group: RowGroupName): ShownRow[] =>
      (groups.get(group) ?? []).map(({ row, number }) => showRow(row, { test, mask, number }));
    const error = rowsIn('error');
    const isSingle = (groups.get('error') ?? []).map(({ row }) => !isShared(row.error));
    return {
      test,
      words: wordsFor(test),
      rows: {
        broken: rowsIn('broken'),
        failed: rowsIn('failed'),
        error,
        silent: rowsIn('silent'),
        fixed: rowsIn('fixed'),
        passed: rowsIn('passed'),
        undecided: rowsIn('undecided'),
        uncounted: rowsIn('uncounted'),
      },
      errorGroups: errorGroups(error),
      singleErrors: error.filter((_, i) => isSingle[i]),
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
 * The group of a row; undefined for one that the judge excluded. A row that the baseline did better
 * is broken, whether it fails now or can tell nothing.
 */
function groupOf(row: ResultRow, { baseline }: ReportRow): RowGroupName | undefined {
  if (!isCounted(row)) return 'uncounted';
  if (row.status === 'not_applicable') return undefined;
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
  { outcome, report, results }: Results,
  base: string | undefined,
): string | undefined {
  if (outcome !== 'pass' || report.length === 1) return undefined;
  const passing = report.filter((test) => test.outcome === 'pass');
  const brokenCount = (test: ReportRow) =>
    results.filter((row) => isOfTest(row, test) && groupOf(row, test) === 'broken').length;
  const count = sum(passing, brokenCount);
  const baseline = passing.find((test) => test.baseline)?.baseline;
  if (count === 0 || !baseline) return undefined;
  const fails = count === 1 ? 'fails' : 'fail';
  return `${quantity(count, 'row')} answered right on ${baseName(base)} ${fails} here; too few to fail the comparison.`;
}

export interface RowGroup {
  /** Rows in error are in the group of those that failed. */
  name: Exclude<RowGroupName, 'error'>;
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
  const { test, singleErrors } = shownTest;
  const { broken, failed, silent, fixed, passed, uncounted, undecided } = shownTest.rows;
  const baselineLabel = test.baseline && baseName(base);
  const allGroups: RowGroup[] = [
    {
      name: 'broken',
      title: `${quantity(broken.length, 'row')} broken (${brokenWords(test, base)})`,
      rows: broken,
      baselineLabel,
    },
    { name: 'failed', title: failuresTitle(shownTest), rows: [...failed, ...singleErrors] },
    {
      name: 'silent',
      title: `${quantity(silent.length, 'row')} that can tell nothing (${statesOf(silent)})`,
      rows: silent,
    },
    {
      name: 'fixed',
      title: `${quantity(fixed.length, 'row')} fixed (${fixedWords(test, base)})`,
      rows: fixed,
      baselineLabel,
    },
    {
      name: 'passed',
      title: `${quantity(passed.length, rowNounBeside(fixed))} passed`,
      rows: passed,
    },
    {
      name: 'uncounted',
      title: `${quantity(uncounted.length, 'row')} not counted (asked after the test was decided)`,
      rows: uncounted,
    },
  ];
  const groups = allGroups.filter(({ rows }) => rows.length > 0);
  if (undecided.length > 0)
    groups.push({ name: 'undecided', title: undecidedTitle(shownTest), rows: [] });
  return groups;
}

function undecidedTitle({ test, rows: { undecided } }: ShownTest): string {
  const isClear = test.outcome === 'pass' || test.outcome === 'fail';
  const reason = isClear ? ', since the verdict was clear before' : '';
  return `${quantity(undecided.length, 'row')} not asked${reason}`;
}

/** `3 of 25 rows failed, 2 rows in error` */
function failuresTitle({ test, rows: { broken, failed }, singleErrors }: ShownTest): string {
  const failures =
    broken.length > 0
      ? quantity(failed.length, rowNounBeside(broken))
      : `${formatNumber(failed.length)} of ${quantity(gatedRows(test), 'row')}`;
  return keepTexts([
    failed.length > 0 && `${failures} failed`,
    singleErrors.length > 0 && `${quantity(singleErrors.length, 'row')} in error`,
  ]).join(', ');
}

/** Rows that are counted behind others are `other rows`. */
function rowNounBeside(precedingRows: readonly ShownRow[]): string {
  return precedingRows.length > 0 ? 'other row' : 'row';
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
    ({ name }) => name === 'silent' || name === 'uncounted' || name === 'undecided',
  );
  const leftOutClause =
    test.not_applicable_count > 0 &&
    `${quantity(test.not_applicable_count, 'sample')} left out${reasonsClause && ` (${reasonsClause})`}`;
  return keepTexts([leftOutClause, ...groups.map(({ title }) => title)]);
}
