import { comparisonOf } from './compare.js';
import { decide, type Counts } from './gate.js';
import type { Part } from './methods/method.js';
import { sequentialCounts } from './methods/figures.js';
import type { LeftOutRow, Outcome, ReportRow, ResultRow } from './results.js';
import { joinSides, tallyOf } from './sides.js';

/** Computes verdicts and figures from rows, those of a run or of a report that is read. */

export interface RunResults {
  outcome: Outcome;
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
}

/** Decides all tests, and computes the figures of their rows. */
export function tell(
  parts: readonly Part[],
  { isSkipped, isPartial }: { isSkipped?: boolean; isPartial?: boolean | undefined } = {},
): RunResults {
  const { outcome, tests } = decide({
    tests: parts.map((part) => (part.decided ? sequentialCounts(part.decided) : countsOf(part))),
    skipped: isSkipped,
    isPartial,
  });
  return {
    outcome,
    report: joinSides(parts.map((part, i) => part.plan.method.reportRow(part, tests[i]!))),
    results: parts.flatMap(({ rows }) => rows),
    not_applicable: parts.flatMap(({ leftOut }) => leftOut),
  };
}

function countsOf({ plan: { rules, compare }, rows }: Part): Counts {
  return { ...tallyOf(rows), minimum_pass_rate: rules.minimum_pass_rate, ...(compare && { comparison: comparisonOf(rows, compare) }) };
}
