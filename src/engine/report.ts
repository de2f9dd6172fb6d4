import type { SensitivityTest } from './tests/test.js';
import { divergenceOf } from './divergence/figure.js';
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

/** What a test of the user's own is called. */
export function namedBy({ test, parameters }: { test: SensitivityTest; parameters: unknown }): Pick<ReportRow, 'named'> {
  const named = test.named?.(parameters);
  return named === undefined ? {} : { named };
}

/** A pair's row of the report. */
export function reportRow(trial: Trial, { rows, verdict, calibration }: Reported): ReportRow {
  const { test, side, scorer, minimum_pass_rate, decision, confidence, stop } = trial.run;
  const { undecided_count, not_applicable_count, ...counts } = tallyOf(rows);
  return {
    category: test.category,
    test_type: test.name,
    ...(side && { side }),
    ...namedBy(trial.run),
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
    ...divergenceOf(test.figure, rows),
    ...(calibration && { calibration }),
    ...withinReach(verdict, trial),
  };
}

/** So many rows would decide it: nothing to tell where the data do not have them. Of its rows as many fit the test as of the samples. */
function withinReach(verdict: TestVerdict, { run: { available, samples }, rows }: Trial): TestVerdict {
  const { rows_to_decide, ...others } = verdict;
  const most = available === undefined || samples.length === 0 ? Infinity : Math.floor((available * rows.length) / samples.length);
  return rows_to_decide === undefined || rows_to_decide <= most ? verdict : others;
}
