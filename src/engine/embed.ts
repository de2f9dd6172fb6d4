import { Breaker } from './ask.js';
import type { Embedder } from './model.js';
import { pool } from './pool.js';
import type { RowError } from './results.js';

type Vector = readonly number[];

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

export interface EmbeddingOptions {
  embedder: Embedder;
  concurrency: number;
  onBatch: () => void;
}

/** Embeds each distinct text of a run once, in batches. One text that an endpoint refuses costs only its own row. */
export class Embeddings {
  private readonly vectors = new Map<string, Vector | RowError>();
  private readonly breaker = new Breaker();

  constructor(private readonly options: EmbeddingOptions) {}

  /** A vector, or why there is none, for each of the texts. */
  async of(texts: readonly string[]): Promise<ReadonlyMap<string, Vector | RowError>> {
    const { embedder, concurrency, onBatch } = this.options;
    const fresh = [...new Set(texts)].filter((text) => !this.vectors.has(text));
    if (fresh.includes('')) this.vectors.set('', { kind: 'empty_answer', message: 'The answer is empty, and an empty text has no embedding.' });
    await pool(concurrency, batches(fresh.filter(Boolean), embedder.batchSize), async (batch) => {
      await this.embed(batch);
      onBatch();
    });
    return this.vectors;
  }

  private async embed(batch: string[]): Promise<void> {
    const got = await this.breaker.attempt(() => this.options.embedder.embed(batch));
    if (Array.isArray(got)) {
      batch.forEach((text, i) => this.vectors.set(text, got[i] ?? { kind: 'embedding', message: 'The endpoint gave no vector for this answer.' }));
    } else if (got.kind === 'bad_request' && batch.length > 1) {
      const middle = batch.length >> 1;
      await this.embed(batch.slice(0, middle));
      await this.embed(batch.slice(middle));
    } else {
      for (const text of batch) this.vectors.set(text, got);
    }
  }
}
