import { checkOpenShare, checkPasses } from './check.js';
import { twoSidedZ } from './special.js';

/** Of cases whose truth is known, how many a judge got right. */
export interface Known {
  right: number;
  total: number;
}

export interface CorrectedInput {
  passes: number;
  scored: number;
  /** Cases that should not pass (their share of right is q0, the specificity), and cases that should (q1, the sensitivity). */
  negatives: Known;
  positives: Known;
  confidence?: number;
}

export interface CorrectedRate {
  /** 0 to 1. */
  rate: number;
  low: number;
  high: number;
  confidence: number;
}

/**
 * A judged pass rate without the judge's own errors, θ = (p + q0 - 1)/(q0 + q1 - 1), and an interval that knows that the rate and both q
 * are estimates (Lee et al., arXiv 2511.21140: Agresti and Coull's shift of p, one more case of either kind for each q, the delta method).
 * @returns undefined where the judge is no better than a coin, or nothing is known of one side
 * @throws RangeError where a number is no count
 */
export function correctedRate({ passes, scored, negatives, positives, confidence = 0.95 }: CorrectedInput): CorrectedRate | undefined {
  checkPasses(passes, scored);
  checkPasses(negatives.right, negatives.total);
  checkPasses(positives.right, positives.total);
  checkOpenShare('confidence', confidence);
  if (scored === 0 || negatives.total === 0 || positives.total === 0) return undefined;
  const z = twoSidedZ(confidence);
  const square = z * z;
  const point = theta(passes / scored, negatives.right / negatives.total, positives.right / positives.total);
  const n = scored + square;
  const p = (passes + square / 2) / n;
  const [m0, m1] = [negatives.total + 2, positives.total + 2];
  const [q0, q1] = [(negatives.right + 1) / m0, (positives.right + 1) / m1];
  const middle = theta(p, q0, q1);
  if (point === undefined || middle === undefined) return undefined;
  const [v, v0, v1] = [(p * (1 - p)) / n, (q0 * (1 - q0)) / m0, (q1 * (1 - q1)) / m1];
  const shift = 2 * square * (middle * v1 - (1 - middle) * v0);
  const half = (z * Math.sqrt(v + (1 - middle) ** 2 * v0 + middle ** 2 * v1)) / (q0 + q1 - 1);
  return { rate: clipped(point), low: clipped(middle + shift - half), high: clipped(middle + shift + half), confidence };
}

function theta(p: number, q0: number, q1: number): number | undefined {
  return q0 + q1 > 1 ? (p + q0 - 1) / (q0 + q1 - 1) : undefined;
}

function clipped(share: number): number {
  return Math.min(1, Math.max(0, share));
}
