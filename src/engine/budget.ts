import type { Answers } from './ask.js';
import { allOf, questionKey, questionsOf, timesAsked } from './questions.js';
import type { Arm } from './arm.js';
import { armsOf, askedBy, type Trial } from './trial.js';
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
  /** At the most: batches if no two answers were alike; texts to classify among them. */
  embeddings: number;
  /** At the most: questions to judges, the known cases included. */
  judge: number;
  total: number;
}

export interface Budget {
  cap?: number | undefined;
  embeddingBatch: number;
  /** Requests that judges take before any row, to be calibrated. */
  calibration: number;
}

/**
 * How many requests the entries need, retries aside, and which entries a cap lets in. An entry is let in whole or not at all,
 * and what its answers need to be scored is kept free: an answer that cannot be scored is money lost.
 */
export function admit<T extends AnyTrial>(
  entries: readonly Entry<T>[],
  { cap = Infinity, embeddingBatch, calibration }: Budget,
): { admitted: Entry<T>[]; refused: Entry<T>[]; count: RequestCount } {
  const asked = new Asked();
  const inBatches = new Batched(embeddingBatch);
  let judge = calibration;
  const total = () => asked.size + inBatches.batches + judge;
  const admitted: Entry<T>[] = [];
  const refused: Entry<T>[] = [];
  for (const entry of entries) {
    const fresh = asked.add(entry);
    const judged = judgeCallsOf(entry);
    inBatches.add(entry, 1);
    judge += judged;
    if (total() <= cap) {
      admitted.push(entry);
      continue;
    }
    asked.remove(fresh);
    inBatches.add(entry, -1);
    judge -= judged;
    refused.push(entry);
  }
  return { admitted, refused, count: { answers: asked.size, embeddings: inBatches.batches, judge, total: total() } };
}

/** Distinct questions, each subject's for itself. */
class Asked {
  private readonly keys = new Map<Answers, Set<string>>();
  size = 0;

  /** The keys that were not there before. */
  add({ trial, row }: Entry): [Set<string>, string][] {
    const fresh: [Set<string>, string][] = [];
    for (const { answers, question } of isSequence(trial) ? trial.mayAsk(row) : askedBy(trial, row)) {
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

/** The row as a pair asks it, where it does. */
function pairOf({ trial, row }: Entry): Entry<Trial> | undefined {
  return isSequence(trial) ? trial.rows.pairOf?.(row) : { trial, row };
}

/** Texts that go in batches, to be embedded or classified; each subject's in batches of their own. */
class Batched {
  private readonly texts = new Map<Arm, { ahead: number; later: number; size: number }>();

  constructor(private readonly embeddingBatch: number) {}

  /** `times` -1 takes a row out again. */
  add(entry: Entry, times: 1 | -1): void {
    const pair = pairOf(entry);
    if (!pair) return;
    const { trial, row } = pair;
    const { scorer, stop, classifier } = trial.run;
    if (!scorer.embeds && !scorer.classifies) return;
    const size = classifier?.batchSize ?? this.embeddingBatch;
    // A run that may stop early may send every row for itself, in batches that are not full.
    const room = (texts: number) => (stop === 'decided' || isSequence(entry.trial) ? size * Math.ceil(texts / size) : texts);
    for (const arm of armsOf(trial)) {
      const { ahead, later } = scorer.classifies ? classified(arm, isSequence(entry.trial)) : embedded(arm, row);
      const sofar = this.texts.get(arm) ?? { ahead: 0, later: 0, size };
      this.texts.set(arm, {
        ahead: sofar.ahead + times * (scorer.classifies ? room(ahead) : ahead),
        later: sofar.later + times * room(later),
        size,
      });
    }
  }

  get batches(): number {
    return [...this.texts.values()].reduce((sum, { ahead, later, size }) => sum + Math.ceil(ahead / size) + Math.ceil(later / size), 0);
  }
}

/** The control arm's two go first where they move the threshold. */
function embedded({ prepared }: Arm, row: number): { ahead: number; later: number } {
  const testCase = prepared.cases[row]!;
  const ahead = prepared.run.scorer.aboveNoise && testCase.controlled ? 2 : 0;
  return { ahead, later: new Set(allOf(questionsOf(prepared, testCase)).map(questionKey)).size - ahead };
}

/** The actual answers go first; of those that fail, the expected ones too, and (sequential) those to the placebo. */
function classified({ prepared: { run } }: Arm, hasPlacebo: boolean): { ahead: number; later: number } {
  const ahead = timesAsked(run);
  return { ahead, later: run.test.perturbs ? ahead + (hasPlacebo ? 1 : 0) : 0 };
}
