import { isNew, type Answers, type Asked } from './ask.js';
import { questionKey, timesAsked } from './questions.js';
import { askedNow, mayAsk, pairOf, type Entry, inTurns } from './entry.js';
import { armsOf, askedOf } from './trial.js';
import { Batched } from './text-count.js';
import { isSequence, type AnyTrial, calibrationNeeds, openRows } from './triplet/start.js';
import type { Judges } from './judges.js';
import { isTriplet } from './triplet/triplet-run.js';

export interface RequestCount {
  /** Distinct questions to the subjects. */
  answers: number;
  /** Of these, those that only the base is asked. */
  base: number;
  /** At the most: batches if no two answers were alike. */
  embeddings: number;
  /** The same, of texts to classify. */
  classified: number;
  /** At the most: questions to judges about answers. */
  judge: number;
  /** Known cases that judges are calibrated on. */
  calibration: number;
  /** Of the judge's, those that only answers which no rule can read take. */
  unread: number;
  total: number;
  /** Of the questions to the head's subject and to the base's, in UTF-8. */
  bytes: { head: number; base: number };
}

export interface Budget {
  cap?: number | undefined;
  embeddingBatch: number;
  /** Requests that judges take to be calibrated, and how many of these only once there is an answer that no rule can read. */
  calibration: number;
  calibrationIfUnread?: number;
  /** Count what has to be asked, not what may have to be. */
  isLeast?: boolean;
}

/** Counts the requests of the entries, retries aside, and lets in whole entries up to the cap, what scoring them takes included. */
export function admit<T extends AnyTrial>(
  entries: readonly Entry<T>[],
  { cap = Infinity, embeddingBatch, calibration, calibrationIfUnread = 0, isLeast = false }: Budget,
): { admitted: Entry<T>[]; refused: Entry<T>[]; count: RequestCount } {
  const all = new Distinct();
  const ofTheHead = new Distinct();
  const inBatches = new Batched(embeddingBatch);
  let judge = 0;
  // Of these, what is asked only of answers that no rule can read: no row is kept back for it.
  let unread = calibrationIfUnread;
  const total = () => all.size + inBatches.count('embeds') + inBatches.count('classifies') + judge + calibration;
  const admitted: Entry<T>[] = [];
  const refused: Entry<T>[] = [];
  for (const entry of entries) {
    const undo = [all.add(isLeast ? askedNow(entry) : mayAsk(entry)), ofTheHead.add(askedOfTheHead(entry))];
    const judged = isLeast && isSequence(entry.trial) ? 0 : judgeCallsOf(entry);
    inBatches.add(entry, 1);
    judge += judged;
    if (isReadByRule(entry)) unread += judged;
    if (total() - unread <= cap) {
      admitted.push(entry);
      continue;
    }
    for (const takeOut of undo) takeOut();
    inBatches.add(entry, -1);
    judge -= judged;
    if (isReadByRule(entry)) unread -= judged;
    refused.push(entry);
  }
  const batches = { embeddings: inBatches.count('embeds'), classified: inBatches.count('classifies') };
  // A base whose model is the head's shares its answers: what the head asks too is no question of the base's.
  const base = all.size - ofTheHead.size;
  const bytes = { head: ofTheHead.bytes, base: all.bytes - ofTheHead.bytes };
  const count = { answers: all.size, base, ...batches, judge, calibration, unread, total: total(), bytes };
  return { admitted, refused, count };
}

/** A judge reads only those of its answers that the plain rules do not. */
function isReadByRule(entry: Entry): boolean {
  return pairOf(entry) === undefined;
}

function askedOfTheHead({ trial, row }: Entry): Asked[] {
  if (!isSequence(trial)) return askedOf(trial.head, row);
  const { rows } = trial;
  // A stream asks the placebo of a failing row later, of the head alone; a triplet asks only the base later.
  return [...rows.asks(row, []), ...(rows.pairOf && rows.later ? rows.later(row) : [])];
}

/** Distinct questions, each subject's for itself. */
class Distinct {
  private readonly keys = new Map<Answers, Set<string>>();
  size = 0;
  bytes = 0;

  /** @returns how to take out again what was not there before. */
  add(asked: readonly Asked[]): () => void {
    const fresh = asked.filter((one) => isNew(one, this.keys));
    const requests = fresh.reduce((sum, { question }) => sum + (question.requests ?? 1), 0);
    const bytes = fresh.reduce((sum, { question }) => sum + Buffer.byteLength(question.prompt), 0);
    this.size += requests;
    this.bytes += bytes;
    return () => {
      for (const { answers, question } of fresh) this.keys.get(answers)!.delete(questionKey(question));
      this.size -= requests;
      this.bytes -= bytes;
    };
  }
}

/** Questions to the judge about a row's pairs, or about each of their answers, of all subjects together. */
function judgeCallsOf(entry: Entry): number {
  const pair = pairOf(entry);
  if (!pair) return isSequence(entry.trial) ? entry.trial.rows.judgeCalls : 0;
  const { trial } = pair;
  const { scorer, test } = trial.run;
  const judged = scorer.judgesEach && test.perturbs ? 2 : 1;
  // The placebo of a failing row, of the head alone.
  const placebo = isSequence(entry.trial) && scorer.judgesEach && test.perturbs ? scorer.judgeCalls : 0;
  // A choice is read in each of the two answers.
  const mayAsk = scorer.mayAskJudge && (test.measures === 'change' ? 2 : 1);
  const unread = trial.run.judge && mayAsk ? mayAsk : 0;
  return placebo + (scorer.judgeCalls * judged + unread) * armsOf(trial).length * timesAsked(trial.run);
}

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
