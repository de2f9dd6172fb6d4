import { QuestionSet, type QuestionToSubject } from './ask.ts';
import type { CalibrationNeeds, Judges } from '../judges/judges.ts';
import { interleave, sum } from '../lists.ts';
import type { Trial } from './trial.ts';

export interface ScheduledRow {
  trial: Trial;
  row: number;
}

export interface Wave {
  trial: Trial;
  rows: readonly number[];
}

/** Orders all rows so that the tests take turns: a cap on requests then cuts all tests alike. */
export function interleaveWaves(waves: readonly Wave[]): ScheduledRow[] {
  return interleave(waves.map(({ trial, rows }) => rows.map((row) => ({ trial, row }))));
}

/** The judge of a test, and each set of known cases that it may be calibrated on. */
export function calibrationNeeds({ rows }: Trial): CalibrationNeeds[] {
  return rows.knownCases.map((knownCases) => ({ judge: rows.run.judge, knownCases }));
}

export interface RequestCount {
  answers: number;
  /** The part of `answers` that only the base is asked. */
  base: number;
  /** Maximum number of batches of texts to embed: as many as if no two answers were equal. */
  embeddings: number;
  /** Maximum number of questions to judges about answers. */
  judge: number;
  /** Known cases that judges are calibrated on. */
  calibration: number;
  /** The part of `judge` for answers that no rule reads, which may be none. */
  unread: number;
  total: number;
  /** Bytes of the questions to the head's subject and to the base's, in UTF-8. */
  bytes: { head: number; base: number };
}

interface RequestBudget {
  cap?: number;
  embeddingBatch: number;
  /**
   * Requests to calibrate judges, and how many of these are sent only if some answer cannot be read
   * by rule.
   */
  calibration: number;
  calibrationIfUnread?: number;
  /** Counts only the requests that are certain. */
  isLeast?: boolean;
}

/**
 * Counts the requests of the rows, with those that score them and without retries. Admits whole
 * rows up to the cap.
 */
export function admit(
  entries: readonly ScheduledRow[],
  { cap = Infinity, ...costs }: RequestBudget,
): { admitted: ScheduledRow[]; refused: ScheduledRow[]; count: RequestCount } {
  const tally = new RequestTally(costs);
  const admitted: ScheduledRow[] = [];
  const refused: ScheduledRow[] = [];
  for (const entry of entries) {
    const takeOut = tally.add(entry);
    if (tally.certain <= cap) {
      admitted.push(entry);
    } else {
      takeOut();
      refused.push(entry);
    }
  }
  return { admitted, refused, count: tally.count };
}

/** The requests of the admitted rows. */
class RequestTally {
  private readonly questions = new DistinctQuestions();
  private readonly headQuestions = new DistinctQuestions();
  private readonly embeddings: EmbeddingCount;
  private readonly calibration: number;
  private readonly isLeast: boolean;
  private judge = 0;
  private unreadCalls: number;

  constructor({
    embeddingBatch,
    calibration,
    calibrationIfUnread = 0,
    isLeast = false,
  }: Omit<RequestBudget, 'cap'>) {
    this.embeddings = new EmbeddingCount(embeddingBatch);
    this.calibration = calibration;
    this.unreadCalls = calibrationIfUnread;
    this.isLeast = isLeast;
  }

  /** @returns a function that takes the row out again */
  add(entry: ScheduledRow): () => void {
    const { trial, row } = entry;
    const { rows } = trial;
    const takeOutOfAll = this.questions.add(
      this.isLeast ? trial.questionsFor(row) : trial.possibleQuestions(row),
    );
    const takeOutOfHead = this.headQuestions.add(rows.questionsFor(row, []));
    // Rows that may end early may need no judge at all.
    const judgeCalls = this.isLeast && rows.endsEarly ? 0 : rows.judgeCalls;
    const unreadCalls = rows.isReadByRule ? judgeCalls : 0;
    this.embeddings.add(entry, 1);
    this.judge += judgeCalls;
    this.unreadCalls += unreadCalls;
    return () => {
      takeOutOfAll();
      takeOutOfHead();
      this.embeddings.add(entry, -1);
      this.judge -= judgeCalls;
      this.unreadCalls -= unreadCalls;
    };
  }

