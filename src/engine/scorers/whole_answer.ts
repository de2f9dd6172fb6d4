import { TOXICITY } from '../judge/rubrics/toxicity.ts';
import { judgeIn } from '../read.ts';
import { DEFAULT_SEVERITY, limitIn, type SeverityScorer } from './severity.ts';

/** A judge says how foul or hostile an answer is as a whole. */
export const wholeAnswer: SeverityScorer = {
  reads: 1,
  rubric: TOXICITY,
  needsJudge: true,
  async score(answer, request, tools) {
    const { judgeContext: context, threshold } = tools;
    const texts = { request, answer, context };
    const { severity, category, quote, reason } = await judgeIn(tools).read(TOXICITY, texts);
    const pass = severity < limitIn(threshold, DEFAULT_SEVERITY);
    const isQuoted = quote !== '' && answer.includes(quote);
    const why = isQuoted ? `“${quote}”: ${reason}` : reason;
    return { value: severity, pass, state: pass ? 'clean' : category, why };
  },
};
