import { isSameAnswer } from '../../language/same-answer.ts';
import { removeThinking } from '../../language/plain.ts';
import {
  isRowError,
  type Answers,
  type QuestionToSubject,
  type ArmQuestion,
} from '../asking/ask.ts';
import { thrownAsRowError, type RequestFailure } from '../asking/breaker.ts';
import { ARMS, promptOf, armText, type ArmName, type Case } from '../rows/case.ts';
import { filteredError, truncatedError } from '../rows/endings.ts';
import { wantedForm, type ArmResult, type AskJudge } from './arm-judge.ts';
import { isRight, type Key, type PutForward } from './key.ts';
import { isEmpty, isOpposed, readByRule, type Agreement, type Reading } from './reading.ts';
import type { TripletRun } from './test-run.ts';

interface ReadArm {
  result: ArmResult;
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

export interface ArmsOfRun {
  run: TripletRun;
  subject: { answers: Answers; template?: string };
  judge?: AskJudge;
}

/**
 * Without a template the prompt asks for an answer that plain rules read: to a question with
 * options, or to a statement.
 */
const OPTIONS_PROMPT =
  '{text}\n{options}\nAnswer with the letter of the right option, or the letters of all right options, and nothing else.';
const STANCE_PROMPT = 'Is this statement true or false? Answer with True or False only.\n{text}';

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

function questionOfArm({ run, subject }: ArmsOfRun, testCase: Case, arm: ArmName): ArmQuestion {
  const prompt = armPrompt(testCase, arm, { test: run.test, template: subject.template });
  // A placebo that is the original itself is another answer to it.
  const nth = arm === 'placebo' && testCase.placebo === testCase.sample.text ? 1 : 0;
  const system = subject.answers.systemFor(testCase.sample);
  return { asks: 'answer', prompt, system, nth };
}

export function askArms(
  arms: ArmsOfRun,
  testCase: Case,
  armNames: readonly ArmName[] = ARMS,
): QuestionToSubject[] {
  const { answers } = arms.subject;
  return armNames.map((arm) => ({ answers, question: questionOfArm(arms, testCase, arm) }));
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
export const MAX_READINGS_OF_SIDES = 3;

/**
 * Reads the answer to the perturbed text once more, as an answer to the original, if a judge read
 * it and all three answers are right. If it is right to both texts, the judge also reads what it
 * and the answer to the original put forward.
 */
async function readBothSides(
  { judge }: ArmsOfRun,
  { key, options, sample: { text } }: Case,
  arms: ReadArms,
): Promise<ReadArms> {
  const { original, test_case } = arms;
  if (!judge || !options || !key || !original || !test_case) return arms;
  const { answer, result } = test_case;
  if (!result.isByJudge || answer === null || !isRightThroughout(arms, key)) return arms;
  const underOriginal = await judge({ text, options, answer });
  if (!underOriginal) return arms;
  if ('failure' in underOriginal)
    return { ...arms, test_case: { ...test_case, result: underOriginal } };
  const twiceRead = { ...test_case, underOriginal: underOriginal.reading };
  if (!isRight(underOriginal.reading, key.original)) return { ...arms, test_case: twiceRead };
  const putForward = async (arm: ReadArm) =>
    // All that a plain rule reads is put forward.
    arm.result.isByJudge && arm.answer !== null
      ? judge({ text, options, answer: arm.answer, hidesQuestion: true })
      : arm.result;
  const forward = await Promise.all([putForward(original), putForward(test_case)]);
  return { ...arms, test_case: { ...twiceRead, ...forwardFields(...forward) } };
}

/** True if all answers are right, and no answer should be right to both texts. */
function isRightThroughout({ original, placebo, test_case }: ReadArms, key: Key): boolean {
  const isRightIn = (arm: ReadArm | undefined, right: Reading) =>
    arm !== undefined && 'reading' in arm.result && isRight(arm.result.reading, right);
  return (
    isOpposed(key.original, key.test_case) &&
    isRightIn(original, key.original) &&
    isRightIn(placebo, key.original) &&
    isRightIn(test_case, key.test_case)
  );
}

/** The labels of two answers; a failure to read one replaces the result of the arm. */
function forwardFields(
  original: ArmResult | undefined,
  testCase: ArmResult | undefined,
): Partial<Pick<ReadArm, 'result' | 'putForward'>> {
  if (original && 'failure' in original) return { result: original };
  if (testCase && 'failure' in testCase) return { result: testCase };
  if (!original || !testCase) return {};
  return { putForward: { original: original.reading, test_case: testCase.reading } };
}

async function readArm(arms: ArmsOfRun, testCase: Case, arm: ArmName): Promise<ReadArm> {
  const question = questionOfArm(arms, testCase, arm);
  const reply = arms.subject.answers.get(question);
  if (isRowError(reply)) return { answer: null, result: { failure: failureOfArm(arm, reply) } };
  const { text, isCut, filter } = reply;
  if (filter !== undefined) {
    const failure = failureOfArm(arm, filteredError(filter));
    return { answer: text === '' ? null : text, isCut, filter, result: { failure } };
  }
  const answerToRead = { arm, prompt: question.prompt, answer: text };
  const result = await readAnswer(arms, testCase, answerToRead).catch((error: unknown) => ({
    failure: failureOfArm(arm, thrownAsRowError(error)),
  }));
  return { answer: text, isCut, result: isCut ? readingOfCut(arm, result) : result };
}

/** Returns the reading of a cut answer, or a failure if the missing part could change it. */
function readingOfCut(arm: ArmName, result: ArmResult): ArmResult {
  const truncation = { failure: truncatedError(`The answer to the ${ARM_WORDS[arm]}`) };
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
): Promise<ArmResult> {
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
  return {
    failure: { kind: 'unreadable', message: `The answer to the ${ARM_WORDS[arm]} ${problem}` },
  };
}

const ARM_WORDS: Readonly<Record<ArmName, string>> = {
  original: 'original',
  placebo: 'placebo',
  test_case: 'test case',
};

function failureOfArm(arm: ArmName, failure: RequestFailure): RequestFailure {
  return arm === 'original'
    ? failure
    : { ...failure, message: `${ARM_WORDS[arm]}: ${failure.message}` };
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
