import { calibrationProblem, mayGate, mergeCalibrations } from './judges/calibration.ts';
import { Judges, type CalibrationStore } from './judges/judges.ts';
import { sum } from './lists.ts';
import type { Embedder } from './model.ts';
import { calibrationNeeds, needOf, type Need } from './asking/budget.ts';
import type { AnyRun } from './methods/test-run.ts';
import type { Concurrency } from './asking/pool.ts';
import type { Calibration, RowError } from './results.ts';
import { decideTests, type RunResults } from './verdict/report.ts';
import { askInWaves } from './asking/schedule.ts';
import { createTools } from './asking/scoring-tools.ts';
import { startTests, subjectsOf, type SubjectModels } from './asking/start-tests.ts';
import type { Trial } from './asking/trial.ts';

export interface RunOptions {
  tests: readonly AnyRun[];
  seed: number;
  concurrency: Concurrency;
  maxRequests?: number;
  /** Called before the first request; an error that it throws ends the run. */
  onNeed?: (need: Need) => void;
  /** Template of the base's prompts, where a test is compared with the base. */
  baseTemplate?: string;
  /** The judges of an earlier run, which know their calibration. */
  judges?: Judges;
}

export interface RunModels extends SubjectModels {
  /** Needed only where a test's scorer embeds. */
  embedder?: Embedder;
  calibrations?: CalibrationStore;
}

/** `isCalibrating`: judges are asked known cases, before any row. */
export type Progress = (finished: number, total: number, isCalibrating?: boolean) => void;

/**
 * Runs the tests: perturbs, asks, scores and decides. If one test fails, the report still has the
 * rows of the others.
 */
export async function runTests(
  options: RunOptions,
  models: RunModels,
  onProgress: Progress = () => undefined,
): Promise<RunResults> {
  const { tests, seed, concurrency, maxRequests } = options;
  const { embedder, calibrations: store } = models;
  const subjects = subjectsOf(models, options.baseTemplate);
  const trials = startTests(tests, { seed, ...subjects });
  const progress = new RequestProgress(onProgress);
  const { onReply } = progress;
  const judges = options.judges ?? new Judges({ concurrency, store, onReply });

  const embeddingBatch = embedder?.batchSize ?? 1;
  const need = await needOf(trials, { judges, cap: maxRequests, embeddingBatch });
  options.onNeed?.(need);
  progress.start(need.count.total);
  for (const { trial, row } of need.refused) trial.skip(row, overBudget(maxRequests));

  progress.isCalibrating = need.count.calibration > 0;
  const calibrations = await calibrateJudges(need, judges);
  progress.isCalibrating = false;

  const tools = createTools({ embedder, judges, concurrency, onBatch: onReply });
  const senders = [subjects.head, subjects.base?.answers, tools];
  const secondRound = () => {
    const requests = sum(senders, (sender) => sender?.secondRound() ?? 0);
    progress.expect(requests);
    return requests > 0;
  };
  await askInWaves(trials, { ...tools, judges, concurrency, onReply, secondRound });
  progress.finish();
  const finishedTests = trials.map((trial) => trial.finish(calibrations.get(trial)));
  return decideTests(finishedTests);
}

/** Counts replies; never reports more than the requests that are expected. */
class RequestProgress {
  private readonly report: Progress;
  private finished = 0;
  private total = 0;
  isCalibrating = false;

  constructor(report: Progress) {
    this.report = report;
  }

  start(total: number): void {
    this.total = total;
    this.report(0, total);
  }

  readonly onReply = (): void => {
    this.finished += 1;
    this.report(Math.min(this.finished, this.total), this.total, this.isCalibrating);
  };

  expect(further: number): void {
    this.total += further;
  }

  finish(): void {
    this.report(this.total, this.total);
  }
}

/** Calibrates the judges of the tests; a test whose judge may not gate skips its rows. */
async function calibrateJudges(
  { admitted }: Need,
  judges: Judges,
): Promise<ReadonlyMap<Trial, Calibration>> {
  const trials = new Set(admitted.map(({ trial }) => trial));
  const calibrations = new Map<Trial, Calibration>();
  for (const trial of trials) {
    // A judge beside rules is calibrated once there is an answer that no rule reads.
    if (trial.rows.isReadByRule) continue;
    const ownCalibrations: Calibration[] = [];
    for (const { judge, knownCases } of calibrationNeeds(trial))
      if (judge && knownCases) ownCalibrations.push(await judges.calibrate(judge, knownCases));
    const calibration = mergeCalibrations(ownCalibrations);
    if (!calibration) continue;
    calibrations.set(trial, calibration);
    if (mayGate(calibration)) continue;
    for (const row of trial.open) trial.skip(row, calibrationProblem(calibration));
  }
  return calibrations;
}

function overBudget(cap: number | undefined): RowError {
  return {
    kind: 'budget',
    message: `Not asked: the cap of ${cap} requests would have been passed. Raise budget.max_requests (or the input \`max-requests\`), or lower data.limit.`,
  };
}
