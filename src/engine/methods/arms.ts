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
import { withoutThinking } from '../../language/plain.js';
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
  /** `judged`: by a judge, whose errors are known; `said` is its reply. */
  read: ArmReading<RequestFailure> & { judged?: true; said?: string };
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

type AskJudge = (toRead: ToRead) => Promise<ReadArm['read'] | undefined>;

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
  const from = arm === 'placebo' && testCase.placebo === testCase.sample.text ? run.repeats : 0;
  const system = subject.answers.systemFor(testCase.sample);
  return range(run.repeats, from).map((nth) => ({ asks: 'answer', prompt, system, nth }));
}

export function askArms(
  arms: ArmsOfRun,
  testCase: Case,
  wanted: readonly ArmName[] = ARMS,
): QuestionToSubject[] {
  return wanted.flatMap((arm) =>
    questionsOfArm(arms, testCase, arm).map((question) => ({
      answers: arms.subject.answers,
      question,
    })),
  );
}

export async function readArms(
  arms: ArmsOfRun,
  testCase: Case,
  wanted: readonly ArmName[] = ARMS,
): Promise<ReadArms> {
  const read = await Promise.all(
    wanted.map(async (arm) => [arm, await readArm(arms, testCase, arm)] as const),
  );
  return withBothSides(arms, testCase, Object.fromEntries(read));
}

/** Under the original, and what two answers put forward. */
export const MOST_READINGS_OF_SIDES = 3;

/**
 * Reads the answer to the perturbed text once more, as an answer to the original, if a judge read
 * it and all three answers are right. If it is right to both texts, the judge also reads what it
 * and the answer to the original put forward.
 */
async function withBothSides(
  { judge }: ArmsOfRun,
  testCase: Case,
  read: ReadArms,
): Promise<ReadArms> {
  const { key, options, sample } = testCase;
  const { original, placebo, test_case } = read;
  if (!judge || !options || !key || !isOpposed(key.original, key.test_case)) return read;
  if (!test_case?.read.judged || test_case.answer === null) return read;
  const isRightIn = (arm: ReadArm | undefined, right: Reading) =>
    arm && 'reading' in arm.read && isRight(arm.read.reading, right);
  const isOriginalRight = isRightIn(original, key.original) && isRightIn(placebo, key.original);
  if (!isOriginalRight || !isRightIn(test_case, key.test_case)) return read;
  const { text } = sample;
  const again = await judge({ text, options, answer: test_case.answer });
  if (!again) return read;
  if ('failure' in again) return { ...read, test_case: { ...test_case, read: again } };
  const changed: ReadArm = { ...test_case, underOriginal: again.reading };
  if (original && isRight(again.reading, key.original)) {
    const forward = await Promise.all(
      [original, test_case].map(async ({ answer, read: asRead }) =>
        // All that a plain rule reads is put forward.
        asRead.judged && answer !== null
          ? judge({ text, options, answer, hidesQuestion: true })
          : asRead,
      ),
    );
    const [first, last] = forward;
    if (first && 'failure' in first) changed.read = first;
    else if (last && 'failure' in last) changed.read = last;
    else if (first && last)
      changed.putForward = { original: first.reading, test_case: last.reading };
  }
  return { ...read, test_case: changed };
}

async function readArm(arms: ArmsOfRun, testCase: Case, arm: ArmName): Promise<ReadArm> {
  const answered = await Promise.all(
    questionsOfArm(arms, testCase, arm).map(async (question): Promise<ReadArm> => {
      const reply = arms.subject.answers.get(question);
      if (isRowError(reply)) return { answer: null, read: { failure: ofArm(arm, reply) } };
      const said = { arm, prompt: question.prompt, answer: reply.text };
      const defect = (error: unknown) => ({ failure: ofArm(arm, thrownAsRowError(error)) });
      const answer = reply.filter !== undefined && reply.text === '' ? null : reply.text;
      const shown = { answer, isCut: reply.isCut, filter: reply.filter };
      if (reply.filter !== undefined)
        return { ...shown, read: { failure: ofArm(arm, filteredError(reply.filter)) } };
      const read = await readAnswer(arms, testCase, said).catch(defect);
      return { ...shown, read: reply.isCut ? readOfCut(arm, read) : read };
    }),
  );
  const { judged, said } = answered.find((one) => one.read.judged)?.read ?? {};
  const read = { ...majorityOf(answered.map((one) => one.read)), judged, said };
  // Shows an answer of the majority, if there is one.
  const shown =
    answered.find(
      (one) =>
        'reading' in one.read && 'reading' in read && isAlike(one.read.reading, read.reading),
    ) ??
    answered.find(({ answer }) => answer !== null) ??
    answered[0];
  return { ...shown, read, answer: shown?.answer ?? null };
}

