import type { Expectation, Sample } from '../sample.js';
import { isAlike } from '../triplet/reading.js';
import type { OwnPair, Unfit } from './test.js';

/** Reads the pair that a row of the data is: its two texts, and what is right for each, or what should become of the answer. */
export function pairIn(given: Sample, otherwise?: Expectation): OwnPair | Unfit {
  const { perturbed, placebo, perturbed_answer, perturbed_truth: _truth, negated_answer: _negated, ...sample } = given;
  if (perturbed === undefined) return { reason: 'the row has no perturbed text (column perturbed)' };
  const shown = expectationIn(given);
  if (shown && sample.expect && shown !== sample.expect) {
    return { reason: `expect says ${sample.expect}, and the right answers of the two texts say ${shown}` };
  }
  const expect = shown ?? sample.expect ?? otherwise;
  if (!expect) return { reason: 'the row says neither what is right for both texts (answer, perturbed_answer) nor what to expect' };
  return {
    test_case: perturbed,
    ...(placebo !== undefined && { placebo }),
    // Of a question the key of the perturbed text stands where that of a negated one does; of a statement it follows from `expect`.
    sample: { ...sample, expect, ...(sample.answer && perturbed_answer && { negated_answer: perturbed_answer }) },
  };
}

/** Whether what is right changes; undefined where that is not known of both texts. */
function expectationIn({ answer, truth, perturbed_answer, perturbed_truth }: Sample): Expectation | undefined {
  if (answer && perturbed_answer) return isAlike(answer, perturbed_answer) ? 'same' : 'change';
  if (truth !== undefined && perturbed_truth !== undefined) return truth === perturbed_truth ? 'same' : 'change';
  return undefined;
}
