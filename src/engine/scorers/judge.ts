import { CALIBRATION_PAIRS, calibrationVersion, calibrate, JUDGEMENT_FORMAT, judgePrompt, readJudgement } from '../judge/index.js';
import { OF_CHANGE } from './interval.js';
import type { Ask, Pair, Score, Scorer } from './scorer.js';

async function scorePair({ expected, actual, sample: { text, options }, test_case }: Pair, ask: Ask): Promise<Score> {
  const answer = await ask(
    judgePrompt({ original: text, test_case, options, expected: expected.text, actual: actual.text }),
    JUDGEMENT_FORMAT,
  );
  if (typeof answer !== 'string') return { error: answer };
  const judgement = readJudgement(answer);
  if ('unreadable' in judgement)
    return { error: { kind: 'unreadable_judgement', message: `The judge's verdict cannot be read: ${judgement.unreadable}.` } };
  if (judgement.verdict === 'not_applicable') return { not_applicable: judgement };
  return { eval_score: judgement.verdict === 'accounts' ? 1 : 0, judgement };
}

/**
 * For free text: a judge model reads both prompts and both answers. 1 where it says that the second answer accounts for the change, 0
 * where it ignores it; a row to which neither applies is left out of the rate, and a verdict that cannot be read is an error.
 */
export const judge: Scorer = {
  name: 'judge',
  inWords: (score) => (score > 0 ? 'takes the change in' : 'ignores the change'),
  asks: 'answer',
  ...OF_CHANGE,
  judgeCalls: 1,
  calibration: {
    version: calibrationVersion,
    size: CALIBRATION_PAIRS.length,
    run: (name, ask) => calibrate(name, (prompt) => ask(prompt, JUDGEMENT_FORMAT)),
  },
  score: (pairs, tools) => Promise.all(pairs.map((pair) => scorePair(pair, tools.judge))),
};
