import { begin, type Progress, type RunModels, type RunOptions } from './begin.js';
import { namedBy, tell, type Part, type RunResults } from './report.js';
import type { Calibration } from './results.js';
import { askInWaves } from './schedule.js';
import { ruleAt, stated } from './scorers/rule.js';
import { spokenIn } from './spoken.js';
import { rowsOf, type Trial } from './trial.js';
import type { Sequence } from './triplet/sequence.js';
import { isSequence } from './triplet/start.js';
import { StreamRows } from './triplet/stream-rows.js';
import { TripletRows } from './triplet/triplet-rows.js';

export type { Progress, RunModels, RunOptions } from './begin.js';
export type { RunResults } from './report.js';

/** The engine's one story: perturb, ask, score, decide. No test's failure stops another's rows from being reported. */
export async function run(options: RunOptions, models: RunModels, onProgress: Progress = () => undefined): Promise<RunResults> {
  const begun = await begin(options, models, { onProgress });
  const { trials, asking, calibrations, progress } = begun;
  await askInWaves(trials, asking);
  onProgress(progress.total, progress.total);
  options.onAnswered?.(await spokenIn(begun, options.tests));
  const parts = trials.map((trial) =>
    isSequence(trial) ? sequenceIn(trial, calibrations.get(trial)) : pairIn(trial, calibrations.get(trial)),
  );
  return tell(parts, options);
}

function pairIn(trial: Trial, calibration: Calibration | undefined, decided?: Sequence): Part {
  const { run, head } = trial;
  const { test, side, scorer, minimum_pass_rate, threshold, repeats, samples_per_row: samples = 1, compare } = run;
  return {
    plan: {
      head: { category: test.category, test_type: test.name, ...(side && { side }), ...namedBy(run) },
      rules: { minimum_pass_rate, scorer: scorer.name, rule: stated(ruleAt(scorer.rule, threshold)) },
      isTriplet: false,
      repeats,
      samples,
      compare,
      calibration,
    },
    rows: decided ? decided.results : rowsOf(trial),
    leftOut: head.prepared.notApplicable,
    decided,
  };
}

function sequenceIn(sequence: Sequence, calibration: Calibration | undefined): Part {
  const { rows } = sequence;
  if (rows instanceof StreamRows) {
    const { measure, test } = rows.run;
    const { plan, ...part } = pairIn(rows.trial, calibration, sequence);
    return { ...part, plan: { ...plan, measure: test.perturbs ? measure : undefined } };
  }
  if (!(rows instanceof TripletRows)) throw new TypeError('rows of no known kind');
  const { test, minimum_pass_rate, scorer, repeats } = rows.run;
  return {
    plan: {
      head: { category: test.category, test_type: test.name, ...namedBy(rows.run) },
      rules: { minimum_pass_rate, scorer: scorer.name, rule: stated({ kind: 'three_arms', key: true }) },
      isTriplet: true,
      repeats,
      samples: 1,
      calibration: rows.calibration,
      drift: rows.drift,
    },
    rows: sequence.results,
    leftOut: rows.notApplicable,
    decided: sequence,
  };
}
