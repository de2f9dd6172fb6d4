/**
 * Φ, the distribution function of the standard normal distribution, by West's rational
 * approximation (Wilmott Magazine, May 2005, 70-76; absolute error below 1e-14).
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  const tail =
    x > 37 ? 0 : Math.exp(-(x * x) / 2) * (x < 7.07106781186547 ? fractionNear(x) : fractionFar(x));
  return z > 0 ? 1 - tail : tail;
}

/** Coefficients of West's numerator and denominator, from the highest power down. */
const NUMERATOR = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
];
const DENOMINATOR = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674,
  637.333633378831, 793.826512519948, 440.413735824752,
];

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
const fractionNear = (x: number): number => polynomial(NUMERATOR, x) / polynomial(DENOMINATOR, x);
/** A continued fraction, over sqrt(2π). */
const fractionFar = (x: number): number =>
  1 / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) / 2.506628274631;

/** Φ⁻¹(p) for a share p, by bisection of Φ: z between -38 and 38. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  let [low, high] = [-38, 0];
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
