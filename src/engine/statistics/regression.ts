import { checkShare, checkCounts } from './check.ts';

/**
 * Rows that two runs decided differently: `fixed` failed before and pass now (b), `broken` passed
 * before and fail now (c).
 */
interface Discordant {
  fixed: number;
  broken: number;
}

/**
 * The p-value of the hypothesis that a discordant row is broken as often as it is fixed: P(X >= c),
 * small where the change broke more than it fixed.
 *
 * McNemar's test in its exact form, a sign test with X ~ Binomial(b + c, 1/2). Rows that both runs
 * decided alike carry no information. McNemar, Psychometrika 12 (1947) 153-157.
 * @throws RangeError unless both numbers are counts.
 */
export function mcnemar({ fixed, broken }: Discordant): number {
  checkCounts({ fixed, broken });
  return halfBinomialCdf(fixed, fixed + broken);
}

/** Rescale by this before a sum of binomial coefficients overflows. */
const SCALE_BITS = 900;

/** P(X <= k) for X ~ Binomial(n, 1/2): the sum of C(n, i) / 2^n, exact up to n = 53. */
function halfBinomialCdf(k: number, n: number): number {
  let [term, sum, bits] = [1, 1, -n];
  for (let i = 1; i <= k; i += 1) {
    term = (term * (n - i + 1)) / i;
    sum += term;
    if (sum < 2 ** SCALE_BITS) continue;
    term /= 2 ** SCALE_BITS;
    sum /= 2 ** SCALE_BITS;
    bits += SCALE_BITS;
  }
  // In two steps: 2 ** bits alone may underflow.
  const half = Math.floor(bits / 2);
  return Math.min(1, sum * 2 ** half * 2 ** (bits - half));
}

/** Share of unchanged models that may be called worse. */
const ALPHA = 0.05;

/** One row in the baseline and now: passed, failed, or without a verdict (null). */
export interface PairedRow {
  baseline: boolean | null;
  head: boolean | null;
}

export interface Change {
  broken: number;
  fixed: number;
  rows: number;
}

/** A change over the rows with a verdict in both, and its bounds over all rows. */
export interface ChangeBounds {
  known: Change;
  best: Change;
  worst: Change;
}

/**
 * Counts broken and fixed rows. A row without a verdict could have passed or failed: `best` counts
 * it as passed now and failed before, `worst` the other way round.
 */
export function changeOf(pairs: readonly PairedRow[]): ChangeBounds {
  const count = (
    rows: readonly PairedRow[],
    unknownBaseline: boolean,
    unknownHead: boolean,
  ): Change => ({
    broken: rows.filter(
      ({ baseline, head }) => (baseline ?? unknownBaseline) && !(head ?? unknownHead),
    ).length,
    fixed: rows.filter(
      ({ baseline, head }) => !(baseline ?? unknownBaseline) && (head ?? unknownHead),
    ).length,
    rows: rows.length,
  });
  const decided = pairs.filter(({ baseline, head }) => baseline !== null && head !== null);
  return {
    known: count(decided, false, false),
    best: count(pairs, false, true),
    worst: count(pairs, true, false),
  };
}

/**
 * Returns true if the loss is above `maxRegression` and significant. Both are required, so that
 * noise alone does not stop a merge.
 */
function isRegression(
  { broken, fixed, rows }: Change,
  pValue: number,
  maxRegression: number,
): boolean {
  return rows > 0 && (broken - fixed) / rows > maxRegression && pValue < ALPHA;
}

/**
 * Returns the verdict that holds for every outcome of the rows without a verdict. More broken and
 * fewer fixed rows never improve it, so the two bounds suffice. `pValues` are those of `best` and
 * `worst`, corrected if several tests are compared. `maxRegression` is the largest allowed loss of
 * pass rate.
 * @throws RangeError unless `maxRegression` lies in 0 to 1.
 */
export function decideRegression(
  { best, worst }: ChangeBounds,
  pValues: { best: number; worst: number },
  maxRegression: number,
): 'pass' | 'fail' | 'inconclusive' {
  checkShare('max_regression', maxRegression);
  if (isRegression(best, pValues.best, maxRegression)) return 'fail';
  return isRegression(worst, pValues.worst, maxRegression) ? 'inconclusive' : 'pass';
}

/**
 * Returns p-values adjusted for their number m, in the order given. For p(1) <= … <= p(m):
 *
 *     adjusted(i) = max over j <= i of min(1, (m - j + 1) p(j))
 *
 * A rejection of all adjusted values below 0.05 has a false one in at most 5 % of runs. Holm,
 * Scand. J. Statist. 6 (1979) 65-70.
 * @throws RangeError for a value outside 0 to 1.
 */
export function holm(pValues: readonly number[]): number[] {
  for (const p of pValues) checkShare('a p-value', p);
  const ascending = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = pValues.map(() => 0);
  let highest = 0;
  ascending.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = highest;
  });
  return adjusted;
}
