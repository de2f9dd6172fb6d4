import { checkPasses } from './check.ts';

/** How many rows passed. */
export interface PassCount {
  passes: number;
  rows: number;
}

/**
 * The logarithm of the probability of one sequence of k passes in n rows under the
 * Krichevsky-Trofimov mixture (a Beta(1/2, 1/2) prior of the rate):
 *
 *     Π_{i<k} (i + 1/2) Π_{i<n-k} (i + 1/2) / n!
 *
 * Krichevsky and Trofimov, IEEE Trans. Inform. Theory 27 (1981) 199-207.
 */
function logMixture({ passes, rows }: PassCount): number {
  let sum = 0;
  for (let i = 0; i < passes; i += 1) sum += Math.log(i + 0.5);
  for (let i = 0; i < rows - passes; i += 1) sum += Math.log(i + 0.5);
  for (let i = 1; i <= rows; i += 1) sum -= Math.log(i);
  return sum;
}

/**
 * Two-sided p-value that two models pass rows at the same rate, valid wherever each run stops.
 *
 * The product of both mixtures, divided by the likelihood at the pooled rate, is at most an e-value
 * at any row, since that rate maximizes the likelihood. Its reciprocal is a p-value by Ville's
 * inequality (Robbins, Ann. Math. Statist. 41 (1970) 1397-1409). The two runs count as independent.
 * Where their answers to the same rows vary together, the p-value is too large, never too small.
 * @throws RangeError unless the passes of each are at most its rows.
 */
export function rateDifferencePValue(firstCount: PassCount, secondCount: PassCount): number {
  for (const { passes, rows } of [firstCount, secondCount]) checkPasses(passes, rows);
  const [passes, rows] = [
    firstCount.passes + secondCount.passes,
    firstCount.rows + secondCount.rows,
  ];
  // 0 ln 0 is 0.
  const times = (count: number, share: number) => (count === 0 ? 0 : count * Math.log(share));
  const pooled = times(passes, passes / rows) + times(rows - passes, (rows - passes) / rows);
  return Math.min(1, Math.exp(pooled - logMixture(firstCount) - logMixture(secondCount)));
}
