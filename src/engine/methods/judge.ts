import { calibrationProblem, mayGate } from '../judges/calibration.js';
import type { Judges } from '../judges/judges.js';
import { withoutThinking } from '../../language/plain.js';
import { LABEL_READER } from '../judges/labels.js';
import type { Judge } from '../model.js';
import { shortened } from '../judges/judgement.js';
import type { Calibration, RowError } from '../results.js';
import type { Ask, JudgeCalibration } from '../scorers/scorer.js';
import { STANCE_READER } from '../judges/stance.js';
import type { AskJudge } from './arms.js';
import type { TripletRun } from './test-run.js';

type JudgingTools = { judges: Judges; onCalibration: (calibration: Calibration) => void };

/** Longer answers are loops: to have them judged costs, and tells nothing. */
const LONGEST = 50_000;

/** Asks a judge about answers that no rule can read, calibrated before its first one. It sees the row's text and the answer. */
export function asksJudge(judge: Judge, { judges, onCalibration }: JudgingTools): AskJudge {
  return async (toRead) => {
    // Thinking is no part of an answer, and an answer that ends before its thinking does is none.
    const answer = withoutThinking(toRead.answer);
    if (answer === undefined || answer.length > LONGEST) return undefined;
    const { text, options } = toRead;
    const { calibration: known } = options ? LABEL_READER : STANCE_READER;
    const calibration = await judges.calibrate(judge, known);
    onCalibration(calibration);
    if (!mayGate(calibration)) return { failure: withWaysOut(calibrationProblem(calibration), options !== undefined) };
    let said: string | undefined;
    const ask: Ask = async (prompt, format) => {
      const reply = await judges.askerOf(judge)(prompt, format);
      if (typeof reply === 'string') said = reply;
      return reply;
    };
    const read = options ? LABEL_READER.read({ question: text, options, answer }, ask) : STANCE_READER.read({ prompt: text, answer }, ask);
    return { ...(await read), judged: true, ...(said !== undefined && { said: shortened(said) }) };
  };
}

function withWaysOut(problem: RowError, isChoice: boolean): RowError {
  const wanted = isChoice ? 'the letter alone' : 'True or False only';
  return { ...problem, message: `${problem.message} Ask for ${wanted}, in model.prompt, or name another judge, in evaluation.judge.` };
}

/** On which known cases a judge of this test may have to be calibrated. */
export function knownCasesFor({ scorer: { name }, samples }: TripletRun): JudgeCalibration[] {
  const readsLabels = name === 'choice' || (name === 'auto' && samples.some(({ options }) => options !== undefined));
  const readsStances = name === 'stance' || (name === 'auto' && samples.some(({ options }) => options === undefined));
  return [...(readsLabels ? [LABEL_READER.calibration] : []), ...(readsStances ? [STANCE_READER.calibration] : [])];
}
