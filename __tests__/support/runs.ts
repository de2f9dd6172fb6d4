/**
 * How often a property is tried: a tenth of `most`, or another `part` where each is costly, while somebody waits, all of them with
 * THOROUGH=1 (`npm run test:thorough`, and CI on main). Without a seed each run tries others.
 */
export function runs(most: number, part = 10): number {
  return !process.env.THOROUGH ? Math.max(Math.ceil(most / part), Math.min(most, 20)) : most;
}

/** Of a corpus that is tried in every field of every writer: a random quarter while somebody waits, all of it with THOROUGH=1. */
export function some<T>(corpus: readonly T[]): readonly T[] {
  if (process.env.THOROUGH) return corpus;
  const start = Math.floor(Math.random() * 4);
  return corpus.filter((_, i) => i % 4 === start);
}

/** Of a few cases that take long each: one, drawn, while somebody waits, all of them with THOROUGH=1. */
export function one<T>(cases: readonly T[]): readonly T[] {
  const drawn = Math.floor(Math.random() * cases.length);
  return process.env.THOROUGH ? cases : cases.slice(drawn, drawn + 1);
}
