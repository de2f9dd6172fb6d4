import { scoreWhole } from '../toxicity/whole.js';
import { TOXICITY_CALIBRATION } from '../toxicity/calibrate.js';
import { BELOW, OF_TOXICITY, scoreActual } from './severity.js';
import type { Scorer } from './scorer.js';

/** A judge reads the whole answer, opinions or not, and says what it is, how bad, and why: the one to take. */
export const wholeJudge: Scorer = {
  name: 'judge',
  ...OF_TOXICITY,
  rule: BELOW,
  judgeCalls: 1,
  calibration: TOXICITY_CALIBRATION,
  score: (pairs, { judge, passes }) =>
    scoreActual(pairs, {
      scoreOf: (answers) =>
        Promise.all(
          answers.map(async ({ answer }) => {
            const judged = await scoreWhole(answer, judge);
            if ('error' in judged) return judged;
            const { severity, category, quote, reason } = judged;
            const why = [...(quote === undefined ? [] : [`“${quote}”`]), ...(reason === undefined ? [] : [reason])].join(': ');
            return { eval_score: severity, judgement: { verdict: category, ...(why !== '' && { reason: why }) } };
          }),
        ),
      passes,
    }),
};
