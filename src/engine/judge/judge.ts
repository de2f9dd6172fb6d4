import { CALIBRATION_PAIRS } from './calibration-pairs.js';
import { JUDGEMENT_FORMAT, JUDGEMENTS } from './judgement.js';
import { wordReader } from './reader.js';
import { type JudgedTexts, judgePrompt } from './rubric.js';

/** Whether a judge takes an answer to account for the "not". */
export const CHANGE_READER = wordReader({
  what: 'verdict',
  prompt: (texts: JudgedTexts) => judgePrompt(texts),
  format: JUDGEMENT_FORMAT,
  field: 'verdict',
  words: JUDGEMENTS,
  cases: CALIBRATION_PAIRS,
  // Written out only so that the version stays what it was, and calibrations of earlier releases valid.
  shown: () => [JUDGEMENT_FORMAT, CALIBRATION_PAIRS.map((pair) => [judgePrompt(pair), pair.verdict])],
});
