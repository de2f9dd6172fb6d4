import type { SensitivityTest } from './tests/test.js';
import { divergenceOf } from './divergence/figure.js';
import { causesOf, repeatsOf, samplesOf, scorersOf, scoresOf } from './figures.js';
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
  const { run } = trial;
  const { test, side, scorer, threshold, minimum_pass_rate } = run;
  const { not_applicable_count, ...counts } = tallyOf(rows);
  return {
    category: test.category,
    test_type: test.name,
    ...(side && { side }),
    ...namedBy(run),
    ...counts,
    not_applicable_count: trial.head.prepared.notApplicable.length + not_applicable_count,
    ...(not_applicable_count > 0 && { set_aside_count: not_applicable_count }),
    minimum_pass_rate,
    scorer: scorer.name,
    threshold,
    rule: stated(ruleAt(scorer.rule, threshold)),
    decision: 'point',
    ...repeatsOf(run, rows),
    ...causesOf(run, rows),
    ...samplesOf(run, rows),
    ...scorersOf(rows),
    ...scoresOf(run, rows),
    ...divergenceOf(test.figure, rows),
    ...(calibration && { calibration }),
    ...verdict,
  };
}
