import { begin, type Progress, type RunModels, type RunOptions } from './begin.js';
import { tell, type RunResults } from './report.js';
import { askInWaves } from './schedule.js';

export type { Progress, RunModels, RunOptions } from './begin.js';
export type { RunResults } from './report.js';

/** The engine's one story: perturb, ask, score, decide. A test that fails does not keep another one's rows from the report. */
export async function run(options: RunOptions, models: RunModels, onProgress: Progress = () => undefined): Promise<RunResults> {
  const { trials, asking, calibrations, progress } = await begin(options, models, onProgress);
  await askInWaves(trials, asking);
  onProgress(progress.total, progress.total);
  return tell(
    trials.map((trial) => trial.part(calibrations.get(trial))),
    { isSkipped: options.isShard },
  );
}
