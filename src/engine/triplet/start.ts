import type { RowError } from '../results.js';
import { leaveUnasked, startTrial, undecidedRows, type Trial, type TrialOptions } from '../trial.js';
import { prepareTriplets, type PreparedTriplets } from './cases.js';
import { knownCasesFor } from './judge.js';
import { Sequence } from './sequence.js';
import { isCompared, StreamRows } from './stream-rows.js';
import { comparedBy, TripletRows } from './triplet-rows.js';
import { isSequential, isTriplet, type AnyRun, type StreamRun, type TripletRun } from './triplet-run.js';
import type { CalibrationNeeds } from '../judges.js';

/** One test on its way to a verdict. */
export type AnyTrial = Trial | Sequence;

export function isSequence(trial: AnyTrial): trial is Sequence {
  return trial instanceof Sequence;
}

/** Rows that nothing was asked of yet, in the order in which they are asked. */
export function openRows(trial: AnyTrial): number[] {
  return isSequence(trial) ? trial.open : undecidedRows(trial);
}

/** Puts down why a row is not asked. */
export function leaveOut(trial: AnyTrial, row: number, error: RowError): void {
  if (isSequence(trial)) trial.bar(row, error);
  else leaveUnasked(trial, row, error);
}

/** Who reads the answers of a test has to know some cases first; of a triplet for each kind of answer that there is to read. */
export function calibrationNeeds(run: AnyRun): CalibrationNeeds[] {
  const known = isTriplet(run) ? knownCasesFor(run) : [run.scorer.calibration];
  return known.map((cases) => ({ judge: run.judge, known: cases }));
}

type Begun = { pair: Trial } | { stream: StreamRun; trial: Trial } | { triplet: TripletRun; prepared: PreparedTriplets };

/** Perturbs the samples of all tests; nothing is asked yet. Every comparison of the run is known before the first of them starts. */
export function startTests(tests: readonly AnyRun[], options: TrialOptions): AnyTrial[] {
  const begun = tests.map((run): Begun => {
    if (!isSequential(run)) return { pair: startTrial(run, options) };
    if (run.method === 'stream') return { stream: run, trial: startTrial(run, options) };
    return { triplet: run, prepared: prepareTriplets(run, options.seed) };
  });
  const comparisons = begun.reduce((sum, one) => sum + comparisonsOf(one, options), 0);
  return begun.map((one) => {
    if ('pair' in one) return one.pair;
    if ('stream' in one) return new Sequence(new StreamRows(one.stream, one.trial, { seed: options.seed, comparisons }));
    return new Sequence(new TripletRows(one.triplet, { ...options, comparisons }, one.prepared));
  });
}

function comparisonsOf(begun: Begun, options: TrialOptions): number {
  if ('pair' in begun) return 0;
  if ('stream' in begun) return isCompared(begun.trial) ? 1 : 0;
  return comparedBy(begun.triplet, begun.prepared, options).length;
}
