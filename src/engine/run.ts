import { begin, type Progress, type RunModels, type RunOptions } from './begin.js';
import { decide } from './gate.js';
import { reportRow } from './report.js';
import type { LeftOutRow, Outcome, ReportRow, ResultRow } from './results.js';
import { askInWaves } from './schedule.js';
import { joinSides } from './sides.js';
import { spokenIn } from './spoken.js';
import { countsOf, rowsOf } from './trial.js';
import { sequentialCounts } from './triplet/counts.js';
import { sequenceRow } from './triplet/report.js';
import { isSequence } from './triplet/start.js';

export type { Progress, RunModels, RunOptions } from './begin.js';

export interface RunResults {
  outcome: Outcome;
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
}

/** The engine's one story: perturb, ask, score, decide. No test's failure stops another's rows from being reported. */
export async function run(options: RunOptions, models: RunModels, onProgress: Progress = () => undefined): Promise<RunResults> {
  const begun = await begin(options, models, { onProgress });
  const { trials, asking, calibrations, progress } = begun;
  await askInWaves(trials, asking);

  const verdict = decide({
    tests: trials.map((trial) => (isSequence(trial) ? sequentialCounts(trial) : countsOf(trial))),
    isPartial: options.isPartial,
  });
  onProgress(progress.total, progress.total);
  options.onAnswered?.(await spokenIn(begun, options.tests));
  return {
    outcome: verdict.outcome,
    report: joinSides(
      trials.map((trial, i) => {
        const found = { verdict: verdict.tests[i]!, calibration: calibrations.get(trial) };
        return isSequence(trial) ? sequenceRow(trial, found) : reportRow(trial, { ...found, rows: rowsOf(trial) });
      }),
    ),
    results: trials.flatMap((trial) => (isSequence(trial) ? trial.results : rowsOf(trial))),
    not_applicable: trials.flatMap((trial) => (isSequence(trial) ? trial.rows.notApplicable : trial.head.prepared.notApplicable)),
  };
}
