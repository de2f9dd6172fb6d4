/** Number of tries of a property: `most` with THOROUGH=1, else a `part` of it. */
export function runs(most: number, part = 20): number {
  return !process.env.THOROUGH ? Math.max(Math.ceil(most / part), Math.min(most, 20)) : most;
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
