import type { Answers, Asked as AskedQuestion } from './ask.js';
import { allOf, questionKey, questionsOf, timesAsked } from './questions.js';
import type { Arm } from './arm.js';
import { armsOf, askedBy, askedOf, type Trial } from './trial.js';
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
  let judge = 0;
  const total = () => asked.size + inBatches.count('embeds') + inBatches.count('classifies') + judge + calibration;
  const admitted: Entry<T>[] = [];
  const refused: Entry<T>[] = [];
  for (const entry of entries) {
    const undo = asked.add(entry);
    const judged = judgeCallsOf(entry);
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
  return { admitted, refused, count: { answers: asked.size, base: asked.ofTheBase, ...batches, judge, calibration, total: total() } };
}

/** Distinct questions, each subject's for itself. */
class Asked {
  private readonly all = new Distinct();
  private readonly ofTheHead = new Distinct();

  get size(): number {
    return this.all.size;
  }

  /** A base whose model is the head's shares its answers: what the head asks too is no question of the base's. */
  get ofTheBase(): number {
    return this.all.size - this.ofTheHead.size;
  }

  /** @returns how to take them out again. */
  add({ trial, row }: Entry): () => void {
    const undoAll = this.all.add(isSequence(trial) ? trial.mayAsk(row) : askedBy(trial, row));
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

  /** @returns how to take out again what was not there before. */
  add(asked: readonly AskedQuestion[]): () => void {
    const fresh: { keys: Set<string>; key: string; requests: number }[] = [];
    for (const { answers, question } of asked) {
      const keys = this.keys.get(answers) ?? new Set();
      this.keys.set(answers, keys);
      const key = questionKey(question);
      if (keys.has(key)) continue;
      keys.add(key);
      fresh.push({ keys, key, requests: question.requests ?? 1 });
    }
    const requests = fresh.reduce((sum, one) => sum + one.requests, 0);
    this.size += requests;
    return () => {
      for (const { keys, key } of fresh) keys.delete(key);
      this.size -= requests;
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

/** The row as a pair asks it, where it does. */
function pairOf({ trial, row }: Entry): Entry<Trial> | undefined {
  return isSequence(trial) ? trial.rows.pairOf?.(row) : { trial, row };
}

interface Texts {
  kind: 'embeds' | 'classifies';
  ahead: number;
  later: number;
  size: number;
}

/** Texts that go in batches, to be embedded or classified; each subject's in batches of their own. */
class Batched {
  private readonly texts = new Map<Arm, Texts>();

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
      const sofar = this.texts.get(arm) ?? { ahead: 0, later: 0 };
      this.texts.set(arm, {
        ahead: sofar.ahead + times * (scorer.classifies ? room(ahead) : ahead),
        later: sofar.later + times * room(later),
        size,
        kind: scorer.classifies ? 'classifies' : 'embeds',
      });
    }
  }

  count(wanted: Texts['kind']): number {
    const texts = [...this.texts.values()].filter(({ kind }) => kind === wanted);
    return texts.reduce((sum, { ahead, later, size }) => sum + Math.ceil(ahead / size) + Math.ceil(later / size), 0);
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
