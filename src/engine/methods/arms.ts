import { calibrationProblem, mayGate } from '../judges/calibration.js';
import type { Judges } from '../judges/judges.js';
import { LABEL_READER } from '../judges/labels.js';
import type { Judge } from '../model.js';
import { shortened } from '../judges/judgement.js';
import type { Calibration, RowError } from '../results.js';
import type { AskJudgeModel, JudgeCalibration } from '../scorers/scorer.js';
import { STANCE_READER } from '../judges/stance.js';
import { EXPECTED_READER } from '../judges/expected-rubric.js';
import { isSameAnswer } from '../../language/same-answer.js';
import { removeThinking } from '../../language/plain.js';
import { isRowError, type Answers, type QuestionToSubject, type ArmQuestion } from '../ask.js';
import { thrownAsRowError, type RequestFailure } from '../breaker.js';
import { ARMS, promptOf, armText, type ArmName, type Case } from '../case.js';
import { filteredError, truncatedError } from '../endings.js';
import { range } from '../lists.js';
import { isRight, type Key, type PutForward } from './key.js';
import {
  isAlike,
  isEmpty,
  isOpposed,
  majorityOf,
  readByRule,
  type Agreement,
  type AnsweredQuestion,
  type ArmReading,
  type Reading,
} from './reading.js';
import type { TripletRun } from './test-run.js';

interface ReadArm {
  /** `isByJudge`: a judge read the answer, and `judgeReply` is what it replied. */
  result: ArmReading<RequestFailure> & { isByJudge?: true; judgeReply?: string };
  answer: string | null;
  isCut?: true;
  filter?: string;
  /**
   * The reading of the perturbed text's answer as an answer to the original, if a judge read it so.
   */
  underOriginal?: Reading;
  putForward?: PutForward;
}

export type ReadArms = Partial<Record<ArmName, ReadArm>>;

interface ToRead extends Omit<AnsweredQuestion, 'prompt'> {
  answer: string;
  /** Right answers in words, with which the answer is compared. */
  right?: readonly string[];
  /** The judge reads what the answer puts forward, whatever was asked. */
  hidesQuestion?: true;
}

type AskJudge = (toRead: ToRead) => Promise<ReadArm['result'] | undefined>;

export interface ArmsOfRun {
  run: TripletRun;
  subject: { answers: Answers; template?: string };
  judge?: AskJudge;
}

/**
 * Without a template the prompt asks for an answer that plain rules read: to a question with
 * options, or to a statement.
 */
export const OPTIONS_PROMPT =
  '{text}\n{options}\nAnswer with the letter of the right option, or the letters of all right options, and nothing else.';
export const STANCE_PROMPT =
  'Is this statement true or false? Answer with True or False only.\n{text}';

export function armPrompt(
  row: Case,
  arm: ArmName,
  { test, template }: Pick<TripletRun, 'test' | 'template'>,
): string {
  return promptOf(row, arm, { test, template: template ?? usualPrompt(row) });
}

/** A question with an answer in words is asked as it is. */
export function usualPrompt({
  options,
  key,
}: {
  options?: unknown;
  key?: Key;
}): string | undefined {
  if (options) return OPTIONS_PROMPT;
  return key?.original === 'agrees' ? undefined : STANCE_PROMPT;
}

function questionsOfArm({ run, subject }: ArmsOfRun, testCase: Case, arm: ArmName): ArmQuestion[] {
  const prompt = armPrompt(testCase, arm, { test: run.test, template: subject.template });
  // A placebo that is the original itself is another answer to it.
  const firstNth = arm === 'placebo' && testCase.placebo === testCase.sample.text ? run.repeats : 0;
  const system = subject.answers.systemFor(testCase.sample);
  return range(run.repeats, firstNth).map((nth) => ({ asks: 'answer', prompt, system, nth }));
}

export function askArms(
  arms: ArmsOfRun,
  testCase: Case,
  armNames: readonly ArmName[] = ARMS,
): QuestionToSubject[] {
  return armNames.flatMap((arm) =>
    questionsOfArm(arms, testCase, arm).map((question) => ({
      answers: arms.subject.answers,
      question,
    })),
  );
}

export async function readArms(
  arms: ArmsOfRun,
  testCase: Case,
  armNames: readonly ArmName[] = ARMS,
): Promise<ReadArms> {
  const entries = await Promise.all(
    armNames.map(async (arm) => [arm, await readArm(arms, testCase, arm)] as const),
  );
  return readBothSides(arms, testCase, Object.fromEntries(entries));
}

