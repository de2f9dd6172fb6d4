/**
 * How often a property is tried: a twentieth of `most`, or another `part` where each is costly, while somebody waits, all of them with
 * THOROUGH=1 (`npm run test:thorough`, and CI on main). Without a seed each run tries others.
 */
export function runs(most: number, part = 20): number {
  return !process.env.THOROUGH ? Math.max(Math.ceil(most / part), Math.min(most, 20)) : most;
}

/**
 * Of a corpus that is tried in every field of every writer: a random sixth while somebody waits, or another `part`, all of it with
 * THOROUGH=1. Evenly from all of it, since what is alike stands together; always as many, so that a run has as many tests as the last.
 */
export function some<T>(corpus: readonly T[], part = 6): readonly T[] {
  if (process.env.THOROUGH) return corpus;
  const start = Math.floor(Math.random() * corpus.length);
  return Array.from({ length: Math.ceil(corpus.length / part) }, (_, nth) => corpus[(start + nth * part) % corpus.length]!);
}

/** Of a few cases that take long each: one, drawn, while somebody waits, all of them with THOROUGH=1. */
export function one<T>(cases: readonly T[]): readonly T[] {
  const drawn = Math.floor(Math.random() * cases.length);
  return process.env.THOROUGH ? cases : cases.slice(drawn, drawn + 1);
}
