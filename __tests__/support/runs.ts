import { DRAW } from './jest/draw.mjs';

/** Number of tries of a property: `most` with THOROUGH=1, else a `part` of it, at least `least`. */
export function runs(most: number, part = 20, least = 10) {
  if (process.env.THOROUGH) return most;
  return Math.max(Math.ceil(most / part), Math.min(most, least));
}

/**
 * A `part` of a corpus, spread evenly over it and always of the same size. Each commit has another
 * part. With THOROUGH=1 it is the whole corpus.
 */
export function some<T>(corpus: readonly T[], part = 6): readonly T[] {
  if (process.env.THOROUGH) return corpus;
  const length = Math.ceil(corpus.length / part);
  return Array.from({ length }, (_, nth) => corpus[(DRAW + nth * part) % corpus.length]!);
}

/** One case of a slow test, which differs by commit. With THOROUGH=1 all cases. */
export function one<T>(cases: readonly T[]): readonly T[] {
  const drawn = DRAW % cases.length;
  return process.env.THOROUGH ? cases : cases.slice(drawn, drawn + 1);
}
