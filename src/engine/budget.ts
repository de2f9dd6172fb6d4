import type { Answers } from './ask.js';
import type { Stop } from './cases.js';
import { questionKey } from './questions.js';
import { armsOf, askedBy, type Trial } from './trial.js';

/** One row of one test, under every subject that the test asks. */
export interface Entry {
  trial: Trial;
  row: number;
}

/** Rows of one test that are asked together. */
export interface Wave {
  trial: Trial;
  rows: readonly number[];
}

/** All rows, the tests taking turns, so that a cap on requests cuts all tests alike. */
export function inTurns(waves: readonly Wave[]): Entry[] {
  const longest = Math.max(0, ...waves.map(({ rows }) => rows.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) => waves.flatMap(({ trial, rows }) => (i < rows.length ? [{ trial, row: rows[i]! }] : [])));
}

export interface RequestCount {
  /** Distinct questions to the subjects. */
  answers: number;
  /** At the most: batches if no two answers were alike. */
  embeddings: number;
  /** At the most: questions to judges, the known cases included. */
  judge: number;
  total: number;
}

export interface Budget {
  cap?: number;
  embeddingBatch: number;
  /** Requests that judges take before any row, to be calibrated. */
  calibration: number;
}

/**
 * How many requests the entries need, retries aside, and which entries a cap lets in. An entry is let in whole or not at all,
 * and what its answers need to be scored is kept free: an answer that cannot be scored is money lost.
 */
export function admit(entries: readonly Entry[], { cap = Infinity, embeddingBatch, calibration }: Budget): { admitted: Entry[]; refused: Entry[]; count: RequestCount } {
  const asked = new Asked();
  const embedded = new Map<Trial, Embedded>();
  let judge = calibration;
  const embeddings = () => [...embedded].reduce((sum, [{ run }, some]) => sum + batchesFor(some, { stop: run.stop, size: embeddingBatch }), 0);
  const total = () => asked.size + embeddings() + judge;
  const admitted: Entry[] = [];
  const refused: Entry[] = [];
  for (const entry of entries) {
    const { trial } = entry;
    const { scorer } = trial.run;
    const before = embedded.get(trial) ?? NONE;
    const pairs = pairsOf(entry);
    const fresh = asked.add(entry);
    if (scorer.embeds) embedded.set(trial, { rows: before.rows + 1, texts: before.texts + 2 * pairs.test + pairs.control, controls: before.controls + pairs.control });
    judge += (pairs.test + pairs.control) * scorer.judgeCalls;
    if (total() <= cap) {
      admitted.push(entry);
      continue;
    }
    asked.remove(fresh);
    if (scorer.embeds) embedded.set(trial, before);
    judge -= (pairs.test + pairs.control) * scorer.judgeCalls;
    refused.push(entry);
  }
  return { admitted, refused, count: { answers: asked.size, embeddings: embeddings(), judge, total: total() } };
}

/** Distinct questions, each subject's for itself. */
class Asked {
  private readonly keys = new Map<Answers, Set<string>>();
  size = 0;

  /** The keys that were not there before. */
  add({ trial, row }: Entry): [Set<string>, string][] {
    const fresh: [Set<string>, string][] = [];
    for (const { answers, question } of askedBy(trial, row)) {
      const keys = this.keys.get(answers) ?? new Set();
      this.keys.set(answers, keys);
      const key = questionKey(question);
      if (keys.has(key)) continue;
      keys.add(key);
      fresh.push([keys, key]);
    }
    this.size += fresh.length;
    return fresh;
  }

  remove(fresh: readonly [Set<string>, string][]): void {
    for (const [keys, key] of fresh) keys.delete(key);
    this.size -= fresh.length;
  }
}

/** What a row puts before the scorer, of all subjects together. */
function pairsOf({ trial, row }: Entry): { test: number; control: number } {
  const arms = armsOf(trial);
  return { test: arms.length * trial.run.repeats, control: arms.filter(({ prepared }) => prepared.cases[row]!.controlled).length };
}

interface Embedded {
  rows: number;
  texts: number;
  controls: number;
}
const NONE: Embedded = { rows: 0, texts: 0, controls: 0 };

/** Batches at the most: the control arm's go first, and a run that may stop early may send a batch for every row. */
function batchesFor({ rows, texts, controls }: Embedded, { stop, size }: { stop: Stop; size: number }): number {
  const ahead = Math.ceil((2 * controls) / size);
  return ahead + (stop === 'decided' ? Math.max(rows, Math.ceil(texts / size)) : Math.ceil((texts - controls) / size));
}
