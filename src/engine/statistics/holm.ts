import { checkShare } from './check.js';

/**
 * p-values adjusted for their number, in the order given: sorted upwards, adjusted(i) = max over j <= i of min(1, (m - j + 1) p(j)).
 * Whoever rejects what is below .05 after it, errs anywhere in at most 5 % of cases. Holm, Scand. J. Statist. 6 (1979) 65-70.
 * @throws RangeError where a value is outside [0, 1].
 */
export function holm(pValues: readonly number[]): number[] {
  for (const p of pValues) checkShare('a p-value', p);
  const upwards = pValues.map((p, at) => ({ p, at })).sort((one, other) => one.p - other.p);
  const adjusted = pValues.map(() => 0);
  let highest = 0;
  upwards.forEach(({ p, at }, rank) => {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * p));
    adjusted[at] = highest;
  });
  return adjusted;
}
