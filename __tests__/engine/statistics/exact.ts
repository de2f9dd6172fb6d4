/**
 * The binomial distribution in whole numbers: no logarithm, no gamma function, no library. A double
 * is an exact fraction, so the weights w(k+1) = w(k) (n-k) p / ((k+1) (1-p)) can be computed from
 * the mode outwards with 400 binary digits behind the point; what they sum to is what they are
 * divided by.
 */
const DIGITS = 400n;

function fraction(p: number): [numerator: bigint, denominator: bigint] {
  let [numerator, denominator] = [p, 1n];
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return [BigInt(numerator), denominator];
}

export interface Exact {
  pmf: (k: number) => number;
  atMost: (k: number) => number;
  atLeast: (k: number) => number;
}

/** For p strictly between 0 and 1. What is below 2^-400 of the mode is 0. */
export function exactBinomial(n: number, p: number): Exact {
  const [a, b] = fraction(p);
  const weights = new Array<bigint>(n + 1).fill(0n);
  const mode = Math.min(n, Math.floor((n + 1) * p));
  weights[mode] = 1n << DIGITS;
  for (let k = mode; k < n && weights[k]! > 0n; k += 1)
    weights[k + 1] = (weights[k]! * BigInt(n - k) * a) / (BigInt(k + 1) * (b - a));
  for (let k = mode; k > 0 && weights[k]! > 0n; k -= 1)
    weights[k - 1] = (weights[k]! * BigInt(k) * (b - a)) / (BigInt(n - k + 1) * a);
  let total = 0n;
  const sums = weights.map((weight) => (total += weight));
  // Twice 2^500: a double holds no more than 2^1023.
  const share = (part: bigint) => Number((part << 1000n) / total) / 2 ** 500 / 2 ** 500;
  return {
    pmf: (k) => share(weights[k]!),
    atMost: (k) => share(sums[k]!),
    atLeast: (k) => share(total - (k > 0 ? sums[k - 1]! : 0n)),
  };
}
