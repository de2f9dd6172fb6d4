import { NEGATION } from '../judge/rubrics/negation.ts';
import { judgedText, judgeIn } from '../read.ts';
import { RowError } from '../types.ts';
import { askPair, CHANGE, textsOf, type PairScorer } from './pair.ts';

/**
 * For free text: 1 if the answer to the test case accounts for the "not", 0 if it ignores it.
 */
export const negationJudge: PairScorer = {
  threshold: CHANGE,
  reads: 1,
  rubric: NEGATION,
  async score(testCase, tools) {
    const { arms, row } = testCase;
    if (row.expect === 'same')
      throw new RowError(
        'unreadable',
        'A judge cannot tell whether an answer stays as it should: take another scorer for rows with expect: same.',
      );
    const replies = await askPair(testCase, tools);
    const { verdict, reason } = await judgeIn(tools.tools).read(NEGATION, {
      original: arms.original ?? '',
      test_case: arms.perturbed ?? '',
      options: row.options,
      expected: judgedText(replies.original),
      actual: judgedText(replies.perturbed),
    });
    const score = { state: verdict, why: reason, answers: textsOf(replies) };
    if (verdict === 'not_applicable') return { ...score, value: null };
    return { ...score, value: Number(verdict === 'accounts') };
  },
};