  private get total(): number {
    return this.questions.size + this.embeddings.requests + this.judge + this.calibration;
  }

  /** Requests without those that may not be needed: a row is never refused for these. */
  get certain(): number {
    return this.total - this.unreadCalls;
  }

  get count(): RequestCount {
    return {
      answers: this.questions.size,
      // A base whose model is the head's shares its answers: a question that the head is asked too
      // is not counted for the base.
      base: this.questions.size - this.headQuestions.size,
      embeddings: this.embeddings.requests,
      judge: this.judge,
      calibration: this.calibration,
      unread: this.unreadCalls,
      total: this.total,
      bytes: {
        head: this.headQuestions.bytes,
        base: this.questions.bytes - this.headQuestions.bytes,
      },
    };
  }
}

class DistinctQuestions {
  private readonly members = new QuestionSet();
  size = 0;
  bytes = 0;

  /** @returns a function that takes out again the questions that were new */
  add(questions: readonly QuestionToSubject[]): () => void {
    const fresh = questions.filter((question) => this.members.add(question));
    const requests = sum(fresh, ({ question }) => question.requests ?? 1);
    const bytes = sum(fresh, ({ question: { prompt, system = '' } }) =>
      Buffer.byteLength(prompt + system),
    );
    this.size += requests;
    this.bytes += bytes;
    return () => {
      for (const question of fresh) this.members.delete(question);
      this.size -= requests;
      this.bytes -= bytes;
    };
  }
}

interface NeedOptions {
  judges: Judges;
  embeddingBatch: number;
  cap?: number;
}

export interface Need {
  admitted: ScheduledRow[];
  refused: ScheduledRow[];
  count: RequestCount;
  /**
   * The fewest requests that can lead to a verdict: those of all rows of a pair, or of the fewest
   * rows that could decide a sequential test.
   */
  least: RequestCount;
}

export async function needOf(
  trials: readonly Trial[],
  { judges, embeddingBatch, cap }: NeedOptions,
): Promise<Need> {
  const calibration = await judges.loadCalibrations(trials.flatMap(calibrationNeeds));
  const certain = await judges.loadCalibrations(
    trials.flatMap((trial) => (trial.rows.isReadByRule ? [] : calibrationNeeds(trial))),
  );
  const entries = interleaveWaves(trials.map((trial) => ({ trial, rows: trial.open })));
  const admission = admit(entries, {
    cap,
    embeddingBatch,
    calibration,
    calibrationIfUnread: calibration - certain,
  });
  const least = admit(interleaveWaves(trials.map((trial) => ({ trial, rows: trial.nextWave() }))), {
    embeddingBatch,
    calibration,
    isLeast: true,
  });
  return { ...admission, least: least.count };
}

/**
 * With up to this many rows, no row is asked ahead of the others: a round trip and a batch that is
 * not full would cost more than they save.
 */
export const FEW_ROWS = 10;

class EmbeddingCount {
  private readonly bySubject = new Map<object, { trial: Trial; rows: number; texts: number }>();
  private readonly batchSize: number;

  constructor(batchSize: number) {
    this.batchSize = batchSize;
  }

  /** `times` -1 takes a row out again. */
  add({ trial, row }: ScheduledRow, times: 1 | -1): void {
    for (const { subject, count } of trial.rows.embeddedTexts?.(row) ?? []) {
      const previous = this.bySubject.get(subject) ?? { rows: 0, texts: 0 };
      this.bySubject.set(subject, {
        trial,
        rows: previous.rows + times,
        texts: previous.texts + times * count,
      });
    }
  }

  /** Includes the batches of the first row of the first test, which goes ahead alone. */
  get requests(): number {
    const counts = [...this.bySubject.values()];
    const firstTrial = counts.find(({ rows }) => rows > FEW_ROWS)?.trial;
    const batchesAhead =
      this.batchSize === 1 ? 0 : counts.filter(({ trial }) => trial === firstTrial).length;
    return batchesAhead + sum(counts, ({ texts }) => Math.ceil(texts / this.batchSize));
  }
}
