import { isNew, questionKey, type Answers, type Asked } from './ask.js';
import type { CalibrationNeeds, Judges } from './judges/judges.js';
import type { BatchedTexts } from './methods/method.js';
import type { Trial } from './trial.js';

/** One row of one test, under every subject that the test asks. */
export interface Entry {
  trial: Trial;
  row: number;
}

export interface Wave {
  trial: Trial;
  rows: readonly number[];
}

/** All rows, the tests taking turns, so that a cap on requests cuts all tests alike. */
export function inTurns(waves: readonly Wave[]): Entry[] {
  const longest = Math.max(0, ...waves.map(({ rows }) => rows.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) =>
    waves.flatMap(({ trial, rows }) => (i < rows.length ? [{ trial, row: rows[i]! }] : [])),
  );
}

/** The judge of a test, and each set of known cases that it may be calibrated on. */
export function calibrationNeeds({ rows }: Trial): CalibrationNeeds[] {
  return rows.knownCases.map((known) => ({ judge: rows.run.judge, known }));
}

export interface RequestCount {
  /** Distinct questions to the subjects. */
  answers: number;
  /** The part of `answers` that only the base is asked. */
  base: number;
  /** At the most: batches if no two answers were alike. */
  embeddings: number;
  /** The same, of texts to classify. */
  classified: number;
  /** At the most: questions to judges about answers. */
  judge: number;
  /** Known cases that judges are calibrated on. */
  calibration: number;
  /** The part of `judge` that only answers need which no rule reads. */
  unread: number;
  total: number;
  /** Bytes of the questions to the head's subject and to the base's, in UTF-8. */
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
export function admit(
  entries: readonly Entry[],
  { cap = Infinity, embeddingBatch, calibration, calibrationIfUnread = 0, isLeast = false }: Budget,
): { admitted: Entry[]; refused: Entry[]; count: RequestCount } {
  const all = new Distinct();
  const ofTheHead = new Distinct();
  const inBatches = new Batched(embeddingBatch);
  let judge = 0;
  // Requests for answers that no rule reads may not be needed: no row is refused for them.
  let unread = calibrationIfUnread;
  const total = () => all.size + inBatches.count('embeds') + inBatches.count('classifies') + judge + calibration;
  const admitted: Entry[] = [];
  const refused: Entry[] = [];
  for (const entry of entries) {
    const { trial, row } = entry;
    const { rows } = trial;
    const undo = [all.add(isLeast ? trial.asks(row) : trial.mayAsk(row)), ofTheHead.add(rows.asksOfHead?.(row) ?? rows.asks(row, []))];
    // Rows that may end early may need no judge at all.
    const judged = isLeast && rows.endsEarly ? 0 : rows.judgeCalls;
    const judgedIfUnread = rows.isReadByRule ? judged : 0;
    inBatches.add(entry, 1);
    judge += judged;
    unread += judgedIfUnread;
    if (total() - unread <= cap) {
      admitted.push(entry);
      continue;
    }
    for (const takeOut of undo) takeOut();
    inBatches.add(entry, -1);
    judge -= judged;
    unread -= judgedIfUnread;
    refused.push(entry);
  }
  const batches = { embeddings: inBatches.count('embeds'), classified: inBatches.count('classifies') };
  // A base whose model is the head's shares its answers: what the head asks too is no question of the base's.
  const base = all.size - ofTheHead.size;
  const bytes = { head: ofTheHead.bytes, base: all.bytes - ofTheHead.bytes };
  const count = { answers: all.size, base, ...batches, judge, calibration, unread, total: total(), bytes };
  return { admitted, refused, count };
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

export interface NeedOptions {
  judges: Judges;
  embeddingBatch: number;
  cap?: number | undefined;
}

/** The requests of a run, counted before the first one. */
export interface Need {
  admitted: Entry[];
  /** Rows past the cap. */
  refused: Entry[];
  /** The most requests that the admitted rows take. */
  count: RequestCount;
  /** Without so much no verdict can be reached: all rows of a pair, the fewest that could decide of a sequential test. */
  least: RequestCount;
}

export async function needOf(trials: readonly Trial[], { judges, embeddingBatch, cap }: NeedOptions): Promise<Need> {
  const calibration = await judges.requestsFor(trials.flatMap(calibrationNeeds));
  const certain = await judges.requestsFor(trials.flatMap((trial) => (trial.rows.isReadByRule ? [] : calibrationNeeds(trial))));
  const all = inTurns(trials.map((trial) => ({ trial, rows: trial.open })));
  const admission = admit(all, { cap, embeddingBatch, calibration, calibrationIfUnread: calibration - certain });
  const least = admit(inTurns(trials.map((trial) => ({ trial, rows: trial.wave() }))), {
    embeddingBatch,
    calibration,
    isLeast: true,
  });
  return { ...admission, least: least.count };
}

/** Up to this many rows, none goes ahead: it is not worth a round trip and a batch that is not full. */
export const FEW_ROWS = 10;

interface Texts extends Pick<BatchedTexts, 'kind' | 'endpoint' | 'ahead' | 'later'> {
  test: object;
  rows: number;
  size: number;
}

/** Counts the texts that are embedded or classified in batches; each subject's go in batches of their own. */
class Batched {
  private readonly texts = new Map<object, Texts>();
  private readonly embeddingBatch: number;

  constructor(embeddingBatch: number) {
    this.embeddingBatch = embeddingBatch;
  }

  /** `times` -1 takes a row out again. */
  add({ trial, row }: { trial: Trial; row: number }, times: 1 | -1): void {
    for (const texts of trial.rows.batchedTexts?.(row) ?? []) {
      const { batch, kind, endpoint, isByRow, size = this.embeddingBatch } = texts;
      const room = (count: number) => (isByRow ? size * Math.ceil(count / size) : count);
      const sofar = this.texts.get(batch) ?? { ahead: 0, later: 0, rows: 0 };
      this.texts.set(batch, {
        test: trial,
        kind,
        endpoint,
        size,
        rows: sofar.rows + times,
        ahead: sofar.ahead + times * room(texts.ahead),
        later: sofar.later + times * room(texts.later),
      });
    }
  }

  count(wanted: Texts['kind']): number {
    const texts = [...this.texts.values()].filter(({ kind }) => kind === wanted);
    const opening = this.openedBy(texts);
    return texts.reduce((sum, text) => sum + requestsFor(text) + (opening.has(text.test) ? batchesOfARow(text) : 0), 0);
  }

  /** The tests whose first row goes ahead, in batches that are not full: the first test of each endpoint. */
  private openedBy(texts: readonly Texts[]): ReadonlySet<object> {
    const first = new Map<unknown, object>();
    for (const { test, endpoint, rows } of texts) if (rows > FEW_ROWS && !first.has(endpoint)) first.set(endpoint, test);
    return new Set(first.values());
  }
}

function requestsFor({ ahead, later, size }: Texts): number {
  return Math.ceil(ahead / size) + Math.ceil(later / size);
}

function batchesOfARow({ kind, ahead, later, size }: Texts): number {
  if (size === 1) return 0;
  return kind === 'embeds' ? 1 : Math.min(ahead, 1) + Math.min(later, 1);
}
