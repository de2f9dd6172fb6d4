import { checkPasses } from './check.js';

/** One row, asked `scored` times, of which `passes` passed. */
export interface Cluster {
  passes: number;
  scored: number;
}

export interface ClusteredRate {
  /** All passes of all answers; null without an answer. */
  rate: number | null;
  /** In the rate's own unit, 0 to 1; null for fewer than two rows, where nothing can be said. */
  standardError: number | null;
  /** Rows with at least one answer. */
  clusters: number;
  /** Answers. */
  scored: number;
}

/**
 * Rate and standard error where each row is asked several times: answers to one row resemble each other, so the rows are what was
 * sampled. With k_g passes of n_g answers, p = Σ k_g / N, N = Σ n_g and G rows:
 *
 *     SE² = G / (G - 1) · Σ (k_g - p n_g)² / N²
 *
 * which for one answer a row is p (1-p) / (G-1). Cochran, Sampling Techniques (3rd ed. 1977), 3.12; the cluster-robust variance of
 * a mean (Liang and Zeger, Biometrika 73 (1986) 13-22; Miller, arXiv 2411.00640, 2.2) with the usual correction G / (G - 1).
 * Rows without an answer are left out.
 * @throws RangeError where a number is no count or `passes` exceeds `scored`.
 */
export function clusteredRate(rows: readonly Cluster[]): ClusteredRate {
  for (const { passes, scored } of rows) checkPasses(passes, scored);
  const answered = rows.filter(({ scored }) => scored > 0);
  const clusters = answered.length;
  const scored = answered.reduce((sum, row) => sum + row.scored, 0);
  if (clusters === 0) return { rate: null, standardError: null, clusters, scored };
  const rate = answered.reduce((sum, row) => sum + row.passes, 0) / scored;
  if (clusters === 1) return { rate, standardError: null, clusters, scored };
  const squares = answered.reduce((sum, row) => sum + (row.passes - rate * row.scored) ** 2, 0);
  return { rate, standardError: Math.sqrt((clusters / (clusters - 1)) * squares) / scored, clusters, scored };
}
