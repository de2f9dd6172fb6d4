import type { RowError } from '../results.js';
import { leaveUnasked, startTrial, undecidedRows, type Trial, type TrialOptions } from '../trial.js';
import { prepareTriplets } from './cases.js';
import { knownCasesFor } from './judge.js';
import { Sequence } from './sequence.js';
import { isCompared, StreamRows } from './stream-rows.js';
import { comparedBy, TripletRows } from './triplet-rows.js';
import { isSequential, isTriplet, type AnyRun } from './triplet-run.js';
import type { CalibrationNeeds } from '../judges.js';

export type AnyTrial = Trial | Sequence;

export function isSequence(trial: AnyTrial): trial is Sequence {
  return trial instanceof Sequence;
}

export function openRows(trial: AnyTrial): number[] {
  return isSequence(trial) ? trial.open : undecidedRows(trial);
}

export function leaveOut(trial: AnyTrial, row: number, error: RowError): void {
  if (isSequence(trial)) trial.bar(row, error);
  else leaveUnasked(trial, row, error);
}

/** Who reads the answers of a test has to know some cases first; of a triplet for each kind of answer that there is to read. */
export function calibrationNeeds(run: AnyRun): CalibrationNeeds[] {
  const known = isTriplet(run) ? knownCasesFor(run) : [run.scorer.calibration];
  return known.map((cases) => ({ judge: run.judge, known: cases }));
}

/** Perturbs the samples of all tests; nothing is asked yet. Every comparison of the run is known before the first of them starts. */
export function startTests(tests: readonly AnyRun[], options: TrialOptions): AnyTrial[] {
  const begun = tests.map((run) => begin(run, options));
  const comparisons = begun.reduce((sum, one) => sum + one.comparisons, 0);
  return begun.map(({ start }) => start(comparisons));
}

function begin(run: AnyRun, options: TrialOptions): { comparisons: number; start: (comparisons: number) => AnyTrial } {
  const { seed } = options;
  if (isTriplet(run)) {
    const prepared = prepareTriplets(run, seed);
    const start = (comparisons: number) => new Sequence(new TripletRows(run, { ...options, comparisons }, prepared));
    return { comparisons: comparedBy(run, prepared, options).length, start };
  }
  const trial = startTrial(run, options);
  if (!isSequential(run)) return { comparisons: 0, start: () => trial };
  const start = (comparisons: number) => new Sequence(new StreamRows(run, trial, { seed, comparisons }));
  return { comparisons: isCompared(trial) ? 1 : 0, start };
}
