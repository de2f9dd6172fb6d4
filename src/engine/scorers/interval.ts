import type { Threshold } from '../results.js';

/** LangTest's rule for add_negation: a score inside the closed interval fails (the answer did not change), both ends included. */
export const INTERVAL_RULE = {
  seesChange: true,
  judgeCalls: 0,
  defaultThreshold: [-0.2, 0.2] as const,
  thresholdProblem(threshold: Threshold): string | undefined {
    return typeof threshold === 'number' || threshold === null ? 'must be a pair [low, high]: scores from low to high fail' : undefined;
  },
  passes(evalScore: number, threshold: Threshold): boolean {
    if (typeof threshold === 'number' || threshold === null) throw new TypeError('an interval is needed');
    const [low, high] = threshold;
    return !(low <= evalScore && evalScore <= high);
  },
  isWeaker(now: Threshold, old: Threshold): boolean {
    if (!Array.isArray(now) || !Array.isArray(old)) return true;
    return now[0] > old[0] || now[1] < old[1];
  },
};

/** The share of the control arm's scores that must not count as a change. */
const QUIET_SHARE = 0.95;

/**
 * The interval that also holds the noise: a score must lie beyond what 95 % of the answers to an unchanged text reach by themselves
 * (the smallest of their absolute scores that at least 95 % do not exceed).
 */
export function aboveNoise(threshold: Threshold, controlScores: readonly number[]): Threshold {
  if (typeof threshold === 'number' || threshold === null || controlScores.length === 0) return threshold;
  const sizes = controlScores.map(Math.abs).sort((a, b) => a - b);
  const floor = sizes[Math.ceil(QUIET_SHARE * sizes.length) - 1]!;
  return [Math.min(threshold[0], -floor), Math.max(threshold[1], floor)];
}
