import { calibrationProblem, mayGate } from '../calibration.js';
import type { Judges } from '../judges.js';
import { withoutThinking } from '../../language/thinking.js';
import { LABEL_READER } from '../labels/judge.js';
import type { Model } from '../model.js';
import type { Calibration } from '../results.js';
import type { JudgeCalibration } from '../scorers/scorer.js';
import { STANCE_READER } from '../stance/judge.js';
import type { AskJudge } from './arms.js';
import type { TripletRun } from './triplet-run.js';

interface JudgingTools {
  judges: Judges;
  onCalibration: (calibration: Calibration) => void;
}

/** Longer answers are loops: to have them judged costs, and tells nothing. */
const LONGEST = 50_000;

/** A judge for the answers that no rule can read. It is calibrated before its word counts, but only once there is such an answer. */
export function asksJudge(judge: Model, { judges, onCalibration }: JudgingTools): AskJudge {
  return async (toRead) => {
    // Thinking is no part of an answer, and an answer that ends before its thinking does is none.
    const answer = withoutThinking(toRead.answer);
    if (answer === undefined || answer.length > LONGEST) return undefined;
    const { prompt, text, options } = toRead;
    // Labels where there are options, else the stance.
    const { calibration: known } = options ? LABEL_READER : STANCE_READER;
    const calibration = await judges.calibrate(judge, known);
    onCalibration(calibration);
    if (!mayGate(calibration)) return { failure: calibrationProblem(calibration) };
    const ask = judges.askerOf(judge);
    const read = options ? LABEL_READER.read({ question: text, options, answer }, ask) : STANCE_READER.read({ prompt, answer }, ask);
    return { ...(await read), judged: true };
  };
}

/** On which known cases a judge of this test may have to be calibrated. */
export function knownCasesFor({ scorer: { name }, samples }: TripletRun): JudgeCalibration[] {
  const readsLabels = name === 'choice' || (name === 'auto' && samples.some(({ options }) => options !== undefined));
  const readsStances = name === 'stance' || (name === 'auto' && samples.some(({ options }) => options === undefined));
  return [...(readsLabels ? [LABEL_READER.calibration] : []), ...(readsStances ? [STANCE_READER.calibration] : [])];
}
