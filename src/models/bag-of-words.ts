import { createHash } from 'node:crypto';

const DIMENSIONS = 256;

/**
 * How often each word occurs, words hashed into 256 dimensions. Counts only add up, so no text gets a zero vector, which
 * would have no cosine: a text without words counts as one word, itself.
 */
export function bagOfWords(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [text];
  for (const word of words) vector[hash(word) % DIMENSIONS]! += 1;
  return vector;
}

/** A whole number below 2^32 that depends on all parts and on nothing else. */
export function hash(...parts: (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(0);
}
