import { Breaker, type Failure, type Standing } from './breaker.js';
import { pool, type Size } from './pool.js';
import type { Recall } from './recall.js';

/** Something that an endpoint says of texts, so many at a time. */
export interface BatchOptions<Value> {
  batchSize: number;
  /** One value a text, in the order of the texts. */
  ask: (texts: string[]) => Promise<Value[]>;
  /** What stands for an empty text, which no endpoint takes. */
  empty: Value | Failure;
  /** Named in the error of a text that got nothing. */
  what: string;
  concurrency: Size;
  onBatch: () => void;
  /** What is known already. */
  recall?: Recall<Value> | undefined;
}

/** Puts each distinct text of a run to an endpoint once, in batches. One text that it refuses costs only its own row. */
export class TextBatches<Value> {
  private readonly values = new Map<string, Value | Failure>();
  private readonly breaker = new Breaker();
  private readonly options: BatchOptions<Value>;

  constructor(options: BatchOptions<Value>) {
    this.options = options;
  }

  /** A value, or why there is none, for each of the texts. */
  async of(texts: readonly string[]): Promise<ReadonlyMap<string, Value | Failure>> {
    const { batchSize, empty, concurrency, onBatch, recall } = this.options;
    const fresh = [...new Set(texts)].filter((text) => {
      const known = this.values.has(text) || text === '' ? undefined : recall?.(text);
      if (known !== undefined) this.values.set(text, known);
      return !this.values.has(text);
    });
    if (fresh.includes('')) this.values.set('', empty);
    await pool(concurrency, batches(fresh.filter(Boolean), batchSize), async (batch) => {
      await this.put(batch);
      onBatch();
    });
    return this.values;
  }

  /** All that was asked. */
  get known(): ReadonlyMap<string, Value | Failure> {
    return this.values;
  }

  get standing(): Standing {
    return { wasAsked: this.values.size > 0, end: this.breaker.end };
  }

  /** Forgets what failed for a passing reason, so that it is asked once more. @returns how many requests that takes at most. */
  secondRound(): number {
    const texts = this.breaker.secondRound();
    texts.forEach((text) => this.values.delete(text));
    return Math.ceil(texts.length / this.options.batchSize);
  }

  private async put(batch: string[]): Promise<void> {
    const got = await this.breaker.attempt(batch, () => this.options.ask(batch));
    if (Array.isArray(got)) {
      batch.forEach((text, i) =>
        this.values.set(text, got[i] ?? { kind: this.options.what, message: `The endpoint gave no ${this.options.what} for this answer.` }),
      );
    } else if (got.kind === 'bad_request' && batch.length > 1) {
      const middle = batch.length >> 1;
      await this.put(batch.slice(0, middle));
      await this.put(batch.slice(middle));
    } else {
      for (const text of batch) this.values.set(text, got);
    }
  }
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
