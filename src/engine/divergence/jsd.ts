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
  const [ofP, ofQ] = [missing(p), missing(q)];
  if (Math.max(ofP.mass, ofQ.mass) <= LEAST_MISSING) {
    const value = jsd(p, q);
    return { low: value, high: value };
  }
  const both = tokensOf(p).filter((token) => q.logprobs.has(token));
  const shared = sum(both, (token) => partOf(at(p, token), at(q, token)));
  const restOf = (list: Distribution) =>
    Math.max(0, 1 - sum(both, (token) => Math.exp(at(list, token))));
  const [restP, restQ] = [restOf(p), restOf(q)];
  const alone =
    alonePart(p, { other: q, most: ofQ.most }) + alonePart(q, { other: p, most: ofP.most });
  const asOne = partOf(Math.log(restP), Math.log(restQ));
  const high = Math.min(Math.LN2, shared + ((restP + restQ) / 2) * Math.LN2);
  return { low: Math.min(high, shared + Math.max(alone, asOne)), high };
}

export function jsd(p: Distribution, q: Distribution): number {
  return sum([...new Set([...tokensOf(p), ...tokensOf(q)])], (token) =>
    partOf(at(p, token), at(q, token)),
  );
}

/**
 * Least divergence of the tokens that only `list` has. In the other list, the log-probability of
 * each is at most `most`.
 */
function alonePart(
  list: Distribution,
  { other, most }: { other: Distribution; most: number },
): number {
  const alone = tokensOf(list).filter((token) => !other.logprobs.has(token));
  return sum(alone, (token) => partOf(at(list, token), Math.min(at(list, token), most)));
}

export function meanOf(all: readonly Bounds[]): Bounds {
  return {
    low: sum(all, ({ low }) => low) / all.length,
    high: sum(all, ({ high }) => high) / all.length,
  };
}

/**
 * One token's part: `p ln(2p / (p + q))` is `p (ln 2 - ln(1 + q/p))`, which neither overflows nor
 * loses what is small.
 */
function partOf(logP: number, logQ: number): number {
  return Math.max(0, (half(logP, logQ) + half(logQ, logP)) / 2);
}

function half(own: number, other: number): number {
  if (own === -Infinity) return 0;
  const x = other - own;
  const logSum = Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
  return Math.exp(own) * (Math.LN2 - logSum);
}

/**
 * The tokens missing from a list: their total probability, and the highest log-probability that one
 * of them may have.
 */
function missing({ logprobs }: Distribution): { mass: number; most: number } {
  const listed = [...logprobs.values()];
  const mass = Math.max(0, 1 - sum(listed, Math.exp));
  const least = listed.reduce((least, logprob) => Math.min(least, logprob), Infinity);
  return { mass, most: Math.min(least, Math.log(mass)) };
}

function at({ logprobs }: Distribution, token: string): number {
  return logprobs.get(token) ?? -Infinity;
}

function tokensOf({ logprobs }: Distribution): string[] {
  return [...logprobs.keys()];
}
