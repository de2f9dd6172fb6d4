import { sum } from '../lists.js';
import type { Distribution } from '../model.js';

/**
 * The interval of a divergence, in nats; `low` equals `high` if both distributions are complete.
 */
export interface Bounds {
  low: number;
  high: number;
}

/**
 * Lists that leave out no more are whole: float32 comes no nearer. It may move the divergence by
 * ten times as much.
 */
const LEAST_MISSING = 2e-6;

/**
 * Jensen-Shannon divergence of two distributions of the next token, of which all or the likeliest
 * tokens are known: half of `p ln(p/m) + q ln(q/m)`, m = (p + q) / 2, summed over tokens; 0 ln 0 is
 * 0. Nothing is normalised. Capped lists give bounds that hold for any missing tokens:
 *
 * - each token's part is at least 0, and the part of one that only p lists falls as q grows: q is
 *   at most the least that q lists, and
 * at most all that q leaves out. All tokens that either leaves out may as well be one (the
 * divergence never grows by it): the
 *   larger of the two ways is the lower bound;
 * - no part is larger than (p + q) / 2 ln 2: what is not listed in both, taken as disjoint, is the
 *   upper bound.
 */
export function divergence(p: Distribution, q: Distribution): Bounds {
  const [missingP, missingQ] = [missingTokens(p), missingTokens(q)];
  if (Math.max(missingP.mass, missingQ.mass) <= LEAST_MISSING) {
    const value = jsd(p, q);
    return { low: value, high: value };
  }
  const sharedTokens = tokensOf(p).filter((token) => q.logprobs.has(token));
  const shared = sum(sharedTokens, (token) => partOf(logprobOf(p, token), logprobOf(q, token)));
  const restOf = (list: Distribution) =>
    Math.max(0, 1 - sum(sharedTokens, (token) => Math.exp(logprobOf(list, token))));
  const [restP, restQ] = [restOf(p), restOf(q)];
  const alone =
    alonePart(p, { other: q, most: missingQ.most }) +
    alonePart(q, { other: p, most: missingP.most });
  const asOne = partOf(Math.log(restP), Math.log(restQ));
  const high = Math.min(Math.LN2, shared + ((restP + restQ) / 2) * Math.LN2);
  return { low: Math.min(high, shared + Math.max(alone, asOne)), high };
}

export function jsd(p: Distribution, q: Distribution): number {
  return sum([...new Set([...tokensOf(p), ...tokensOf(q)])], (token) =>
    partOf(logprobOf(p, token), logprobOf(q, token)),
  );
}

/**
 * Least divergence of the tokens that only `list` has. In the other list, the log-probability of
 * each is at most `most`.
 */
function alonePart(
  list: Distribution,
  { other: otherList, most }: { other: Distribution; most: number },
): number {
  const alone = tokensOf(list).filter((token) => !otherList.logprobs.has(token));
  return sum(alone, (token) =>
    partOf(logprobOf(list, token), Math.min(logprobOf(list, token), most)),
  );
}

export function meanOf(bounds: readonly Bounds[]): Bounds {
  return {
    low: sum(bounds, ({ low }) => low) / bounds.length,
    high: sum(bounds, ({ high }) => high) / bounds.length,
  };
}

/**
 * One token's part: `p ln(2p / (p + q))` is `p (ln 2 - ln(1 + q/p))`, which neither overflows nor
 * loses what is small.
 */
function partOf(logP: number, logQ: number): number {
  return Math.max(0, (half(logP, logQ) + half(logQ, logP)) / 2);
}

function half(logP: number, logQ: number): number {
  if (logP === -Infinity) return 0;
  const x = logQ - logP;
  const logSum = Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
  return Math.exp(logP) * (Math.LN2 - logSum);
}

/**
 * The tokens missing from a list: their total probability, and the highest log-probability that one
 * of them may have.
 */
function missingTokens({ logprobs }: Distribution): { mass: number; most: number } {
  const logprobValues = [...logprobs.values()];
  const mass = Math.max(0, 1 - sum(logprobValues, Math.exp));
  const least = logprobValues.reduce((least, logprob) => Math.min(least, logprob), Infinity);
  return { mass, most: Math.min(least, Math.log(mass)) };
}

function logprobOf({ logprobs }: Distribution, token: string): number {
  return logprobs.get(token) ?? -Infinity;
}

function tokensOf({ logprobs }: Distribution): string[] {
  return [...logprobs.keys()];
}
