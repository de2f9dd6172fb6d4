import { enumerate } from '../../language/enumerate.ts';
import { readPlainLabels } from '../../language/plain.ts';
import { LABELS } from '../judge/rubrics/labels.ts';
import { judgedText, judgeIn, truncatedError } from '../read.ts';
import { isPlainRefusal } from '../../language/refusal-phrases.ts';
import { RowError, type Case, type Judge, type Reply } from '../types.ts';
import { askPair, CHANGE, textsOf, type PairArm, type PairScorer } from './pair.ts';
import { liesOutside } from './rule.ts';

/** The one option that an answer gives. @throws RowError where it gives none or several */
async function choiceOf(
  { arms, options = [] }: Case,
  arm: PairArm,
  { reply, judge }: { reply: Reply; judge: Judge | undefined },
): Promise<string> {
  const answer = judgedText(reply);
  const name = arm === 'perturbed' ? 'test case' : arm;
  const unread = (reason: string) =>
    reply.isCut
      ? truncatedError()
      : new RowError(
          'unreadable',
          `No option can be read from the answer to the ${name}: ${reason}. Ask for the letter alone, in model.prompt.`,
        );
  const byRule = isPlainRefusal(answer) ? [] : readPlainLabels(answer, options);
  const texts = { question: arms[arm], options, answer };
  const labels = byRule ?? (await judgeIn({ judge }).read(LABELS, texts)).labels;
  const [label, second] = labels;
  if (label === undefined) throw unread('the answer chooses none of the options');
  if (second !== undefined) throw unread(`the answer names ${enumerate(labels)}`);
  return label;
}

/**
 * For rows with options: 1 if the test case gets another option than the original, and one that is
 * right for it, where that is known; else 0.
 */
export const choice: PairScorer = {
  name: 'choice',
  threshold: CHANGE,
  passes: liesOutside,
  reads: 2,
  async score(testCase, tools) {
    const { options = [], row } = testCase;
    if (options.length < 2)
      throw new RowError(
        'no_options',
        'The row has no options to choose from. Use `scorer: embedding`, or name their column in data.columns.options.',
      );
    const { negatedKey } = row;
    const right = negatedKey && 'labels' in negatedKey ? negatedKey.labels : undefined;
    const replies = await askPair(testCase, tools);
    const { judge } = tools.tools;
    const original = await choiceOf(testCase, 'original', { reply: replies.original, judge });
    const perturbed = await choiceOf(testCase, 'perturbed', { reply: replies.perturbed, judge });
    // The key of the negated text says nothing about an answer that should stay.
    const isRight = !right || row.expect === 'same' || right.includes(perturbed);
    const isChanged = perturbed !== original && isRight;
    return {
      value: Number(isChanged),
      state: isChanged ? 'another choice' : 'the same choice, or another wrong one',
      answers: textsOf(replies),
    };
  },
};
