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
 * missing ones: below, all tokens that are not in both lists are one token; above, each of them is
 * another one, and no part is larger than (p + q) / 2 ln 2.
 */
export function divergence(p: Distribution, q: Distribution): Bounds {
  if (Math.max(missingIn(p), missingIn(q)) <= NEGLIGIBLE_MASS) {
    const value = jsd(p, q);
    return { low: value, high: value };
  }
  const shared = [...p.keys()].filter((token) => q.has(token));
  const known = sumOf(shared, (token) => partOf(p.get(token), q.get(token)));
  const restOf = (list: Distribution) =>
    Math.max(0, 1 - sumOf(shared, (token) => Math.exp(list.get(token) ?? -Infinity)));
  const [restP, restQ] = [restOf(p), restOf(q)];
  const high = Math.min(Math.LN2, known + ((restP + restQ) / 2) * Math.LN2);
  const low = known + partOf(Math.log(restP), Math.log(restQ));
  return { low: Math.min(high, low), high };
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

/** The total probability of what a list leaves out. */
function missingIn(list: Distribution): number {
  return Math.max(0, 1 - sumOf(list.values(), Math.exp));
}
