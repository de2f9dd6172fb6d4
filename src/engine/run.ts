import { calibrationProblem, mayGate } from './judges/calibration.js';
import { Judges, type CalibrationStore } from './judges/judges.js';
import type { Embedder } from './model.js';
import { calibrationNeeds, needOf, type Need } from './budget.js';
import type { AnyRun } from './methods/test-run.js';
import type { Size } from './pool.js';
import type { Calibration, RowError } from './results.js';
import { decideTests, type RunResults } from './report.js';
import { askInWaves } from './schedule.js';
import { toolsOver } from './tools.js';
import { startTests, subjectsOf, type SubjectModels, type Trial } from './trial.js';

export type { RunResults } from './report.js';

export interface RunOptions {
  tests: readonly AnyRun[];
  seed: number;
  concurrency: Size;
  maxRequests?: number;
  /** Called before the first request; an error that it throws ends the run. */
  onNeed?: (need: Need) => void;
  /** Template of the base's prompts, where a test is compared with the base. */
  baseTemplate?: string;
  /** The tests have the rows of one shard only: all are asked, and no verdict is given. */
  isShard?: boolean;
  /** The judges of an earlier run, which know their calibration. */
  judges?: Judges;
}

export interface RunModels extends SubjectModels {
  /** Needed only where a test's scorer embeds. */
  embedder?: Embedder;
  calibrations?: CalibrationStore;
}

export type Progress = (done: number, total: number) => void;

/**
 * The engine's one story: perturb, ask, score, decide. A test that fails does not keep another
 * one's rows from the report.
 */
export async function runTests(
  options: RunOptions,
  models: RunModels,
  onProgress: Progress = () => undefined,
): Promise<RunResults> {
  const { tests, seed, concurrency, maxRequests, onNeed, baseTemplate, isShard } = options;
  const { embedder, calibrations: store } = models;
  const subjects = subjectsOf(models, baseTemplate);
  const trials = startTests(tests, { seed, ...subjects, isShard });

  const progress = { done: 0, total: 0 };
  const onReply = () => {
    onProgress(Math.min(++progress.done, progress.total), progress.total);
  };
  const judges = options.judges ?? new Judges({ concurrency, store, onReply });
  const need = await needOf(trials, {
    judges,
    cap: maxRequests,
    embeddingBatch: embedder?.batchSize ?? 1,
  });
  onNeed?.(need);
  progress.total = need.count.total;
  onProgress(0, progress.total);
  for (const { trial, row } of need.refused) trial.skip(row, overBudget(maxRequests));

  const calibrations = new Map<Trial, Calibration>();
  for (const trial of new Set(need.admitted.map((entry) => entry.trial))) {
    // A judge beside rules is calibrated once there is an answer that no rule reads.
    const [{ judge, known: cases } = {}] = trial.rows.isReadByRule ? [] : calibrationNeeds(trial);
    if (!judge || !cases) continue;
    const known = await judges.calibrate(judge, cases);
    calibrations.set(trial, known);
    if (mayGate(known)) continue;
    for (const row of trial.open) trial.skip(row, calibrationProblem(known));
  }

  const tools = toolsOver({ embedder, judges, concurrency, onBatch: onReply });
  const secondRound = () => {
    const requests = [subjects.head, subjects.base?.answers, tools].reduce(
      (sum, asked) => sum + (asked?.secondRound() ?? 0),
      0,
    );
    progress.total += requests;
    return requests > 0;
  };
  await askInWaves(trials, {
    toolsFor: tools.for,
    standingOf: tools.standingOf,
    judges,
    concurrency,
    onReply,
    secondRound,
  });
  onProgress(progress.total, progress.total);
  const parts = trials.map((trial) => trial.part(calibrations.get(trial)));
  return decideTests(parts, { isSkipped: isShard });
}

function overBudget(cap: number | undefined): RowError {
  return {
    kind: 'budget',
    message: `Not asked: the cap of ${cap} requests would have been passed. Raise budget.max_requests (or the input \`max-requests\`), or lower data.limit.`,
  };
}
