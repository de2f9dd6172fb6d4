import type { Threshold } from './rule.js';
import type { Pair, Score, Scorer } from './scorer.js';

/**
 * Bounds pass, or fail, only where both ends do, and the end nearer to the threshold is the score;
 * else the score is unknown.
 */
function scorePair(
  { actual }: Pair,
  { passes, isGreater }: { passes: (score: number) => boolean; isGreater: boolean },
): Score {
  const { divergence, listedTokens } = actual.measured!;
  const { low, high } = divergence;
  const isPass = passes(low);
  if (isPass === passes(high)) return { eval_score: isPass === isGreater ? low : high, divergence };
  return {
    divergence,
    error: {
      kind: 'bounded',
      // The same words for all such rows, which are told as one; the bounds stand beside each.
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
 * Jensen-Shannon divergence of the next token's distributions, in nats, where the change should be
 * minded: 0 is none, ln 2 all.
 */
export const jsdAbove = scorerOf('above', 0.02);
/** The same where it should not. */
export const jsdAtMost = scorerOf('at_most', 0.1);
