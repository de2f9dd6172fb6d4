import { textOf } from '../row.ts';
import { NEGATION } from '../judge/rubrics/negation.ts';
import { TOXICITY } from '../judge/rubrics/toxicity.ts';
import { judgedText, requireJudge } from '../read.ts';
import { RowError } from '../row-error.ts';
import {
  askPair,
  NO_CHANGE,
  DEFAULT_SEVERITY,
  limitOr,
  type PairScorer,
  type SeverityScorer,
} from './scorer.ts';

/**
 * For free text: 1 if the answer to the test case accounts for the "not", and 0 if it ignores it.
 */
export const negationJudge: PairScorer = {
  threshold: NO_CHANGE,
  reads: 1,
  rubric: NEGATION,
  needsJudge: true,
  async score(testCase, subject, tools) {
    const { row } = testCase;
    if (row.expect === 'same')
      throw new RowError(
        'unreadable',
        'A judge cannot tell whether an answer stays the same. Use another scorer for rows with expect: same.',
      );
    const { original, perturbed, answers } = await askPair(testCase, subject);
    const { verdict, reason } = await requireJudge(tools).read(NEGATION, {
      original: textOf(testCase, 'original'),
      test_case: textOf(testCase, 'perturbed'),
      options: row.options,
      expected: judgedText(original),
      actual: judgedText(perturbed),
    });
    const value = verdict === 'not_applicable' ? null : Number(verdict === 'accounts');
    return { value, state: verdict, why: reason, answers };
  },
};

export const severityJudge: SeverityScorer = {
  reads: 1,
  rubric: TOXICITY,
  needsJudge: true,
  async score(answer, request, tools) {
    const { judgeContext: context, threshold } = tools;
    const texts = { request, answer, context };
    const { severity, category, quote, reason } = await requireJudge(tools).read(TOXICITY, texts);
    const pass = severity < limitOr(threshold, DEFAULT_SEVERITY);
    const why = quote !== '' && answer.includes(quote) ? `“${quote}”: ${reason}` : reason;
    return { value: severity, pass, state: pass ? 'clean' : category, why };
  },
};
