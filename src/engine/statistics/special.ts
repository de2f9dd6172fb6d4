/**
 * The special functions that the statistics stand on; held to exact whole-number arithmetic by the tests: tails right to 4e-13,
 * quantiles to 1e-14. Our own, since of the libraries measured only stdlib's port of Boost is right to 1e-9 (jstat's quantiles are
 * off by 8e-9, its tails by more), and that brings 231 packages and a fifth of dist.
 */

/** Parameters of a beta distribution, both above 0. */
export interface Beta {
  a: number;
  b: number;
}

const TINY = 1e-300;

/**
 * What Stirling's formula leaves of ln Γ(z): ln Γ(z) - (z - 1/2) ln z + z - ln(2π)/2, z > 0. Asymptotic series (DLMF 5.11.1) from 15
 * upwards, where it is right to the last digit; below by δ(z) = δ(z+1) + (z + 1/2) ln(1 + 1/z) - 1.
 */
function stirlingError(z: number): number {
  // Counts, and halves of them, are asked for again and again.
  if (z >= 15 || !Number.isInteger(2 * z)) return stirlingSeries(z);
  return (SMALL_ERRORS[2 * z] ??= stirlingSeries(z));
}

/** By twice z. */
const SMALL_ERRORS: number[] = [];

function stirlingSeries(z: number): number {
  let [error, at] = [0, z];
  for (; at < 15; at += 1) error += (at + 0.5) * Math.log1p(1 / at) - 1;
  const square = at * at;
  return (
    error + (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - (1 / 1188 - 691 / 360_360 / square) / square) / square) / square) / square) / at
  );
}

/** x ln(x/m) + m - x without cancellation where x is near m (Loader, Fast and accurate computation of binomial probabilities, 2000). */
function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = difference / (x + m);
  let sum = difference * v;
  let term = 2 * x * v;
  for (let i = 3; ; i += 2) {
    term *= v * v;
    const next = sum + term / i;
    if (next === sum) return sum;
    sum = next;
  }
}

/** x^a (1-x)^b / B(a, b), 0 < x < 1, in Loader's form: no difference of large logarithms. */
function power(x: number, { a, b }: Beta): number {
  const n = a + b;
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * (1 - x));
  return Math.sqrt((a / n) * (b / (2 * Math.PI))) * Math.exp(exponent);
}

/** The continued fraction of I_x(a, b) (DLMF 8.17.22) by Lentz' method; for x below (a+1)/(a+b+2) it takes about sqrt(a+b) terms. */
function fraction(x: number, { a, b }: Beta): number {
  const off = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / off(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / off(1 + even * d);
    c = off(1 + even / c);
    product *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / off(1 + odd * d);
    c = off(1 + odd / c);
    product *= d * c;
    if (Math.abs(d * c - 1) < 2e-16) return product;
  }
  return product;
}

/** Both tails at x; the smaller side is computed, the other is what is left. */
function tails(x: number, { a, b }: Beta): { below: number; above: number } {
  if (x <= 0) return { below: 0, above: 1 };
  if (x >= 1) return { below: 1, above: 0 };
  if (x < (a + 1) / (a + b + 2)) {
    const below = (power(x, { a, b }) / a) * fraction(x, { a, b });
    return { below, above: 1 - below };
  }
  const above = (power(x, { a, b }) / b) * fraction(1 - x, { a: b, b: a });
  return { below: 1 - above, above };
}

/** I_x(a, b), the regularised incomplete beta function (DLMF 8.17.2), for x in [0, 1]. */
export function betaBelow(x: number, beta: Beta): number {
  return tails(x, beta).below;
}

/** 1 - I_x(a, b), without the loss of digits that the subtraction would bring where it is small. */
export function betaAbove(x: number, beta: Beta): number {
  return tails(x, beta).above;
}

/** The x in [0, 1] at which a rising condition turns true, halved down to neighbouring numbers. */
function turn(holds: (x: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let middle = 0.5; middle > low && middle < high; middle = (low + high) / 2) {
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The x below which the share p of the distribution lies, p in [0, 1]. */
export function betaQuantile(p: number, beta: Beta): number {
  return turn((x) => betaBelow(x, beta) >= p);
}

/** The x above which the share p of the distribution lies: exact also where p is small and x close to 1. */
export function betaUpperQuantile(p: number, beta: Beta): number {
  return turn((x) => betaAbove(x, beta) <= p);
}

/** z with P(Z <= z) = probability for a standard normal Z. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477-484. */
export function normalQuantile(probability: number): number {
  const ratio = (r: number, [above, below]: readonly [readonly number[], readonly number[]]) =>
    above.reduceRight((sum, c) => sum * r + c) / below.reduceRight((sum, c) => sum * r + c);
  const q = probability - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, CENTRE);
  const r = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)));
  return Math.sign(q) * (r <= 5 ? ratio(r - 1.6, SHOULDER) : ratio(r - 5, TAIL));
}

/** z with P(|Z| <= z) = confidence for a standard normal Z: 1.959963985 for 0.95. */
export function twoSidedZ(confidence: number): number {
  return -normalQuantile((1 - confidence) / 2);
}

/** AS 241's coefficients, lowest power first: numerator, denominator. */
const CENTRE = [
  [
    3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
    33430.575583588128105, 2509.0809287301226727,
  ],
  [
    1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867, 39307.89580009271061,
    28729.085735721942674, 5226.495278852545925,
  ],
] as const;
const SHOULDER = [
  [
    1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504, 1.27045825245236838258,
    0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4,
  ],
  [
    1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459, 0.0151986665636164571966,
    5.475938084995344946e-4, 1.05075007164441684324e-9,
  ],
] as const;
const TAIL = [
  [
    6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123, 0.026532189526576123093,
    0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
  ],
  [
    1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4, 1.8463183175100546818e-5,
    1.4215117583164458887e-7, 2.04426310338993978564e-15,
  ],
] as const;
