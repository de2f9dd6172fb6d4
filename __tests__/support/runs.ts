import { it } from '@jest/globals';

/** `it` of a test that runs with THOROUGH=1 alone. */
export const thoroughly = process.env.THOROUGH ? it : it.skip;

/** Number of tries of a property: `most` with THOROUGH=1, else a `part` of it, at least `least`. */
export function runs(most: number, part = 20, least = 20): number {
  if (process.env.THOROUGH) return most;
  return Math.max(Math.ceil(most / part), Math.min(most, least));
}

/**
 * A random `part` of a corpus, evenly from all of it and always as many; all of it with THOROUGH=1.
 */
export function some<T>(corpus: readonly T[], part = 6): readonly T[] {
  if (process.env.THOROUGH) return corpus;
  const start = Math.floor(Math.random() * corpus.length);
  return Array.from(
    { length: Math.ceil(corpus.length / part) },
    (_, nth) => corpus[(start + nth * part) % corpus.length]!,
  );
}

/** One random case of a slow test; all cases with THOROUGH=1. */
export function one<T>(cases: readonly T[]): readonly T[] {
  const drawn = Math.floor(Math.random() * cases.length);
  return process.env.THOROUGH ? cases : cases.slice(drawn, drawn + 1);
}
