import type { Threshold } from './rule.ts';
import type { Pair, Score, Scorer } from './scorer.ts';

/**
 * A divergence of which only bounds are known passes, or fails, if both bounds do. The bound nearer
 * to the threshold is the score. If one passes and one fails, the score is unknown.
 */
function scorePair(
  { actual }: Pair,
  { passes, isGreater }: { passes: (score: number) => boolean; isGreater: boolean },
): Score {
  if (actual.asks !== 'divergence') throw new TypeError('the scorer jsd scores divergences only');
  const { divergence, listedTokens } = actual.measured;
  const { low, high } = divergence;
  const isPass = passes(low);
  if (isPass === passes(high)) return { eval_score: isPass === isGreater ? low : high, divergence };
  return {
    divergence,
    error: {
      kind: 'bounded',
      // The same message for all such rows: a report sums equal ones up.
      message: `The ${listedTokens} likeliest tokens leave open on which side of the threshold the divergence lies. Have the server list more of them (vLLM: --max-logprobs).`,
    },
  };
}

function scorerOf(rule: 'above' | 'at_most', defaultThreshold: Threshold): Scorer {
  return {
    name: 'jsd',
    describe: (score) => `divergence ${score.toFixed(3)}`,
    asks: 'divergence',
    judgeCalls: 0,
    seesChange: false,
    rule: { kind: rule, scale: 'divergence' },
    defaultThreshold,
    score: async (pairs, { passes }) =>
      pairs.map((pair) => scorePair(pair, { passes, isGreater: rule === 'above' })),
  };
}

/**
 * Jensen-Shannon divergence of the distributions of the next token, in nats: from 0 for the same
 * distribution to ln 2 for disjoint ones. Here the perturbation should change the distribution.
 */
export const jsdAbove = scorerOf('above', 0.02);
/** Here the perturbation should change little. */
export const jsdAtMost = scorerOf('at_most', 0.1);
