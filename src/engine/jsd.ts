import { RowError, type Distribution } from './types.ts';

/**
 * A list of tokens counts as whole if the tokens that it leaves out have at most this probability
 * together. Servers compute in float32, which is no more exact.
 */
const NEGLIGIBLE_MASS = 2e-6;

/**
 * Jensen-Shannon divergence of two distributions of the next token, summed over tokens: half of
 * `p ln(p/m) + q ln(q/m)`, where m = (p + q) / 2 and 0 ln 0 is 0. Nothing is normalised.
 */
export function jsd(p: Distribution, q: Distribution) {
  let sum = 0;
  for (const token of new Set([...p.keys(), ...q.keys()]))
    sum += tokenDivergence(p.get(token), q.get(token));
  return sum;
}

/** The divergence of two whole lists. @throws RowError for a list that leaves out tokens */
export function divergence(p: Distribution, q: Distribution) {
  if (Math.max(missingMass(p), missingMass(q)) <= NEGLIGIBLE_MASS) return jsd(p, q);
  throw new RowError(
    'bounded',
    `The server lists only the ${Math.min(p.size, q.size)} likeliest tokens. Have it list all (vLLM: --max-logprobs -1).`,
  );
}

/**
 * The divergence that one token adds, by the logarithms of its probabilities. Rounding never makes
 * it negative.
 */
function tokenDivergence(logP = -Infinity, logQ = -Infinity) {
  const p = Math.exp(logP);
  const q = Math.exp(logQ);
  const fromMean = (x: number) => (x === 0 ? 0 : x * Math.log((2 * x) / (p + q)));
  return Math.max(0, (fromMean(p) + fromMean(q)) / 2);
}

/** The probability of all tokens that a list leaves out. */
function missingMass(list: Distribution) {
  return 1 - list.values().reduce((sum, logprob) => sum + Math.exp(logprob), 0);
}
