import { calibrationProblem, mayGate } from '../calibration.js';
import type { Judges } from '../judges.js';
import type { Model } from '../model.js';
import type { Calibration } from '../results.js';
import { judgeStance, STANCE_CALIBRATION } from '../stance/judge.js';
import type { AskJudge } from './arms.js';

interface JudgingTools {
  judges: Judges;
  onCalibration: (calibration: Calibration) => void;
}

/**
 * A judge for the answers whose stance no rule can read. It is calibrated before its word counts, but only once there is such an answer:
 * most runs never need it. It does not read labels.
 */
export function asksJudge(judge: Model, { judges, onCalibration }: JudgingTools): AskJudge {
  return async ({ prompt, answer, testCase }) => {
    if (testCase.options) return undefined;
    const calibration = await judges.calibrate(judge, STANCE_CALIBRATION);
    onCalibration(calibration);
    if (!mayGate(calibration)) return { failure: calibrationProblem(calibration) };
    return { ...(await judgeStance({ prompt, answer }, judges.askerOf(judge))), judged: true };
  };
}
