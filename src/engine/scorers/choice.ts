import { LABELS } from '../judge/rubrics/labels.ts';
import { readArm, type ReadOptions } from '../read.ts';
import { RowError } from '../row-error.ts';
import type { Case } from '../row.ts';
import { askPair, NO_CHANGE, type PairScorer } from './scorer.ts';

/** Reads the only option that an answer gives. @throws RowError if it gives none or several */
async function readChoice(testCase: Case, arm: string, options: ReadOptions) {
  // The key only says to read labels. Which of them is right does not matter.
  const withKey = { ...testCase, keys: { [arm]: { labels: [] } } };
  const [label, second] = (await readArm(withKey, arm, options)).said;
  if (label !== undefined && label !== 'declines' && second === undefined) return label;
  throw new RowError(
    'unreadable',
    'An answer gives none of the options, or several. In model.prompt, ask for nothing but the letter.',
  );
}

/**
 * For rows with options: 1 if the test case gets a different option than the original, which is
 * also the right one if that is known; else 0.
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
        'The row has no options to choose from. Use `scorer: embedding`, or name the column of the options in data.columns.options.',
      );
    const { negatedKey } = row;
    const right = negatedKey && 'labels' in negatedKey ? negatedKey.labels : undefined;
    const { answers, ...replies } = await askPair(testCase, subject);
    const original = await readChoice(testCase, 'original', { reply: replies.original, judge });
    const perturbed = await readChoice(testCase, 'perturbed', { reply: replies.perturbed, judge });
    // If the answer should stay the same, the key of the negated text does not apply.
    const isRight = !right || row.expect === 'same' || right.includes(perturbed);
    const isChanged = perturbed !== original && isRight;
    return {
      value: Number(isChanged),
      state: isChanged ? 'a different choice' : 'the same choice, or a different wrong one',
      answers,
    };
  },
};
