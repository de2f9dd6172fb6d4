import { admit, type RequestCount } from './budget.js';
import { inTurns, type Entry } from './entry.js';
import type { Judges } from './judges.js';
import { calibrationNeeds, isSequence, openRows, type AnyTrial } from './triplet/start.js';
import { isTriplet } from './triplet/triplet-run.js';

export interface NeedOptions {
  judges: Judges;
  embeddingBatch: number;
  cap?: number | undefined;
}

/** What a run will ask, before it asks. */
export interface Need {
  admitted: Entry[];
  /** Rows past the cap. */
  refused: Entry[];
  /** What those that are let in take at the most. */
  count: RequestCount;
  /** Without so much no verdict can be reached: all rows of a pair, the fewest that could decide of a sequential test. */
  least: RequestCount;
}

export async function needOf(trials: readonly AnyTrial[], { judges, embeddingBatch, cap }: NeedOptions): Promise<Need> {
  const calibration = await judges.requestsFor(trials.flatMap(({ run }) => calibrationNeeds(run)));
  const certain = await judges.requestsFor(trials.flatMap(({ run }) => (isTriplet(run) ? [] : calibrationNeeds(run))));
  const all = inTurns(trials.map((trial) => ({ trial, rows: openRows(trial) })));
  const admission = admit(all, { cap, embeddingBatch, calibration, calibrationIfUnread: calibration - certain });
  const fewest = (trial: AnyTrial) => (isSequence(trial) ? trial.wave() : openRows(trial));
  const least = admit(inTurns(trials.map((trial) => ({ trial, rows: fewest(trial) }))), {
    embeddingBatch,
    calibration,
    isLeast: true,
  });
  return { ...admission, least: least.count };
}
