import { decide } from './gate.js';
import { calibrationProblem, mayGate } from './calibration.js';
import { Judges, type CalibrationStore } from './judges.js';
import { needOf, type Need } from './need.js';
import type { Embedder, Model } from './model.js';
import type { Size } from './pool.js';
import { reportRow } from './report-row.js';
import type { Calibration, LeftOutRow, Outcome, ReportRow, ResultRow, RowError } from './results.js';
import { askInWaves } from './schedule.js';
import { joinSides } from './sides.js';
import { toolsOver } from './tools.js';
import { countsOf, rowsOf, subjectsOf } from './trial.js';
import { sequentialCounts } from './triplet/counts.js';
import { sequenceRow } from './triplet/report.js';
import { calibrationNeeds, isSequence, leaveOut, openRows, startTests, type AnyTrial } from './triplet/start.js';
import { isTriplet, type AnyRun } from './triplet/triplet-run.js';

export interface RunOptions {
  tests: readonly AnyRun[];
  seed: number;
  /** Requests at the same time. */
  concurrency: Size;
  /** Cap on requests; `undefined` means none. */
  maxRequests?: number | undefined;
  /** Called before anybody is asked; what it throws ends the run. */
  onNeed?: ((need: Need) => void) | undefined;
  /** Template of the base's prompts, where a test is compared with the base. */
  baseTemplate?: string | undefined;
}

export interface RunModels {
  model: Model;
  /** The base's model: the same object where nothing of it changed, so that its answers are shared. */
  base?: Model | undefined;
  /** Needed only where a test's scorer embeds. */
  embedder?: Embedder | undefined;
  calibrations?: CalibrationStore | undefined;
}

/** Called as the work goes on, first of all with none done: how many of how many requests are. */
export type Progress = (done: number, total: number) => void;

export interface RunResults {
  outcome: Outcome;
  report: ReportRow[];
  results: ResultRow[];
  not_applicable: LeftOutRow[];
}

/** The engine's one story: perturb, ask, score, decide. No test's failure stops another's rows from being reported. */
export async function run(options: RunOptions, models: RunModels, onProgress: Progress = () => undefined): Promise<RunResults> {
  const { seed, concurrency, maxRequests, baseTemplate } = options;
  const { embedder, calibrations: store } = models;
  const subjects = subjectsOf(models, baseTemplate);
  const trials = startTests(options.tests, { seed, ...subjects });

  const progress = { done: 0, total: 0 };
  const step = () => {
    onProgress(Math.min(++progress.done, progress.total), progress.total);
  };
  const judges = new Judges({ concurrency, store, onReply: step });
  const need = await needOf(trials, { judges, cap: maxRequests, embeddingBatch: embedder?.batchSize ?? 1 });
  options.onNeed?.(need);
  const { admitted, refused, count } = need;
  progress.total = count.total;
  onProgress(0, progress.total);
  for (const { trial, row } of refused) leaveOut(trial, row, overBudget(maxRequests));

  const calibrations = new Map<AnyTrial, Calibration>();
  for (const trial of new Set(admitted.map((entry) => entry.trial))) {
    // Whoever reads a triplet's answers is calibrated once there is one that no rule can read.
    const [{ judge, known: cases } = {}] = isTriplet(trial.run) ? [] : calibrationNeeds(trial.run);
    if (!judge || !cases) continue;
    const known = await judges.calibrate(judge, cases);
    calibrations.set(trial, known);
    if (!mayGate(known))
      openRows(trial).forEach((row) => {
        leaveOut(trial, row, calibrationProblem(known));
      });
  }

  const tools = toolsOver({ embedder, judges, concurrency, onBatch: step });
  const secondRound = () => {
    const requests = [subjects.head, subjects.base?.answers, tools].reduce((sum, asked) => sum + (asked?.secondRound() ?? 0), 0);
    progress.total += requests;
    return requests > 0;
  };
  await askInWaves(trials, { toolsFor: tools.for, standingOf: tools.standingOf, judges, concurrency, onReply: step, secondRound });

  const verdict = decide({ tests: trials.map((trial) => (isSequence(trial) ? sequentialCounts(trial) : countsOf(trial))) });
  onProgress(progress.total, progress.total);
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

function overBudget(cap: number | undefined): RowError {
  return {
    kind: 'budget',
    message: `Not asked: the cap of ${cap} requests would have been passed. Raise budget.max_requests (or the input \`max-requests\`), or lower data.limit.`,
  };
}
