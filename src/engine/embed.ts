import type { Embed } from './types.ts';

export interface Embedder {
  readonly hub: string;
  readonly name: string;
  readonly batchSize: number;
  embed(texts: string[]): Promise<number[][]>;
}

/** Vectors that are kept for texts that come again. */
const MAX_KEPT = 1_000;

type Vector = readonly number[];

/**
 * Embeds texts in full batches. A batch that is not full is sent once no text is awaited any more,
 * so that rows under way fill it.
 */
export function createEmbed(embedder: Embedder): Embed {
  const vectors = new Map<string, Promise<Vector>>();
  /** Ends the wait for the vector of a text. */
  const waiting = new Map<string, (vector: Promise<Vector>) => void>();
  let awaited = 0;

  function sendFull() {
    while (waiting.size >= embedder.batchSize || (awaited === 0 && waiting.size > 0)) {
      const batch = [...waiting].slice(0, embedder.batchSize);
      const embedded = embedder.embed(batch.map(([text]) => text));
      for (const [i, [text, resolve]] of batch.entries()) {
        waiting.delete(text);
        resolve(embedded.then((all) => all[i] ?? []));
      }
    }
  }

  function vectorOf(text: string) {
    const known = vectors.get(text);
    if (known) return known;
    const { promise: vector, resolve } = Promise.withResolvers<Vector>();
    waiting.set(text, resolve);
    vectors.set(text, vector);
    vector.catch(() => vectors.delete(text));
    const [oldest] = vectors.keys();
    if (vectors.size > MAX_KEPT && oldest !== undefined) vectors.delete(oldest);
    return vector;
  }

  return async (coming) => {
    awaited += 1;
    const texts = await coming.finally(() => {
      awaited -= 1;
      // The rows whose texts came at the same time join the batch first.
      setImmediate(sendFull);
    });
    return Promise.all(texts.map(vectorOf));
  };
}
