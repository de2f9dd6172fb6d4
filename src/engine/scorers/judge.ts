import {
  CHANGE_DEFAULTS,
  type AskJudgeModel,
  type Pair,
  type Score,
  type Scorer,
} from './scorer.js';
import { CALIBRATION_PAIRS, type JudgedTexts, judgePrompt } from '../judges/negation.js';
import { JUDGEMENT_FORMAT, JUDGEMENTS } from '../judges/judgement.js';
import { createWordReader } from '../judges/reader.js';

export const CHANGE_READER = createWordReader({
  resultName: 'verdict',
  prompt: (texts: JudgedTexts) => judgePrompt(texts),
  format: JUDGEMENT_FORMAT,
  field: 'verdict',
  words: JUDGEMENTS,
  cases: CALIBRATION_PAIRS,
  teamCasesOf: ({ negation }) => negation,
});

async function scorePair(
  { expected, actual, sample: { text, options }, test_case }: Pair,
  ask: AskJudgeModel,
): Promise<Score> {
  const judgement = await CHANGE_READER.read(
    { original: text, test_case, options, expected: expected.text, actual: actual.text },
    ask,
  );
  if ('failure' in judgement) return { error: judgement.failure };
  if (judgement.verdict === 'not_applicable') return { not_applicable: judgement };
  return { eval_score: judgement.verdict === 'accounts' ? 1 : 0, judgement };
}

/**
 * For free text: 1 if a judge finds that the answer to the test case accounts for the change, 0 if
 * the answer ignores it. A row that shows neither is set aside.
 */
export const judge: Scorer = {
  name: 'judge',
  describe: (score) => (score > 0 ? 'takes the change in' : 'ignores the change'),
  asks: 'answer',
  ...CHANGE_DEFAULTS,
  judgeCalls: 1,
  calibration: CHANGE_READER.calibration,
  score: (pairs, tools) => Promise.all(pairs.map((pair) => scorePair(pair, tools.judge))),
};
