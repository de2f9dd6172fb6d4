import {
  CHANGE_DEFAULTS,
  type AskJudgeModel,
  type Pair,
  type Score,
  type Scorer,
} from './scorer.ts';
import { NEGATION_READER } from '../judges/negation.ts';

async function scorePair(
  { expected, actual, sample: { text, options }, test_case }: Pair,
  ask: AskJudgeModel,
): Promise<Score> {
  const judgement = await NEGATION_READER.read(
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
  calibration: NEGATION_READER.calibration,
  score: (pairs, tools) => Promise.all(pairs.map((pair) => scorePair(pair, tools.judge))),
};
