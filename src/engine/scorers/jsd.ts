import type { Threshold } from './rule.js';
import type { Pair, Score, Scorer } from './scorer.js';

const COMMON = {
  name: 'jsd',
  inWords: (score: number) => `divergence ${score.toFixed(3)}`,
  asks: 'divergence',
  embeds: false,
  judgeCalls: 0,
  seesChange: false,
  options: {},
} as const;

/**
 * What is bounded counts by the end that decides the other way: a row passes, or fails, only where it would wherever the divergence lies
 * between its bounds.
 */
function scorePair({ actual }: Pair, { passes, isGreater }: { passes: (score: number) => boolean; isGreater: boolean }): Score {
  const { divergence, listed } = actual.measured!;
  const { low, high } = divergence;
  if (passes(low) === passes(high)) return { eval_score: passes(low) === isGreater ? low : high, divergence };
  const between = `${low.toFixed(3)} and ${high.toFixed(3)}`;
  return {
    divergence,
    error: {
      kind: 'bounded',
      message: `The ${listed} likeliest tokens leave the divergence anywhere between ${between}, and the threshold lies there, too. Have the server list more of them (vLLM: --max-logprobs).`,
    },
  };
}

function scorerOf(rule: 'above' | 'at_most', defaultThreshold: Threshold): Scorer {
  return {
    ...COMMON,
    rule: { kind: rule, scale: 'divergence' },
    defaultThreshold,
    score: async (pairs, { passes }) => pairs.map((pair) => scorePair(pair, { passes, isGreater: rule === 'above' })),
  };
}

/** Jensen-Shannon divergence of the next token's distributions, in nats, where the change should be minded: 0 is none, ln 2 all. */
export const jsdAbove = scorerOf('above', 0.02);
/** The same where it should not. */
export const jsdAtMost = scorerOf('at_most', 0.1);
