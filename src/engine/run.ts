import { admit, inTurns } from './budget.js';
import type { TestRun } from './cases.js';
import { causesOf, noiseOf, repeatsOf, samplesOf, scorersOf, scoresOf } from './figures.js';
import { decide, type TestVerdict } from './gate.js';
import { calibrationProblem, mayGate } from './calibration.js';
import { Judges, type CalibrationStore } from './judges.js';
import type { Embedder, Model } from './model.js';
import type { Calibration, LeftOutRow, Outcome, ReportRow, ResultRow, RowError } from './results.js';
import { ruleAt, stated } from './scorers/rule.js';
import { askInWaves } from './schedule.js';
import { toolsOver } from './tools.js';
import { tallyOf } from './tally.js';
import { countsOf, leaveUnasked, rowsOf, startTrial, subjectsOf, undecidedRows, type Trial } from './trial.js';

export interface RunOptions {
  tests: readonly TestRun[];
  seed: number;
  /** Requests at the same time. */
  concurrency: number;
  /** Cap on requests; `undefined` means none. */
  maxRequests?: number | undefined;
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

/** Called as the work goes on: how many of how many requests are done. */
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
  const trials = options.tests.map((test) => startTrial(test, { seed, ...subjects }));

  const progress = { done: 0, total: 0 };
  const step = () => { onProgress(Math.min(++progress.done, progress.total), progress.total); };
  const judges = new Judges({ concurrency, store, onReply: step });
  const calibration = await judges.requestsFor(options.tests);
  const { admitted, refused, count } = admit(inTurns(trials.map((trial) => ({ trial, rows: undecidedRows(trial) }))), { cap: maxRequests, embeddingBatch: embedder?.batchSize ?? 1, calibration });
  progress.total = count.total;
  for (const { trial, row } of refused) leaveUnasked(trial, row, overBudget(maxRequests));

  const calibrations = new Map<Trial, Calibration>();
  for (const trial of new Set(admitted.map((entry) => entry.trial))) {
    const { judge, scorer } = trial.run;
    if (!judge || !scorer.calibration) continue;
    const known = await judges.calibrate(judge, scorer.calibration);
    calibrations.set(trial, known);
    if (!mayGate(known)) undecidedRows(trial).forEach((row) => { leaveUnasked(trial, row, calibrationProblem(known)); });
  }

  const tools = toolsOver({ embedder, judges, concurrency, onBatch: step });
  const secondRound = () => {
    const requests = [subjects.head, subjects.base?.answers, tools].reduce((sum, asked) => sum + (asked?.secondRound() ?? 0), 0);
    progress.total += requests;
    return requests > 0;
  };
  await askInWaves(trials, { toolsFor: tools.for, concurrency, onReply: step, secondRound });

  const verdict = decide({ tests: trials.map(countsOf) });
  onProgress(progress.total, progress.total);
  return {
    outcome: verdict.outcome,
    report: trials.map((trial, i) => reportRow(trial, verdict.tests[i]!, calibrations.get(trial))),
    results: trials.flatMap(rowsOf),
    not_applicable: trials.flatMap((trial) => trial.head.prepared.notApplicable),
  };
}

function overBudget(cap: number | undefined): RowError {
  return {
    kind: 'budget',
    message: `Not asked: the cap of ${cap} requests would have been passed. Raise budget.max_requests (or the input max-requests), or lower data.limit.`,
  };
}

function reportRow(trial: Trial, verdict: TestVerdict, calibration: Calibration | undefined): ReportRow {
  const { test, scorer, minimum_pass_rate, decision, confidence, stop } = trial.run;
  const rows = rowsOf(trial);
  const { undecided_count, not_applicable_count, ...counts } = tallyOf(rows);
  return {
    category: test.category,
    test_type: test.name,
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
    ...(calibration && { calibration }),
    ...verdict,
  };
}
