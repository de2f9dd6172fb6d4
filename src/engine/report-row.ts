import { causesOf, noiseOf, repeatsOf, samplesOf, scorersOf, scoresOf } from './figures.js';
import type { TestVerdict } from './gate.js';
import type { Calibration, ReportRow, ResultRow } from './results.js';
import { ruleAt, stated } from './scorers/rule.js';
import { tallyOf } from './tally.js';
import type { Trial } from './trial.js';

export interface Reported {
  rows: readonly ResultRow[];
  verdict: TestVerdict;
  calibration?: Calibration | undefined;
}

/** A pair's row of the report. */
export function reportRow(trial: Trial, { rows, verdict, calibration }: Reported): ReportRow {
  const { test, scorer, minimum_pass_rate, decision, confidence, stop } = trial.run;
  const { undecided_count, not_applicable_count, ...counts } = tallyOf(rows);
  return {
    category: test.category,
    test_type: test.name,
    ...counts,
    not_applicable_count: trial.head.prepared.notApplicable.length + not_applicable_count,
    ...(not_applicable_count > 0 && { set_aside_count: not_applicable_count }),
    ...(stop === 'decided' && { undecided_count }),
    minimum_pass_rate,
    scorer: scorer.name,
    threshold: trial.head.threshold,
    rule: stated(ruleAt(scorer.rule, trial.head.threshold)),
    decision,
    confidence,
    ...noiseOf(trial.head, rows),
    ...repeatsOf(trial.head, rows),
    ...causesOf(trial.head, rows),
    ...samplesOf(trial.head, rows),
    ...scorersOf(rows),
    ...scoresOf(trial.head, rows),
    ...(calibration && { calibration }),
    ...ofTheData(verdict, trial.run.available),
  };
}

/** Rows that the data do not have decide nothing. */
function ofTheData({ rows_to_decide, ...verdict }: TestVerdict, available = Infinity): TestVerdict {
  return { ...verdict, ...(rows_to_decide !== undefined && rows_to_decide <= available && { rows_to_decide }) };
}
