import { atMost } from '../../src/engine/statistics/binomial.js';
import { checkCounts, checkOpenShare, checkShare } from '../../src/engine/statistics/check.js';
import { decidePolicy, type Rule } from '../../src/engine/statistics/policy.js';
import { normalQuantile } from '../../src/engine/statistics/special.js';

/** How often a true difference is to be found, and how often a difference that is none may be. */
export interface Strength {
  /** One-sided, above 0 and below 1; 0.05 where left out. */
  significance?: number;
  /** Above 0 and below 1; 0.8 where left out. */
  power?: number;
}

/** The two normal quantiles of a sample size. @throws RangeError where one is out of range. */
function quantiles({ significance = 0.05, power = 0.8 }: Strength): readonly [alpha: number, beta: number] {
  checkOpenShare('significance', significance);
  checkOpenShare('power', power);
  return [normalQuantile(1 - significance), normalQuantile(power)];
}

/**
 * Rows needed to tell a true rate from the minimum, one-sided:
 * n = ((z_alpha sqrt(m (1-m)) + z_beta sqrt(p (1-p))) / (m - p))², rounded up.
 * Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions (3rd ed. 2003), ch. 2, without continuity correction.
 * @throws RangeError where a share is outside [0, 1] or the rate is the minimum itself.
 */
export function rowsForRate({ minimum, rate, ...strength }: Strength & { minimum: number; rate: number }): number {
  checkShare('minimum', minimum);
  checkShare('rate', rate);
  if (rate === minimum) throw new RangeError('rate must differ from minimum: no number of rows tells a rate from itself');
  const [alpha, beta] = quantiles(strength);
  return Math.ceil(((alpha * Math.sqrt(minimum * (1 - minimum)) + beta * Math.sqrt(rate * (1 - rate))) / (minimum - rate)) ** 2);
}

/**
 * Pairs of rows needed to see a drop between two runs over the same rows, one-sided, by McNemar's test:
 * n = ((z_alpha sqrt(d) + z_beta sqrt(d - drop²)) / drop)², rounded up, d the share of rows that the runs decide differently.
 * Connett, Smith and McHugh, Statistics in Medicine 6 (1987) 53-59.
 * @throws RangeError unless 0 < drop <= discordant <= 1.
 */
export function pairsForDrop({ drop, discordant, ...strength }: Strength & { drop: number; discordant: number }): number {
  checkShare('discordant', discordant);
  if (!(drop > 0 && drop <= discordant)) throw new RangeError(`drop must be above 0 and at most discordant, ${discordant}, not ${drop}`);
  const [alpha, beta] = quantiles(strength);
  return Math.ceil(((alpha * Math.sqrt(discordant) + beta * Math.sqrt(discordant - drop ** 2)) / drop) ** 2);
}

/**
 * The largest number of passes among n rows at which a rule fails; -1 where it fails at none. A verdict never gets worse with one
 * more pass, so halving finds it.
 * @throws RangeError where n is no count or the rule is out of range.
 */
export function failsAtMost(n: number, rule: Rule): number {
  const fails = (passes: number) => decidePolicy({ ...rule, passes, scored: n, errors: 0 }).outcome === 'fail';
  let failing = -1;
  let other = n + 1;
  while (other - failing > 1) {
    const middle = Math.floor((failing + other) / 2);
    if (fails(middle)) failing = middle;
    else other = middle;
  }
  return failing;
}

/**
 * How often a rule fails a model whose true rate is `rate`, over n rows without errors: P(X <= failsAtMost), X ~ Binomial(n, rate).
 * Exact. For a model that is good enough, this is how flaky the gate is.
 * @throws RangeError where a number is no count or out of range.
 */
export function chanceOfFailing({ n, rate, rule }: { n: number; rate: number; rule: Rule }): number {
  checkCounts({ n });
  return atMost(failsAtMost(n, rule), n, rate);
}