/** Requests: one reading under the original, and one for what each of two answers puts forward. */
export const MOST_READINGS_OF_SIDES = 3;

/**
 * Reads the answer to the perturbed text once more, as an answer to the original, if a judge read
 * it and all three answers are right. If it is right to both texts, the judge also reads what it
 * and the answer to the original put forward.
 */
async function readBothSides(
  { judge }: ArmsOfRun,
  testCase: Case,
  arms: ReadArms,
): Promise<ReadArms> {
  const { key, options, sample } = testCase;
  const { original, placebo, test_case } = arms;
  if (!judge || !options || !key || !isOpposed(key.original, key.test_case)) return arms;
  if (!test_case?.result.isByJudge || test_case.answer === null) return arms;
  const isRightIn = (arm: ReadArm | undefined, right: Reading) =>
    arm && 'reading' in arm.result && isRight(arm.result.reading, right);
  const isOriginalRight = isRightIn(original, key.original) && isRightIn(placebo, key.original);
  if (!isOriginalRight || !isRightIn(test_case, key.test_case)) return arms;
  const { text } = sample;
  const underOriginal = await judge({ text, options, answer: test_case.answer });
  if (!underOriginal) return arms;
  if ('failure' in underOriginal)
    return { ...arms, test_case: { ...test_case, result: underOriginal } };
  const changedArm: ReadArm = { ...test_case, underOriginal: underOriginal.reading };
  if (original && isRight(underOriginal.reading, key.original)) {
    const forward = await Promise.all(
      [original, test_case].map(async ({ answer, result: asRead }) =>
        // All that a plain rule reads is put forward.
        asRead.isByJudge && answer !== null
          ? judge({ text, options, answer, hidesQuestion: true })
          : asRead,
      ),
    );
    const [originalForward, testCaseForward] = forward;
    if (originalForward && 'failure' in originalForward) changedArm.result = originalForward;
    else if (testCaseForward && 'failure' in testCaseForward) changedArm.result = testCaseForward;
    else if (originalForward && testCaseForward)
      changedArm.putForward = {
        original: originalForward.reading,
        test_case: testCaseForward.reading,
      };
  }
  return { ...arms, test_case: changedArm };
}

async function readArm(arms: ArmsOfRun, testCase: Case, arm: ArmName): Promise<ReadArm> {
  const attempts = await Promise.all(
    questionsOfArm(arms, testCase, arm).map(async (question): Promise<ReadArm> => {
      const reply = arms.subject.answers.get(question);
      if (isRowError(reply)) return { answer: null, result: { failure: failureOfArm(arm, reply) } };
      const answerToRead = { arm, prompt: question.prompt, answer: reply.text };
      const defect = (error: unknown) => ({ failure: failureOfArm(arm, thrownAsRowError(error)) });
      const answer = reply.filter !== undefined && reply.text === '' ? null : reply.text;
      const fields = { answer, isCut: reply.isCut, filter: reply.filter };
      if (reply.filter !== undefined)
        return { ...fields, result: { failure: failureOfArm(arm, filteredError(reply.filter)) } };
      const result = await readAnswer(arms, testCase, answerToRead).catch(defect);
      return { ...fields, result: reply.isCut ? readOfCut(arm, result) : result };
    }),
  );
  const { isByJudge, judgeReply } =
    attempts.find((attempt) => attempt.result.isByJudge)?.result ?? {};
  const result = {
    ...majorityOf(attempts.map((attempt) => attempt.result)),
    isByJudge,
    judgeReply,
  };
  // Shows an answer of the majority, if there is one.
  const shownAttempt =
    attempts.find(
      (attempt) =>
        'reading' in attempt.result &&
        'reading' in result &&
        isAlike(attempt.result.reading, result.reading),
    ) ??
    attempts.find(({ answer }) => answer !== null) ??
    attempts[0];
  return { ...shownAttempt, result, answer: shownAttempt?.answer ?? null };
}

/** Returns the reading of a cut answer, or a failure if the missing part could change it. */
function readOfCut(arm: ArmName, result: ReadArm['result']): ReadArm['result'] {
  const truncation = { failure: truncatedError(`The answer to the ${WORDS[arm]}`) };
  if ('reading' in result) {
    const isOpen = isEmpty(result.reading) || result.reading === 'differs';
    return isOpen ? { ...truncation, judgeReply: result.judgeReply } : result;
  }
  return result.failure.kind === 'unreadable' ? truncation : result;
}

