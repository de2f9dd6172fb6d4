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

/** How a pair was asked, as its run or an earlier report has it: what its rows do not tell. */
export interface PairPlan {
  head: Pick<ReportRow, 'category' | 'test_type' | 'side' | 'named'>;
  rules: Pick<ReportRow, 'minimum_pass_rate' | 'scorer' | 'threshold' | 'rule' | 'decision'> & { confidence: number };
  test: Pick<SensitivityTest, 'measures' | 'figure'> | undefined;
  repeats: number;
  samples: number;
  stopsEarly: boolean;
  /** Samples that were never asked. */
  leftOut: number;
  noise?: Pick<ReportRow, 'noise' | 'control_count' | 'sensitivity'>;
}

/** A pair's row of the report, in its run and when a report is read. */
export function pairRow(plan: PairPlan, { rows, verdict, calibration }: Reported): ReportRow {
  const { undecided_count, not_applicable_count, ...counts } = tallyOf(rows);
  const { threshold, confidence } = plan.rules;
  return {
    ...plan.head,
    ...counts,
    not_applicable_count: plan.leftOut + not_applicable_count,
    ...(not_applicable_count > 0 && { set_aside_count: not_applicable_count }),
    ...(plan.stopsEarly && { undecided_count }),
    ...plan.rules,
    ...plan.noise,
    ...repeatsOf(plan.repeats, rows),
    ...causesOf(plan.test, rows),
    ...samplesOf(plan.samples, rows, confidence),
    ...scorersOf(rows),
    ...scoresOf(threshold, rows),
    ...divergenceOf(plan.test?.figure, rows),
    ...(calibration && { calibration }),
    ...verdict,
  };
}

export function reportRow(trial: Trial, { rows, verdict, calibration }: Reported): ReportRow {
  const { run, head } = trial;
  const { test, side, scorer, minimum_pass_rate, decision, confidence, stop, repeats, samples_per_row: samples = 1 } = run;
  const { threshold } = head;
  const plan: PairPlan = {
    head: { category: test.category, test_type: test.name, ...(side && { side }), ...namedBy(run) },
    rules: { minimum_pass_rate, scorer: scorer.name, threshold, rule: stated(ruleAt(scorer.rule, threshold)), decision, confidence },
    test,
    repeats,
    samples,
    stopsEarly: stop === 'decided',
    leftOut: head.prepared.notApplicable.length,
    noise: noiseOf(head, rows),
  };
  return pairRow(plan, { rows, verdict: withinReach(verdict, trial), calibration });
}

/** So many rows would decide it: nothing to tell where the data do not have them. Of its rows as many fit the test as of the samples. */
function withinReach(verdict: TestVerdict, { run: { available, samples }, rows }: Trial): TestVerdict {
  const { rows_to_decide, ...others } = verdict;
  const most = available === undefined || samples.length === 0 ? Infinity : Math.floor((available * rows.length) / samples.length);
  return rows_to_decide === undefined || rows_to_decide <= most ? verdict : others;
}
