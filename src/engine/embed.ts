/** Embeds texts. They come as a promise, so that texts of several rows can share a batch. */
export type Embed = ReturnType<typeof createEmbed>;

export interface Embedder {
  readonly hub: string;
  readonly name: string;
  readonly batchSize: number;
  embed(texts: string[]): Promise<number[][]>;
}

type Vector = readonly number[];

/** A text that is not in a batch yet, and the function that resolves its vector. */
interface Waiting {
  text: string;
  resolve: (vector: Promise<Vector>) => void;
}

/**
 * Embeds texts in full batches. A batch that is not full waits as long as other rows may add texts
 * to it.
 */
export function createEmbed(embedder: Embedder) {
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

  return async (futureTexts: Promise<readonly string[]>) => {
    rowsToCome += 1;
    const texts = await futureTexts.finally(() => {
      rowsToCome -= 1;
      // Deferred, so that texts that arrive at the same time join the batch.
      setImmediate(sendBatches);
    });
    return Promise.all(
      texts.map((text) => new Promise<Vector>((resolve) => waiting.push({ text, resolve }))),
    );
  };
}