/** The reading of an answer that ends at the limit of tokens: what it left open is not read. */
function readOfCut(arm: ArmName, read: ReadArm['read']): ReadArm['read'] {
  const cut = { failure: truncatedError(`The answer to the ${WORDS[arm]}`) };
  if ('reading' in read) {
    const isOpen = isEmpty(read.reading) || read.reading === 'differs';
    return isOpen ? { ...cut, said: read.said } : read;
  }
  return read.failure.kind === 'unreadable' ? cut : read;
}

type Answered = Record<'prompt' | 'answer', string> & { arm: ArmName };

async function readAnswer(
  arms: ArmsOfRun,
  testCase: Case,
  { arm, prompt, answer }: Answered,
): Promise<ReadArm['read']> {
  const right = rightInWords(testCase, arm);
  const question = { prompt, text: armText(testCase, arm), options: testCase.options, right };
  const reading = right
    ? readWordsByRule(answer, right)
    : readByRule(arms.run.scorer, answer, question);
  if (reading !== undefined) return { reading };
  const judged = await arms.judge?.({ ...question, answer });
  if (judged && 'failure' in judged) return { ...judged, failure: ofArm(arm, judged.failure) };
  if (judged) return judged;
  let what = right ? 'the expected answer' : 'true or false';
  if (question.options) what = 'options';
  const why =
    withoutThinking(answer) === undefined
      ? 'ends before its thinking does. Raise the number of tokens that it may use, in model.parameters.'
      : `cannot be read as ${what} with certainty. Ask for ${wantedForm(question)}, in model.prompt, or name a judge, in evaluation.judge.`;
  return { failure: { kind: 'unreadable', message: `The answer to the ${WORDS[arm]} ${why}` } };
}

const WORDS: Readonly<Record<ArmName, string>> = {
  original: 'original',
  placebo: 'placebo',
  test_case: 'test case',
};

function ofArm(arm: ArmName, failure: RequestFailure): RequestFailure {
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
export function asksJudge(judge: Judge, { judges, onCalibration }: JudgingTools): AskJudge {
  return async (toRead) => {
    // Thinking is no part of an answer, and an answer that ends before its thinking does is none.
    const answer = withoutThinking(toRead.answer);
    if (answer === undefined || answer.length > LONGEST) return undefined;
    const { calibration: known } = readerFor(toRead);
    const calibration = await judges.calibrate(judge, known);
    onCalibration(calibration);
    if (!mayGate(calibration))
      return { failure: withWaysOut(calibrationProblem(calibration), toRead) };
    let said: string | undefined;
    const ask: AskJudgeModel = async (prompt, format) => {
      const reply = await judges.askerOf(judge)(prompt, format);
      if (typeof reply === 'string') said = reply;
      return reply;
    };
    return {
      ...(await readByJudge({ ...toRead, answer }, ask)),
      judged: true,
      said: said === undefined ? undefined : shortened(said),
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
  const judged = await EXPECTED_READER.read({ question: text, key: right, answer }, ask);
  return 'failure' in judged ? judged : { reading: judged.verdict };
}

/** The right answers in words to what an arm asks; undefined for rows with another key. */
function rightInWords({ key, sample }: Case, arm: ArmName): readonly string[] | undefined {
  if (key?.original !== 'agrees') return undefined;
  return arm === 'test_case' ? sample.perturbed_expected : sample.expected;
}

function readWordsByRule(answer: string, right: readonly string[]): Agreement | undefined {
  const said = withoutThinking(answer) ?? '';
  return right.some((one) => isSameAnswer(said, one)) ? 'agrees' : undefined;
}

function withWaysOut(problem: RowError, question: Pick<ToRead, 'options' | 'right'>): RowError {
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
    const inWords = cases.filter(({ key }) => key?.original === 'agrees').length;
    if (inWords > 0) parts.push(EXPECTED_READER.calibration);
    if (inWords < cases.filter(({ options }) => !options).length || inWords === 0)
      parts.push(STANCE_READER.calibration);
  }
  return parts;
}
