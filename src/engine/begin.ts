import { calibrationProblem, mayGate } from './judges/calibration.js';
import { Judges, type CalibrationStore } from './judges/judges.js';
import type { Embedder, Judge } from './model.js';
import { calibrationNeeds, needOf, type Entry, type Need } from './budget.js';
import type { AnyRun } from './methods/test-run.js';
import type { Subjects } from './methods/method.js';
import type { Size } from './pool.js';
import type { Spoken } from './recall.js';
import type { Calibration, RowError } from './results.js';
import type { Asking } from './schedule.js';
import { toolsOver } from './tools.js';
import { startTests, subjectsOf, type SubjectModels, type Trial } from './trial.js';

export interface RunOptions {
  tests: readonly AnyRun[];
  seed: number;
  /** Requests at the same time. */
  concurrency: Size;
  /** Cap on requests; `undefined` means none. */
  maxRequests?: number | undefined;
  /** Called before the first request; an error that it throws ends the run. */
  onNeed?: ((need: Need) => void) | undefined;
  /** Template of the base's prompts, where a test is compared with the base. */
  baseTemplate?: string | undefined;
  /** Called at the end with all replies, for another run with some of the same questions. */
  onAnswered?: ((spoken: Spoken) => void) | undefined;
  /** A shard is missing, so the run cannot pass. */
  isPartial?: boolean | undefined;
}

export interface RunModels extends SubjectModels {
  /** Needed only where a test's scorer embeds. */
  embedder?: Embedder | undefined;
  calibrations?: CalibrationStore | undefined;
}

/** Called with the number of finished requests and their total, first with 0. */
export type Progress = (done: number, total: number) => void;

/** A run before its first question. */
export type Begun = Awaited<ReturnType<typeof begin>>;

/** Perturbs the rows, applies the cap, calibrates the judges. `own` selects what this process asks; left out, all. */
export async function begin(
  { tests, seed, concurrency, maxRequests, onNeed, baseTemplate }: RunOptions,
  models: RunModels,
  { onProgress, own = (all) => all }: { onProgress: Progress; own?: (trials: Trial[], subjects: Subjects) => Trial[] },
) {
  const { embedder, calibrations: store, recall } = models;
  const subjects = subjectsOf(models, baseTemplate);
  const trials = own(startTests(tests, { seed, ...subjects }), subjects);

  const progress = { done: 0, total: 0 };
  const step = () => {
    onProgress(Math.min(++progress.done, progress.total), progress.total);
  };
  const judges = new Judges({
    concurrency,
    store,
    onReply: step,
    recall: recall && ((judge) => recall.judge(judgesOf(tests).indexOf(judge))),
  });
  const need = await needOf(trials, { judges, cap: maxRequests, embeddingBatch: embedder?.batchSize ?? 1 });
  onNeed?.(need);
  const { admitted, refused, count } = need;
  progress.total = count.total;
  onProgress(0, progress.total);
  for (const { trial, row } of refused) trial.skip(row, overBudget(maxRequests));

  const calibrations = new Map<Trial, Calibration>();
  for (const trial of new Set(admitted.map((entry) => entry.trial))) {
    // A judge beside rules is calibrated once there is an answer that no rule reads.
    const [{ judge, known: cases } = {}] = trial.rows.isReadByRule ? [] : calibrationNeeds(trial);
    if (!judge || !cases) continue;
    const known = await judges.calibrate(judge, cases);
    calibrations.set(trial, known);
    if (mayGate(known)) continue;
    for (const row of trial.open) trial.skip(row, calibrationProblem(known));
  }

  const tools = toolsOver({ embedder, judges, concurrency, onBatch: step, recall: recall?.embedding });
  const secondRound = () => {
    const requests = [subjects.head, subjects.base?.answers, tools].reduce((sum, asked) => sum + (asked?.secondRound() ?? 0), 0);
    progress.total += requests;
    return requests > 0;
  };
  const asking: Asking = { toolsFor: tools.for, standingOf: tools.standingOf, judges, concurrency, onReply: step, secondRound };
  // Rows of a test whose judge may not gate cannot be judged.
  const isBarred = ({ trial }: Entry) => calibrations.has(trial) && !mayGate(calibrations.get(trial)!);
  return { trials, admitted: admitted.filter((entry) => !isBarred(entry)), subjects, judges, tools, asking, calibrations, progress };
}

/** The judges of a run and their replacements, each once, in the order of the tests. */
export function judgesOf(tests: readonly AnyRun[]): Judge[] {
  const withOthers = (judge: Judge | undefined): Judge[] =>
    judge ? [judge, ...withOthers(judge.roomier), ...withOthers(judge.standIn)] : [];
  return [...new Set(tests.flatMap(({ judge }) => withOthers(judge)))];
}

function overBudget(cap: number | undefined): RowError {
  return {
    kind: 'budget',
    message: `Not asked: the cap of ${cap} requests would have been passed. Raise budget.max_requests (or the input \`max-requests\`), or lower data.limit.`,
  };
}
