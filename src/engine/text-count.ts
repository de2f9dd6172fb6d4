import type { BatchedTexts } from './methods/method.js';
import type { Trial } from './trial.js';

/** Up to this many rows, none goes ahead (schedule.ts): it is not worth a round trip and a batch that is not full. */
export const FEW_ROWS = 10;

interface Texts extends Pick<BatchedTexts, 'kind' | 'endpoint' | 'ahead' | 'later'> {
  test: object;
  rows: number;
  size: number;
}

/** Counts the texts that are embedded or classified in batches; each subject's go in batches of their own. */
export class Batched {
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
