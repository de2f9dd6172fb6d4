import type { Answers, Asked as AskedQuestion } from './ask.js';
import { questionKey, timesAsked } from './questions.js';
import { armsOf, askedBy, askedOf } from './trial.js';
import { Batched, pairOf } from './text-count.js';
import { isSequence, type AnyTrial } from './triplet/start.js';

/** One row of one test, under every subject that the test asks. */
export interface Entry<T extends AnyTrial = AnyTrial> {
  trial: T;
  row: number;
}

/** Rows of one test that are asked together. */
export interface Wave<T extends AnyTrial = AnyTrial> {
  trial: T;
  rows: readonly number[];
}

/** All rows, the tests taking turns, so that a cap on requests cuts all tests alike. */
export function inTurns<T extends AnyTrial>(waves: readonly Wave<T>[]): Entry<T>[] {
  const longest = Math.max(0, ...waves.map(({ rows }) => rows.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) =>
    waves.flatMap(({ trial, rows }) => (i < rows.length ? [{ trial, row: rows[i]! }] : [])),
  );
}

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
  total: number;
  /** Of the questions to the head's subject and to the base's, in UTF-8. */
  bytes: { head: number; base: number };
}

export interface Budget {
  cap?: number | undefined;
  embeddingBatch: number;
  /** Requests that judges take before any row, to be calibrated. */
  calibration: number;
  /** Count what has to be asked, not what may have to be. */
  isLeast?: boolean;
}

/**
 * How many requests the entries need, retries aside, and which entries a cap lets in. An entry is let in whole or not at all,
 * and what its answers need to be scored is kept free: an answer that cannot be scored is money lost.
 */
export function admit<T extends AnyTrial>(
  entries: readonly Entry<T>[],
  { cap = Infinity, embeddingBatch, calibration, isLeast = false }: Budget,
): { admitted: Entry<T>[]; refused: Entry<T>[]; count: RequestCount } {
  const asked = new Asked(isLeast);
  const inBatches = new Batched(embeddingBatch);
  let judge = 0;
  const total = () => asked.size + inBatches.count('embeds') + inBatches.count('classifies') + judge + calibration;
  const admitted: Entry<T>[] = [];
  const refused: Entry<T>[] = [];
  for (const entry of entries) {
    const undo = asked.add(entry);
    const judged = isLeast && isSequence(entry.trial) ? 0 : judgeCallsOf(entry);
    inBatches.add(entry, 1);
    judge += judged;
    if (total() <= cap) {
      admitted.push(entry);
      continue;
    }
    undo();
    inBatches.add(entry, -1);
    judge -= judged;
    refused.push(entry);
  }
  const batches = { embeddings: inBatches.count('embeds'), classified: inBatches.count('classifies') };
  const { size: answers, ofTheBase: base, bytes } = asked;
  return { admitted, refused, count: { answers, base, ...batches, judge, calibration, total: total(), bytes } };
}

/** Distinct questions, each subject's for itself. */
class Asked {
  private readonly all = new Distinct();
  private readonly ofTheHead = new Distinct();
  private readonly isLeast: boolean;

  constructor(isLeast: boolean) {
    this.isLeast = isLeast;
  }

  get bytes(): RequestCount['bytes'] {
    return { head: this.ofTheHead.bytes, base: this.all.bytes - this.ofTheHead.bytes };
  }

  get size(): number {
    return this.all.size;
  }

  /** A base whose model is the head's shares its answers: what the head asks too is no question of the base's. */
  get ofTheBase(): number {
    return this.all.size - this.ofTheHead.size;
  }

  /** @returns how to take them out again. */
  add({ trial, row }: Entry): () => void {
    const undoAll = this.all.add(isSequence(trial) ? (this.isLeast ? trial.asks(row) : trial.mayAsk(row)) : askedBy(trial, row));
    const undoHead = this.ofTheHead.add(isSequence(trial) ? trial.rows.asks(row, []) : askedOf(trial.head, row));
    return () => {
      undoAll();
      undoHead();
    };
  }
}

class Distinct {
  private readonly keys = new Map<Answers, Set<string>>();
  size = 0;
  bytes = 0;

  /** @returns how to take out again what was not there before. */
  add(asked: readonly AskedQuestion[]): () => void {
    const fresh: { keys: Set<string>; key: string; requests: number }[] = [];
    let bytes = 0;
    for (const { answers, question } of asked) {
      const keys = this.keys.get(answers) ?? new Set();
      this.keys.set(answers, keys);
      const key = questionKey(question);
      if (keys.has(key)) continue;
      keys.add(key);
      bytes += Buffer.byteLength(question.prompt);
      fresh.push({ keys, key, requests: question.requests ?? 1 });
    }
    const requests = fresh.reduce((sum, one) => sum + one.requests, 0);
    this.size += requests;
    this.bytes += bytes;
    return () => {
      for (const { keys, key } of fresh) keys.delete(key);
      this.size -= requests;
      this.bytes -= bytes;
    };
  }
}

/**
 * Questions to the judge about a row's pairs, or about each of their answers, of all subjects together, and about refusals that the lists
 * doubt.
 */
function judgeCallsOf(entry: Entry): number {
  const pair = pairOf(entry);
  if (!pair) return isSequence(entry.trial) ? entry.trial.rows.judgeCalls : 0;
  const { trial, row } = pair;
  const { scorer, test } = trial.run;
  const judged = scorer.judgesEach && test.perturbs ? 2 : 1;
  const pairs = armsOf(trial).map(({ prepared }) => timesAsked(trial.run) + (prepared.cases[row]!.controlled ? 1 : 0));
  // The placebo of a failing row, of the head alone.
  const placebo = isSequence(entry.trial) && scorer.judgesEach && test.perturbs ? scorer.judgeCalls : 0;
  const doubtful = trial.run.judge && (test.measures === 'toxicity' || scorer.mayAskJudge) ? 1 : 0;
  return placebo + (scorer.judgeCalls * judged + doubtful) * pairs.reduce((sum, count) => sum + count, 0);
}