type AnswerOfArm = Record<'prompt' | 'answer', string> & { arm: ArmName };

async function readAnswer(
  arms: ArmsOfRun,
  testCase: Case,
  { arm, prompt, answer }: AnswerOfArm,
): Promise<ReadArm['result']> {
  const right = rightInWords(testCase, arm);
  const question = { prompt, text: armText(testCase, arm), options: testCase.options, right };
  const reading = right
    ? readWordsByRule(answer, right)
    : readByRule(arms.run.scorer, answer, question);
  if (reading !== undefined) return { reading };
  const judgeResult = await arms.judge?.({ ...question, answer });
  if (judgeResult && 'failure' in judgeResult)
    return { ...judgeResult, failure: failureOfArm(arm, judgeResult.failure) };
  if (judgeResult) return judgeResult;
  let wantedReading = right ? 'the expected answer' : 'true or false';
  if (question.options) wantedReading = 'options';
  const problem =
    removeThinking(answer) === undefined
      ? 'ends before its thinking does. Raise the number of tokens that it may use, in model.parameters.'
      : `cannot be read as ${wantedReading} with certainty. Ask for ${wantedForm(question)}, in model.prompt, or name a judge, in evaluation.judge.`;
  return { failure: { kind: 'unreadable', message: `The answer to the ${WORDS[arm]} ${problem}` } };
}

const WORDS: Readonly<Record<ArmName, string>> = {
  original: 'original',
  placebo: 'placebo',
  test_case: 'test case',
};

function failureOfArm(arm: ArmName, failure: RequestFailure): RequestFailure {
  return arm === 'original'
    ? failure
    : { ...failure, message: `${WORDS[arm]}: ${failure.message}` };
}

type JudgingTools = { judges: Judges; onCalibration: (calibration: Calibration) => void };

const LONGEST = 50_000;

/**
 * Asks a judge about answers that no rule can read, calibrated before its first one. It sees the
 * row's text and the answer.
 */
export function judgeAsker(judge: Judge, { judges, onCalibration }: JudgingTools): AskJudge {
  return async (toRead) => {
    // Thinking is no part of an answer, and an answer that ends before its thinking does is none.
    const answer = removeThinking(toRead.answer);
    if (answer === undefined || answer.length > LONGEST) return undefined;
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

function readerFor({ options, right }: Pick<ToRead, 'options' | 'right'>) {
  if (options) return LABEL_READER;
  return right ? EXPECTED_READER : STANCE_READER;
}

async function readByJudge(
  { text, options, right, hidesQuestion, answer }: ToRead,
  ask: AskJudgeModel,
): Promise<ArmReading<RequestFailure>> {
  if (options)
    return LABEL_READER.read({ question: hidesQuestion ? undefined : text, options, answer }, ask);
  if (!right) return STANCE_READER.read({ prompt: text, answer }, ask);
  const judgement = await EXPECTED_READER.read({ question: text, key: right, answer }, ask);
  return 'failure' in judgement ? judgement : { reading: judgement.verdict };
}

/** The right answers in words to what an arm asks; undefined for rows with another key. */
function rightInWords({ key, sample }: Case, arm: ArmName): readonly string[] | undefined {
  if (key?.original !== 'agrees') return undefined;
  return arm === 'test_case' ? sample.perturbed_expected : sample.expected;
}

function readWordsByRule(answer: string, right: readonly string[]): Agreement | undefined {
  const statedAnswer = removeThinking(answer) ?? '';
  return right.some((expected) => isSameAnswer(statedAnswer, expected)) ? 'agrees' : undefined;
}

function addWaysOut(problem: RowError, question: Pick<ToRead, 'options' | 'right'>): RowError {
  const message = `${problem.message} Ask for ${wantedForm(question)}, in model.prompt, or name another judge, in evaluation.judge.`;
  return { ...problem, message };
}

/** The form of an answer that rules read with certainty. */
function wantedForm({ options, right }: Pick<ToRead, 'options' | 'right'>): string {
  if (right) return 'a short answer';
  return options ? 'the letter alone' : 'True or False only';
}

/** On which known cases a judge of this test may have to be calibrated. */
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
