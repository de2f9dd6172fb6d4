import { zip } from '../lists.ts';
import { decide, type Comparison, type TestCounts } from './gate.ts';
import { methodOf } from '../methods/index.ts';
import type { FinishedTest } from '../methods/method.ts';
import { sequentialCounts } from '../methods/sequential-figures.ts';
import { ruleFigures } from '../methods/rule-figures.ts';
import type { Compare } from '../methods/test-run.ts';
import { isPaired } from '../rows/baseline.ts';
import { isMostlyFiltered } from '../rows/endings.ts';
import type { LeftOutRow, Outcome, ReportRow, ResultRow } from '../results.ts';
import { changeOf } from '../statistics/regression.ts';
import { joinSides } from './answer-and-refuse.ts';
import { tallyOf } from './tally.ts';

/** Computes verdicts and figures from rows. */

export interface RunResults {
  outcome: Outcome;
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
}

/** Decides all tests, and computes the figures of their rows. */
export function decideTests(tests: readonly FinishedTest[]): RunResults {
  const decided = decide(tests.map(countsOf));
  const report = zip(tests, decided.tests).map(([test, verdict]) =>
    methodOf(test.run).reportRow(test, verdict),
  );
  return {
    outcome: decided.outcome,
    report: joinSides(report),
    results: tests.flatMap(({ rows }) => rows),
    not_applicable: tests.flatMap(({ leftOut }) => leftOut),
  };
}

/** Returns the counts of a test, from which the gate decides. */
export function countsOf({
  run,
  rows,
  decided,
}: Pick<FinishedTest, 'run' | 'rows' | 'decided'>): TestCounts {
  const { advisory: isAdvisory, compare, minimum_pass_rate, rules: botRules, test } = run;
  const notCompared = compare?.unasked;
  if (!decided)
    return {
      kind: 'rate',
      isAdvisory,
      notCompared,
      isFiltered: isMostlyFiltered(test.measures, rows),
      ...tallyOf(rows),
      minimum_pass_rate,
      comparison: compare && notCompared === undefined ? comparisonOf(rows, compare) : undefined,
    };
  const countedRows = decided.countedRows.map(({ result }) => result);
  const isFiltered = isMostlyFiltered(test.measures, countedRows);
  const counts = { ...sequentialCounts(decided), isAdvisory, notCompared, isFiltered };
  if (!botRules) return counts;
  const figures = ruleFigures(botRules, rows, { minimum_pass_rate });
  const testsNoRule = figures.every(({ tested }) => !tested);
  const failsRule = figures.some(({ failed }) => failed);
  return { ...counts, testsNoRule, failsRule };
}

/**
 * Pairs rows with their baseline, unless the baseline was set aside or not asked. A row of the head
 * that is set aside stays, since it may be broken.
 */
function comparisonOf(rows: readonly ResultRow[], { max_regression }: Compare): Comparison {
  const pairs = rows.flatMap(({ pass, baseline }) =>
    isPaired(baseline) ? [{ baseline: baseline.pass, head: pass }] : [],
  );
  const passed_before = pairs.filter((pair) => pair.baseline === true && pair.head !== null).length;
  return { max_regression, change: changeOf(pairs), passed_before };
}
