import { calibrationProblem, mayGate } from '../judges/calibration.ts';
import { EXPECTED_READER } from '../judges/expected-rubric.ts';
import { shortened } from '../judges/judgement.ts';
import type { Judges } from '../judges/judges.ts';
import { LABEL_READER } from '../judges/labels.ts';
import { STANCE_READER } from '../judges/stance.ts';
import { removeThinking } from '../../language/plain.ts';
import type { RequestFailure } from '../asking/breaker.ts';
import type { Case } from '../rows/case.ts';
import type { Judge } from '../model.ts';
import type { Calibration, RowError } from '../results.ts';
import type { AskJudgeModel, JudgeCalibration } from '../scorers/scorer.ts';
import type { AnsweredQuestion, ArmReading } from './reading.ts';
import type { TripletRun } from './test-run.ts';

/** A reading, or why there is none. */
export type ArmResult = ArmReading<RequestFailure> & {
  /** A judge read the answer, and `judgeReply` is what it replied. */
  isByJudge?: true;
  judgeReply?: string;
};

interface AnswerToRead extends Omit<AnsweredQuestion, 'prompt'> {
  answer: string;
  /** Right answers in words, with which the answer is compared. */
  right?: readonly string[];
  /** The judge reads what the answer puts forward, whatever was asked. */
  hidesQuestion?: true;
}

/** Returns undefined for an answer that is too long, or that never ends its thinking. */
export type AskJudge = (toRead: AnswerToRead) => Promise<ArmResult | undefined>;

type JudgingTools = { judges: Judges; onCalibration: (calibration: Calibration) => void };

/** Maximum length of an answer that a judge is shown, in characters. */
const MAX_ANSWER_LENGTH = 50_000;

/**
 * Asks a judge about answers that no rule can read, calibrated before its first one. It sees the
 * row's text and the answer.
 */
export function judgeAsker(judge: Judge, { judges, onCalibration }: JudgingTools): AskJudge {
  return async (toRead) => {
    // Thinking is no part of an answer, and an answer that ends before its thinking does is none.
    const answer = removeThinking(toRead.answer);
    if (answer === undefined || answer.length > MAX_ANSWER_LENGTH) return undefined;
    const { calibration: knownCases } = readerFor(toRead);
    const calibration = await judges.calibrate(judge, knownCases);
    onCalibration(calibration);
    if (!mayGate(calibration))
      return { failure: addWaysOut(calibrationProblem(calibration), toRead) };
    let judgeReply: string | undefined;
    const ask: AskJudgeModel = async (prompt, format) => {
      const reply = await judges.askerOf(judge)(prompt, format);
      if (typeof reply === 'string') judgeReply = reply;
      return reply;
    };
    return {
      ...(await readByJudge({ ...toRead, answer }, ask)),
      isByJudge: true,
      judgeReply: judgeReply === undefined ? undefined : shortened(judgeReply),
    };
  };
}

function readerFor({ options, right }: Pick<AnswerToRead, 'options' | 'right'>) {
  if (options) return LABEL_READER;
  return right ? EXPECTED_READER : STANCE_READER;
}

async function readByJudge(
  { text, options, right, hidesQuestion, answer }: AnswerToRead,
  ask: AskJudgeModel,
): Promise<ArmReading<RequestFailure>> {
  if (options)
    return LABEL_READER.read({ question: hidesQuestion ? undefined : text, options, answer }, ask);
  if (!right) return STANCE_READER.read({ prompt: text, answer }, ask);
  const judgement = await EXPECTED_READER.read({ question: text, key: right, answer }, ask);
  return 'failure' in judgement ? judgement : { reading: judgement.verdict };
}

function addWaysOut(
  problem: RowError,
  question: Pick<AnswerToRead, 'options' | 'right'>,
): RowError {
  const message = `${problem.message} Ask for ${wantedForm(question)}, in model.prompt, or name another judge, in evaluation.judge.`;
  return { ...problem, message };
}

/** The form of an answer that rules read with certainty. */
export function wantedForm({ options, right }: Pick<AnswerToRead, 'options' | 'right'>): string {
  if (right) return 'a short answer';
  return options ? 'the letter alone' : 'True or False only';
}

/** Returns the known cases that a judge of this test may have to be calibrated on. */
export function knownCasesFor(
  { scorer: { name }, samples }: TripletRun,
  cases: readonly Case[],
): JudgeCalibration[] {
  if (name === 'choice') return [LABEL_READER.calibration];
  if (name === 'stance') return [STANCE_READER.calibration];
  const parts: JudgeCalibration[] = [];
  if (samples.some(({ options }) => options !== undefined)) parts.push(LABEL_READER.calibration);
  if (samples.some(({ options }) => options === undefined)) {
    const wordKeyCount = cases.filter(({ key }) => key?.original === 'agrees').length;
    if (wordKeyCount > 0) parts.push(EXPECTED_READER.calibration);
    if (wordKeyCount < cases.filter(({ options }) => !options).length || wordKeyCount === 0)
      parts.push(STANCE_READER.calibration);
  }
  return parts;
}
