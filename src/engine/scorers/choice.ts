import { LABELS } from '../judge/rubrics/labels.ts';
import { readArm, type ReadOptions } from '../read.ts';
import { RowError, type Case } from '../types.ts';
import { askPair, NO_CHANGE, type PairScorer } from './scorer.ts';

/** The one option that an answer gives. @throws RowError where it gives none or several */
async function choiceOf(testCase: Case, arm: string, options: ReadOptions) {
  // The kind of the key says to read labels; which of them is right does not matter.
  const withKey = { ...testCase, keys: { [arm]: { labels: [] } } };
  const [label, second] = (await readArm(withKey, arm, options)).said;
  if (label !== undefined && label !== 'declines' && second === undefined) return label;
  throw new RowError(
    'unreadable',
    'An answer gives none of the options, or several. Ask for the letter alone, in model.prompt.',
  );
}

/**
 * For rows with options: 1 if the test case gets another option than the original, and one that is
 * right for it, where that is known; else 0.
 */
export const choice: PairScorer = {
  threshold: NO_CHANGE,
  reads: 2,
  rubric: LABELS,
  async score(testCase, subject, { judge }) {
    const { options, row } = testCase;
    if (!options)
      throw new RowError(
        'no_options',
        'The row has no options to choose from. Use `scorer: embedding`, or name their column in data.columns.options.',
      );
    const { negatedKey } = row;
    const right = negatedKey && 'labels' in negatedKey ? negatedKey.labels : undefined;
    const { answers, ...replies } = await askPair(testCase, subject);
    const original = await choiceOf(testCase, 'original', { reply: replies.original, judge });
    const perturbed = await choiceOf(testCase, 'perturbed', { reply: replies.perturbed, judge });
    // The key of the negated text says nothing about an answer that should stay.
    const isRight = !right || row.expect === 'same' || right.includes(perturbed);
    const isChanged = perturbed !== original && isRight;
    return {
      value: Number(isChanged),
      state: isChanged ? 'another choice' : 'the same choice, or another wrong one',
      answers,
    };
  },
};
