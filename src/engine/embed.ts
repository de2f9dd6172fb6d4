import type { Embed } from './types.ts';

export interface Embedder {
  readonly hub: string;
  readonly name: string;
  readonly batchSize: number;
  embed(texts: string[]): Promise<number[][]>;
}

/**
 * Most vectors that are kept for texts that come again. One vector may have thousands of numbers.
 */
const MAX_KEPT = 1_000;

type Vector = readonly number[];

/**
 * Embeds texts in full batches. A batch that is not full waits while rows under way may add texts
 * to it, and is sent once no row has texts to come.
 */
export function createEmbed(embedder: Embedder): Embed {
  const vectors = new Map<string, Promise<Vector>>();
  // Texts that no batch has taken yet; each with what resolves its vector.
  const waiting = new Map<string, (vector: Promise<Vector>) => void>();
  let rowsToCome = 0;

  function sendBatches() {
    while (waiting.size >= embedder.batchSize || (rowsToCome === 0 && waiting.size > 0)) {
      const batch = [...waiting].slice(0, embedder.batchSize);
      const embedded = embedder.embed(batch.map(([text]) => text));
      for (const [i, [text, resolve]] of batch.entries()) {
        waiting.delete(text);
        resolve(embedded.then((embeddings) => embeddings[i] ?? []));
      }
    }
  }

  function vectorOf(text: string) {
    const known = vectors.get(text);
    if (known) return known;
    const vector = new Promise<Vector>((resolve) => waiting.set(text, resolve));
    vectors.set(text, vector);
    vector.catch(() => vectors.delete(text));
    // It waits no more: fewer texts wait at once than are kept.
    const [oldest] = vectors.keys();
    if (vectors.size > MAX_KEPT && oldest !== undefined) vectors.delete(oldest);
    return vector;
  }

  return async (coming) => {
    rowsToCome += 1;
    const texts = await coming.finally(() => {
      rowsToCome -= 1;
      // Rows whose texts come at the same time join the batch first.
      setImmediate(sendBatches);
    });
    return Promise.all(texts.map(vectorOf));
  };
}
