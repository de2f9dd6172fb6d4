import type { Distribution } from './types.ts';

/** The interval of a divergence, in nats; both ends are equal for complete distributions. */
export interface Bounds {
  low: number;
  high: number;
}

/**
 * A list counts as whole if the tokens that it leaves out are no more probable: float32 is no more
 * exact.
 */
const NEGLIGIBLE_MASS = 2e-6;

function sumOf<Item>(items: Iterable<Item>, valueOf: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += valueOf(item);
  return sum;
}

/**
 * Jensen-Shannon divergence of two distributions of the next token: half of `p ln(p/m) + q
 * ln(q/m)`,
 * m = (p + q) / 2, summed over tokens; 0 ln 0 is 0. Nothing is normalised.
 */
export function jsd(p: Distribution, q: Distribution): number {
  const tokens = new Set([...p.keys(), ...q.keys()]);
  return sumOf(tokens, (token) => partOf(p.get(token), q.get(token)));
}

/**
 * A list may hold only the likeliest tokens. Then the result is an interval that holds for any
 * missing ones. Below: each token that only one list has gets the largest probability that it may
 * have in the other; or all tokens that a list leaves out are joined in one. Above: all tokens that
 * are not in both lists are different ones, and no part is larger than (p + q) / 2 ln 2.
 */
export function divergence(p: Distribution, q: Distribution): Bounds {
  const [missingP, missingQ] = [missingIn(p), missingIn(q)];
  if (Math.max(missingP.mass, missingQ.mass) <= NEGLIGIBLE_MASS) {
    const value = jsd(p, q);
    return { low: value, high: value };
  }
  const shared = [...p.keys()].filter((token) => q.has(token));
  const known = sumOf(shared, (token) => partOf(p.get(token), q.get(token)));
  const restOf = (list: Distribution) =>
    Math.max(0, 1 - sumOf(shared, (token) => Math.exp(list.get(token) ?? -Infinity)));
  const [restP, restQ] = [restOf(p), restOf(q)];
  const alone = alonePart(p, q, missingQ.most) + alonePart(q, p, missingP.most);
  const asOne = partOf(Math.log(restP), Math.log(restQ));
  const high = Math.min(Math.LN2, known + ((restP + restQ) / 2) * Math.LN2);
  return { low: Math.min(high, known + Math.max(alone, asOne)), high };
}

/** The least divergence of the tokens that only one list has. */
function alonePart(list: Distribution, other: Distribution, most: number): number {
  const alone = [...list].filter(([token]) => !other.has(token));
  return sumOf(alone, ([, logprob]) => partOf(logprob, Math.min(logprob, most)));
}

/**
 * One token's part, as `p (ln 2 - ln(1 + q/p))`, which neither overflows nor loses small values.
 */
function partOf(logP = -Infinity, logQ = -Infinity): number {
  return Math.max(0, (half(logP, logQ) + half(logQ, logP)) / 2);
}

function half(logP: number, logQ: number): number {
  if (logP === -Infinity) return 0;
  const x = logQ - logP;
  const logSum = Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
  return Math.exp(logP) * (Math.LN2 - logSum);
}

/** What a list leaves out: the total probability, and the largest logarithm of one token's. */
function missingIn(list: Distribution): { mass: number; most: number } {
  const mass = Math.max(0, 1 - sumOf(list.values(), Math.exp));
  const least = [...list.values()].reduce((a, b) => Math.min(a, b), Infinity);
  return { mass, most: Math.min(least, Math.log(mass)) };
}
