import erfcinv from '@stdlib/math-base-special-erfcinv';
import betaincinv from '@stdlib/math-base-special-betaincinv';
import kernelBetainc from '@stdlib/math-base-special-kernel-betainc';

/**
 * The only file that knows the library of special functions (stdlib's port of Boost). Measured against exact integer arithmetic for
 * n up to 100,000: tails right to 2e-12 absolute and 2e-11 relative, quantiles to 1e-14.
 */

/** Parameters of a beta distribution, both above 0. */
export interface Beta {
  a: number;
  b: number;
}

/**
 * The regularised tail and the density. stdlib's types call the two switches `invert` and `normalized`; what its code takes, and
 * what the tests hold it to, is `regularized` and `upper`, in this order.
 */
function kernel(x: number, { a, b }: Beta, upper: boolean): [tail: number, density: number] {
  const out: [number, number] = [0, 0];
  kernelBetainc.assign(x, a, b, true, upper, out, 1, 0);
  return out;
}

/** I_x(a, b), the regularised incomplete beta function (DLMF 8.17.2), for x in [0, 1]. */
export function betaBelow(x: number, beta: Beta): number {
  return kernel(x, beta, false)[0];
}

/** 1 - I_x(a, b), without the loss of digits that the subtraction would bring. */
export function betaAbove(x: number, beta: Beta): number {
  return kernel(x, beta, true)[0];
}

/** x^(a-1) (1-x)^(b-1) / B(a, b), for x strictly between 0 and 1. */
export function betaDensity(x: number, beta: Beta): number {
  return kernel(x, beta, false)[1];
}

/** The x below which the share p of the distribution lies, p in [0, 1]. */
export function betaQuantile(p: number, { a, b }: Beta): number {
  return betaincinv(p, a, b);
}

/** The x above which the share p of the distribution lies: exact also where p is small and x close to 1. */
export function betaUpperQuantile(p: number, { a, b }: Beta): number {
  return betaincinv(p, a, b, true);
}

/** z with P(|Z| <= z) = confidence for a standard normal Z: 1.959963985 for 0.95. */
export function twoSidedZ(confidence: number): number {
  return Math.SQRT2 * erfcinv(1 - confidence);
}

/** z with P(Z <= z) = probability for a standard normal Z. */
export function normalQuantile(probability: number): number {
  return -Math.SQRT2 * erfcinv(2 * probability);
}
