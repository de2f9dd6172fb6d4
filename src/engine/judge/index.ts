/** A judge model says whether an answer takes the "not" into account; it is put to the test itself before it may gate. */
export { calibrate, calibrationVersion } from './calibrate.js';
export { CALIBRATION_PAIRS, type CalibrationPair } from './calibration-pairs.js';
export { JUDGEMENT_FORMAT, JUDGEMENTS, type JudgeVerdict, readJudgement, type ReadJudgement } from './judgement.js';
export { type JudgedTexts, judgePrompt } from './rubric.js';
