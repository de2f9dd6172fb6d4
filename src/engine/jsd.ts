import { RowError } from './row-error.ts';
import type { Distribution } from './model.ts';

/**
 * A list of tokens counts as complete if the missing tokens have at most this probability in total.
 * Servers compute in float32, which is no more precise.
 */
const NEGLIGIBLE_MASS = 2e-6;

/**
 * Jensen-Shannon divergence of two distributions of the next token, summed over tokens: half of
 * `p ln(p/m) + q ln(q/m)`, where m = (p + q) / 2 and 0 ln 0 is 0. The inputs are not normalized.
 */
export function jsd(p: Distribution, q: Distribution) {
  let sum = 0;
  for (const token of new Set([...p.keys(), ...q.keys()]))
    sum += tokenDivergence(p.get(token), q.get(token));
  return sum;
}

/** The divergence of two complete lists. @throws RowError if a list leaves out tokens */
export function divergence(p: Distribution, q: Distribution) {
  if (Math.max(missingMass(p), missingMass(q)) <= NEGLIGIBLE_MASS) return jsd(p, q);
  throw new RowError(
    'bounded',
    `The server lists only the ${Math.min(p.size, q.size)} likeliest tokens. Configure it to list all tokens (vLLM: --max-logprobs -1).`,
  );
}

/**
 * The contribution of one token, given its log-probabilities. It is never negative, despite
 * rounding.
 */
function tokenDivergence(logP = -Infinity, logQ = -Infinity) {
  const p = Math.exp(logP);
  const q = Math.exp(logQ);
  const fromMean = (x: number) => (x === 0 ? 0 : x * Math.log((2 * x) / (p + q)));
  return Math.max(0, (fromMean(p) + fromMean(q)) / 2);
}

/** The total probability of the tokens that a list leaves out. */
function missingMass(list: Distribution) {
  return 1 - list.values().reduce((sum, logprob) => sum + Math.exp(logprob), 0);
}
