import { sum } from '../lists.ts';
import type { Distribution } from '../model.ts';

/**
 * The interval of a divergence, in nats; `low` equals `high` if both distributions are complete.
 */
export interface Bounds {
  low: number;
  high: number;
}

/**
 * A list counts as whole if the tokens that it leaves out have at most this probability: float32 is
 * not more exact. The divergence may be wrong by ten times this value.
 */
const NEGLIGIBLE_MASS = 2e-6;

/**
 * Jensen-Shannon divergence of two distributions of the next token: half of
 * `p ln(p/m) + q ln(q/m)`, m = (p + q) / 2, summed over tokens; 0 ln 0 is 0. Nothing is normalised.
 * A list may hold only the likeliest tokens. Then the result is an interval that holds for any
 * missing tokens:
 *
 * - Lower bound: the larger of two sums. One takes each token that only p lists with the largest q
 *   that it may have: no more than the least that q lists, and no more than all that q leaves out.
 *   Its part falls as q grows, and no part is below 0. The other sum joins all tokens that either
 *   list leaves out in one token, which never makes the divergence larger.
 * - Upper bound: all tokens that are not in both lists count as different ones. No part is larger
 *   than (p + q) / 2 ln 2.
 */
export function divergence(p: Distribution, q: Distribution): Bounds {
  const [missingP, missingQ] = [missingTokens(p), missingTokens(q)];
  if (Math.max(missingP.mass, missingQ.mass) <= NEGLIGIBLE_MASS) {
    const value = jsd(p, q);
    return { low: value, high: value };
  }
  const sharedTokens = tokensOf(p).filter((token) => q.logprobs.has(token));
  const shared = sum(sharedTokens, (token) => partOf(logprobOf(p, token), logprobOf(q, token)));
  const restOf = (list: Distribution) =>
    Math.max(0, 1 - sum(sharedTokens, (token) => Math.exp(logprobOf(list, token))));
  const [restP, restQ] = [restOf(p), restOf(q)];
  const alone =
    alonePart(p, { other: q, maxLogprob: missingQ.maxLogprob }) +
    alonePart(q, { other: p, maxLogprob: missingP.maxLogprob });
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
 * each is at most `maxLogprob`.
 */
function alonePart(
  list: Distribution,
  { other: otherList, maxLogprob }: { other: Distribution; maxLogprob: number },
): number {
  const alone = tokensOf(list).filter((token) => !otherList.logprobs.has(token));
  return sum(alone, (token) =>
    partOf(logprobOf(list, token), Math.min(logprobOf(list, token), maxLogprob)),
  );
}

export function meanOf(bounds: readonly Bounds[]): Bounds {
  return {
    low: sum(bounds, ({ low }) => low) / bounds.length,
    high: sum(bounds, ({ high }) => high) / bounds.length,
  };
}

/**
 * One token's part: `p ln(2p / (p + q))`, computed as `p (ln 2 - ln(1 + q/p))`, which neither
 * overflows nor loses small values.
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
function missingTokens({ logprobs }: Distribution): { mass: number; maxLogprob: number } {
  const logprobValues = [...logprobs.values()];
  const mass = Math.max(0, 1 - sum(logprobValues, Math.exp));
  const least = logprobValues.reduce((least, logprob) => Math.min(least, logprob), Infinity);
  return { mass, maxLogprob: Math.min(least, Math.log(mass)) };
}

function logprobOf({ logprobs }: Distribution, token: string): number {
  return logprobs.get(token) ?? -Infinity;
}

function tokensOf({ logprobs }: Distribution): string[] {
  return [...logprobs.keys()];
}
