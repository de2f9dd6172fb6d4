import { Breaker } from './ask.js';
import type { Embedder } from './model.js';
import { pool } from './pool.js';
import type { RowError } from './results.js';

type Vector = readonly number[];

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** Embeds each distinct text once, in batches. One text that an endpoint refuses costs only its own row. */
export async function embedAll(
  texts: readonly string[],
  { embedder, concurrency, onBatch }: { embedder: Embedder; concurrency: number; onBatch: () => void },
): Promise<ReadonlyMap<string, Vector | RowError>> {
  const vectors = new Map<string, Vector | RowError>();
  const breaker = new Breaker();

  async function embedBatch(batch: string[]): Promise<void> {
    const got = await breaker.attempt(() => embedder.embed(batch));
    if (Array.isArray(got)) {
      batch.forEach((text, i) => vectors.set(text, got[i] ?? { kind: 'embedding', message: 'The endpoint gave no vector for this answer.' }));
    } else if (got.kind === 'bad_request' && batch.length > 1) {
      const middle = batch.length >> 1;
      await embedBatch(batch.slice(0, middle));
      await embedBatch(batch.slice(middle));
    } else {
      for (const text of batch) vectors.set(text, got);
    }
  }

  const distinct = [...new Set(texts)];
  for (const text of distinct) {
    if (text === '') vectors.set(text, { kind: 'empty_answer', message: 'The answer is empty, and an empty text has no embedding.' });
  }
  await pool(concurrency, batches(distinct.filter(Boolean), embedder.batchSize), async (batch) => {
    await embedBatch(batch);
    onBatch();
  });
  return vectors;
}

