/** A document's end, and the same last sentence behind the beginning of another document. */
export interface Contexts {
  last: string;
  context: readonly string[];
  swapped: readonly string[];
}

export interface ContextLengths {
  /** Sentences of a context, its last one among them. */
  sentences: number;
  /** How many of them, from the first on, are swapped. */
  swapped: number;
}

export function fewestSentences({ sentences, swapped }: ContextLengths): number {
  return sentences + swapped + 1;
}

/**
 * By document, its sentences: undefined where it has too few. The sentences that are put in are the first of the document before it, even
 * of one that is too short itself; for the first document, of the last (BYOD/context_sensitivity.py, which for `swapped` = `sentences`
 * keeps the whole document behind them).
 */
export function contextsOf(documents: readonly (readonly string[])[], lengths: ContextLengths): (Contexts | undefined)[] {
  const { sentences, swapped } = lengths;
  return documents.map((document, i) => {
    if (document.length < fewestSentences(lengths)) return undefined;
    return {
      last: document.at(-1)!,
      context: document.slice(-sentences),
      swapped: [...documents.at(i - 1)!.slice(0, swapped), ...document.slice(-(sentences - swapped))],
    };
  });
}
