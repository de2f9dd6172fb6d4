import { headOf } from './report-row.js';
import { baselineOf } from './compare.js';
import { Decider, rowsNeeded } from './methods/decision.js';
import { statedMethod } from './methods/index.js';
import type { Decided, Part, TestPlan } from './methods/method.js';
import { comparisonsIn, rulesBy } from './methods/rules.js';
import type { LeftOutRow, ReportRow, ResultRow } from './results.js';
import { SIDES } from './sample.js';

/** Rows and stated rules of a report that is read, brought into the form in which a run ends. */

export interface StatedTest {
  test: ReportRow;
  rows: ResultRow[];
  leftOut: LeftOutRow[];
}

/** No two tests have the same key, nor two sides of one. */
export function keyOfTest({
  category,
  test_type,
  side,
}: Pick<ReportRow, 'category' | 'test_type' | 'side'>): string {
  return JSON.stringify([category, test_type, side]);
}

export function statedTests(report: readonly ReportRow[]): StatedTest[] {
  const tests = report.flatMap(({ sides, ...whole }) => {
    const { category, test_type } = whole;
    return sides
      ? SIDES.map((side): ReportRow => ({ ...sides[side], category, test_type, side }))
      : [whole];
  });
  return tests.map((test) => ({ test, rows: [], leftOut: [] }));
}

/**
 * A row of this test: without what its method does not give, and with what follows from the rest of
 * it.
 */
export function rowUnder(test: ReportRow, { counted: _counted, ...row }: ResultRow): ResultRow {
  const own = statedMethod(test).reread(row, test);
  const { baseline } = own;
  if (!baseline?.unchanged) return own;
  return {
    ...own,
    baseline: {
      ...baselineOf(own),
      ...(own.readings && { readings: own.readings }),
      unchanged: true,
    },
  };
}

/** The tests as a run has them at its end; those that are decided row by row are decided anew. */
export function partsOf(
  tests: readonly StatedTest[],
): (Part & { decided?: Replayed | undefined })[] {
  const isSequential = ({ decision }: ReportRow) => decision === 'sequential';
  const isCompared = (test: ReportRow) => isSequential(test) && test.baseline && !isUnchanged(test);
  const comparisons = comparisonsIn(
    tests.map(({ test, rows }) => ({
      ...test,
      compared: isCompared(test) ? statedMethod(test).comparable(rows).length : 0,
    })),
  );
  return tests.map(({ test, rows, leftOut }) => {
    const plan = planOf(test);
    if (!isSequential(test)) return { plan, rows, leftOut };
    const decided = replay(test, rows, comparisons);
    const { after } = decided.decision;
    const marked = rows.map((row, i) =>
      row.status === 'undecided' ? row : { ...row, counted: i < after },
    );
    return { plan, rows: marked, leftOut, decided };
  });
}

function isUnchanged({ comparisons = {} }: Pick<ReportRow, 'comparisons'>): boolean {
  return Object.values(comparisons).some(({ unchanged }) => unchanged);
}

/**
 * Longer plans take long to compute, and their error decides nothing: it is shown as the report has
 * it.
 */
const LONGEST_PLAN = 2_000;

interface Replayed extends Decided {
  least: number;
}

/**
 * Decides a test by the rules that its row of the report states. `all` are its rows in order,
 * `comparisons` those of the whole run.
 */
function replay(test: ReportRow, all: readonly ResultRow[], comparisons: number): Replayed {
  const { minimum_pass_rate, baseline, margin, alpha, beta } = test;
  const method = statedMethod(test);
  const isSame = isUnchanged(test);
  const compare = baseline && {
    with: baseline.source,
    max_regression: baseline.max_regression,
    isNewTest: baseline.new_test === true,
  };
  const compared = baseline && !isSame ? method.comparable(all) : [];
  const rules = {
    minimum_pass_rate,
    margin: margin!,
    alpha: alpha!,
    beta: beta!,
    compare,
    ...method.minima(test, all),
  };
  const decider = new Decider(rulesBy(rules, { rows: all.length, compared, comparisons }));
  const asked = all.filter(({ status }) => status !== 'undecided');
  // A test that cannot differ from its base is its own baseline.
  const shown = asked.map((result) => ({
    result,
    ...method.observed(result, isSame ? result : result.baseline, compared),
  }));
  const state = decider.walk(shown.map(({ seen }) => seen));
  const decision = decider.read(state);
  return {
    run: { compare },
    rows: { isUnchanged: isSame },
    decider,
    decision,
    state,
    counted: shown.slice(0, decision.after),
    open: all.slice(asked.length),
    longPlan:
      all.length > LONGEST_PLAN
        ? { ...(test.plan_error && { plan_error: test.plan_error }) }
        : undefined,
    least: rowsNeeded(decider.rules).rows,
  };
}

function planOf(row: ReportRow): TestPlan {
  const { minimum_pass_rate, scorer, rule, baseline, repeats, measure, calibration } = row;
  return {
    method: statedMethod(row),
    head: headOf(row),
    rules: { minimum_pass_rate, scorer, rule },
    repeats: repeats?.asked ?? 1,
    measure,
    compare: baseline && { with: baseline.source, max_regression: baseline.max_regression },
    calibration,
  };
}
