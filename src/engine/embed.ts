import type { Embed } from './types.ts';

export interface Embedder {
  readonly hub: string;
  readonly name: string;
  readonly batchSize: number;
  embed(texts: string[]): Promise<number[][]>;
}

type Vector = readonly number[];

/** A text that no batch has taken yet, with what resolves its vector. */
interface Waiting {
  text: string;
  resolve: (vector: Promise<Vector>) => void;
}

/**
 * Embeds texts in full batches. A batch that is not full waits while rows under way may add texts
 * to it, and is sent once no row has texts to come.
 */
export function createEmbed(embedder: Embedder): Embed {
  const waiting: Waiting[] = [];
  let rowsToCome = 0;

  function sendBatches() {
    while (waiting.length >= embedder.batchSize || (rowsToCome === 0 && waiting.length > 0)) {
      const batch = waiting.splice(0, embedder.batchSize);
      const embedded = embedder.embed(batch.map(({ text }) => text));
      for (const [i, { resolve }] of batch.entries())
        resolve(embedded.then((vectors) => vectors[i] ?? []));
    }
  }

  return async (coming) => {
    rowsToCome += 1;
    const texts = await coming.finally(() => {
      rowsToCome -= 1;
      // Rows whose texts come at the same time join the batch first.
      setImmediate(sendBatches);
    });
    return Promise.all(
      texts.map((text) => new Promise<Vector>((resolve) => waiting.push({ text, resolve }))),
    );
  };
}
