/**
 * How often a property is tried: a tenth of `most` while somebody waits, all of them with THOROUGH=1 (`npm run test:thorough`, and CI on
 * main). Without a seed each run tries others.
 */
export function runs(most: number): number {
  return process.env.THOROUGH === undefined ? Math.max(Math.ceil(most / 10), Math.min(most, 20)) : most;
}
