import { zip } from './lists.js';
import { decide, type Comparison, type Counts, type SequentialCounts } from './gate.js';
import { methodOf } from './methods/index.js';
import type { FinishedTest } from './methods/method.js';
import { sequentialCounts } from './methods/sequential-figures.js';
import { ruleFigures } from './methods/rule-figures.js';
import { headOfRun } from './methods/stated-fields.js';
import type { Compare } from './methods/test-run.js';
import { isPaired } from './compare.js';
import { isMostlyFiltered } from './endings.js';
import type { LeftOutRow, Outcome, ReportRow, ResultRow } from './results.js';
import { changeOf } from './statistics/regression.js';
import { joinSides, tallyOf } from './answer-and-refuse.js';

/** Computes verdicts and figures from rows. */

export interface RunResults {
  outcome: Outcome;
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
}

/** Decides all tests, and computes the figures of their rows. */
export function decideTests(
  parts: readonly FinishedTest[],
  { isSkipped, isPartial }: { isSkipped?: boolean; isPartial?: boolean } = {},
): RunResults {
  const { outcome, tests } = decide({
    tests: parts.map(countsOf),
    skipped: isSkipped,
    isPartial,
  });
  return {
    outcome,
    report: joinSides(
      zip(parts, tests).map(([part, verdict]) => methodOf(part.run).reportRow(part, verdict)),
    ),
    results: parts.flatMap(({ rows }) => rows),
    not_applicable: parts.flatMap(({ leftOut }) => leftOut),
  };
}

/** Returns the counts of a test, from which the gate decides. */
export function countsOf({
  run,
  rows,
  decided,
}: Pick<FinishedTest, 'run' | 'rows' | 'decided'>): Counts | SequentialCounts {
  const { compare, minimum_pass_rate, rules, test } = run;
  const head = headOfRun(run);
  const notCompared = compare?.unasked;
  if (decided) {
    const countedRows = decided.countedRows.map(({ result }) => result);
    const isFiltered = isMostlyFiltered(test.measures, countedRows);
    const figures = rules && ruleFigures(rules, rows, { minimum_pass_rate });
    const testsNoRule = figures?.every(({ tested }) => !tested);
    const failsRule = figures?.some(({ failed }) => failed);
    const ruleDoubts = { testsNoRule, failsRule };
    return { head, notCompared, isFiltered, ...ruleDoubts, ...sequentialCounts(decided) };
  }
  return {
    head,
    notCompared,
    isFiltered: isMostlyFiltered(test.measures, rows),
    ...tallyOf(rows),
    minimum_pass_rate,
    comparison: compare && notCompared === undefined ? comparisonOf(rows, compare) : undefined,
  };
}

/**
 * Pairs rows with their baseline, unless the baseline was set aside or not asked. A row of the head
 * that is set aside stays, since it may be broken.
 */
function comparisonOf(
  rows: readonly ResultRow[],
  { with: source, max_regression }: Compare,
): Comparison {
  const pairs = rows.flatMap(({ pass, baseline }) =>
    isPaired(baseline) ? [{ baseline: baseline.pass, head: pass }] : [],
  );
  const passed_before = pairs.filter((pair) => pair.baseline === true && pair.head !== null).length;
  return { source, max_regression, change: changeOf(pairs), passed_before };
}
