import { RowError } from './row-error.ts';
import { toArmAnswer, type Score, type ReadFields, type Case } from './row.ts';
import type { Subject } from './subject.ts';
import type { Reply } from './model.ts';

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
