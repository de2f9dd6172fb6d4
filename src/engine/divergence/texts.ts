import { batchesOf, itemAt, range, swapItems } from '../lists.ts';
import type { Draw } from '../random.ts';
import { sentencesOf } from '../lint/row.ts';

/** BYOD's least number of words of a sentence. White space separates words. */
export const MIN_WORDS = 6;

export function longSentences(text: string): string[] {
  return sentencesIn(text).filter((sentence) => sentence.split(/\s+/).length >= MIN_WORDS);
}

export function sentencesIn(text: string): string[] {
  return sentencesOf(text).map(({ words }) => words);
}

export function wordTokens(sentence: string): string[] {
  return (
    sentence.match(/[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*|[^\s\p{L}\p{M}\p{N}_]/gu) ?? []
  );
}

export type Swap = readonly [first: number, second: number];

/** Draws pairs of two different places. Each draw is new, so a swap may undo another. */
export function drawSwaps(places: number, { times, draw }: { times: number; draw: Draw }): Swap[] {
  return range(times).map(() => {
    const firstIndex = draw(places);
    const secondIndex = draw(places - 1);
    return [firstIndex, secondIndex < firstIndex ? secondIndex : secondIndex + 1];
  });
}

/**
 * Applies the swaps one after the other, each to the result of the one before, and joins the words
 * with one space (BYOD/word_order.py).
 */
export function applySwaps(tokens: readonly string[], swaps: readonly Swap[]): string {
  const list = [...tokens];
  for (const [a, b] of swaps) swapItems(list, a, b);
  return list.join(' ');
}

/**
 * Pieces of so many code points, 1 or more; the last may be shorter
 * (BYOD/tokenization_robustness.py).
 */
export function chopText(text: string, characters: number): string[] {
  if (characters === 0) throw new RangeError('pieces of no characters');
  const points = Array.from(text);
  return batchesOf(points, characters).map((piece) => piece.join(''));
}

/** A document's end, and the same last sentence behind the beginning of another document. */
export interface Contexts {
  lastSentence: string;
  context: readonly string[];
  swapped: readonly string[];
}

export interface ContextLengths {
  /** Sentences of a context, its last one among them. */
  sentences: number;
  swapped: number;
}

export function fewestSentences({ sentences, swapped }: ContextLengths): number {
  return sentences + swapped + 1;
}

/**
 * Returns the context of each document; undefined for one with too few sentences. The inserted
 * sentences are the first ones of the document before it, even if that one is too short itself. The
 * first document gets those of the last one. (As in BYOD/context_sensitivity.py, which for
 * `swapped` = `sentences` keeps the whole document behind them.)
 */
export function contextsOf(
  documents: readonly (readonly string[])[],
  lengths: ContextLengths,
): (Contexts | undefined)[] {
  const { sentences, swapped } = lengths;
  return documents.map((document, i) => {
    if (document.length < fewestSentences(lengths)) return undefined;
    return {
      lastSentence: itemAt(document, document.length - 1),
      context: document.slice(-sentences),
      swapped: [
        ...(documents.at(i - 1) ?? []).slice(0, swapped),
        ...document.slice(-(sentences - swapped)),
      ],
    };
  });
}
