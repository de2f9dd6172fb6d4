import { nameOf, type CalibrationNeeds } from '../engine/judges.js';
import { timesAsked } from '../engine/questions.js';
import { ruleAt } from '../engine/scorers/rule.js';
import type { Trial } from '../engine/trial.js';
import { planOf } from '../engine/triplet/plan.js';
import { statedMinima } from '../engine/triplet/report.js';
import type { Sequence } from '../engine/triplet/sequence.js';
import { calibrationNeeds, isSequence, type AnyTrial } from '../engine/triplet/start.js';
import { StreamRows } from '../engine/triplet/stream-rows.js';
import { TripletRows } from '../engine/triplet/triplet-rows.js';
import type { StreamRun } from '../engine/triplet/triplet-run.js';
import type { PlannedTest } from '../report/planned.js';

/** How many test cases of each test a plan shows. */
const EXAMPLES = 2;

/** What a plan shows of a test. */
export async function plannedTest(trial: AnyTrial, calibrationOf: (needs: CalibrationNeeds[]) => Promise<number>): Promise<PlannedTest> {
  if (!isSequence(trial)) return plannedPair(trial);
  const { rows, run } = trial;
  const sequential = planOf(trial);
  const calibration = await calibrationOf(calibrationNeeds(run));
  const { judge } = run;
  const reading = judge && rows.judgeCalls > 0 && { name: nameOf(judge), requests: rows.judgeCalls * rows.rules.rows };
  const common = {
    sequential: { ...sequential, margin: run.margin, ...(calibration > 0 && { calibration }), ...(reading && { reading }) },
  };
  if (rows instanceof StreamRows) {
    const sequence = { ...common, sequential: { ...common.sequential, ...judgedIn(rows.run) } };
    return { ...plannedPair(rows.trial), ...sequence, cases: rows.rules.rows, not_applicable: [...rows.notApplicable] };
  }
  if (!(rows instanceof TripletRows)) throw new TypeError('rows of no known kind');
  return plannedTriplet(trial, rows, common);
}

/** Every answer is read, or those that no rule reads; of a failing row the answers to the original and to the placebo too. */
function judgedIn({ judge, scorer, test }: StreamRun): Pick<NonNullable<PlannedTest['sequential']>, 'judged'> {
  const row = scorer.judgeCalls + (scorer.mayAskJudge ? 1 : 0);
  if (!judge || row === 0) return {};
  return { judged: { row, failing: scorer.judgesEach && test.perturbs ? 2 * row : 0 } };
}

function plannedTriplet(
  { rows: { rules }, decider }: Sequence,
  { run, prepared: { cases, notApplicable } }: TripletRows,
  common: Pick<PlannedTest, 'sequential'>,
): PlannedTest {
  const { test, scorer, minimum_pass_rate, samples, repeats, compare } = run;
  return {
    test_type: test.name,
    scorer: scorer.name,
    method: 'triplet',
    minimum_pass_rate,
    ...statedMinima(decider),
    rule: { kind: 'three_arms', key: rules.contrastAlpha === undefined },
    samples: samples.length,
    cases: cases.length,
    not_applicable: notApplicable,
    repeats,
    ...(compare && { compare: compare.with }),
    ...common,
    examples: cases.slice(0, EXAMPLES).map(({ texts: { original, placebo, test_case } }) => ({ original, placebo, test_case })),
  };
}

function plannedPair({ run, head }: Trial): PlannedTest {
  const { cases, notApplicable } = head.prepared;
  const { test, side, scorer, minimum_pass_rate, threshold, samples, compare } = run;
  return {
    test_type: side ? `${test.name} (should ${side})` : test.name,
    scorer: scorer.name,
    minimum_pass_rate,
    rule: ruleAt(scorer.rule, threshold),
    samples: samples.length,
    cases: cases.length,
    not_applicable: notApplicable,
    repeats: timesAsked(run),
    ...(compare && { compare: compare.with }),
    examples: cases.slice(0, EXAMPLES).map(({ sample, test_case }) => ({ original: sample.text, test_case })),
  };
}
