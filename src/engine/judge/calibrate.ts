import { hash } from 'node:crypto';
import { quoted } from '../../shared/json.ts';
import { RowError } from '../row-error.ts';
import type { KnownCase, Rubric } from './rubric.ts';
import { createQuestion, formatOf, promptOf, readReply, type AskModel } from './ask.ts';

/**
 * The share of known cases that a judge must get right. With 40 cases, a judge that is right about
 * 97% (90%) of answers passes 88% (22%) of calibrations. With 50 cases, 81% (11%).
 */
const NEEDED_SHARE = 0.95;

/** Raise this when a calibration gains or loses a field, so that stored ones are not used. */
const CALIBRATION_FORM = 3;

export type Calibration = Awaited<ReturnType<typeof calibrate>>;

export class JudgeError extends RowError {}

/** The judge is unfit or unreachable, and could not read any other answer either. */
export class UnjudgedError extends JudgeError {}

/** A digest of everything that the judge is shown. A stored calibration is only valid for it. */
export function versionOf(rubric: Rubric) {
  const shown = rubric.cases.map(({ input, expected }) => {
    const question = createQuestion(rubric, input);
    return [formatOf(question), promptOf(question), expected];
  });
  return hash('sha256', JSON.stringify([CALIBRATION_FORM, shown]));
}

/**
 * Asks a judge the known cases of a rubric. Each is asked once, without a second try.
 */
export async function calibrate(rubric: Rubric, judge: string, ask: AskModel) {
  const { name, cases } = rubric;
  // An echo only repeats the question. If the judge finds an answer in it, it has solved it.
  const counts = { right: 0, total: cases.length, solvedEchoes: 0 };
  // Cases without a reply, for which the endpoint is at fault and not the judge.
  const lost: RowError[] = [];
  const unreadable: string[] = [];
  const judgeCase = async ({ input, expected, isEcho }: KnownCase) => {
    const question = createQuestion(rubric, input);
    try {
      // Stored replies are not used, since the model behind a name may have changed.
      const reply = await ask(promptOf(question), formatOf(question), true);
      const reading = readReply(question, reply);
      if ('unreadable' in reading)
        unreadable.push(` In one reply, ${reading.unreadable}: ${quoted(reply)}`);
      else if (rubric.verdict(reading.value, input) === expected) counts.right += 1;
      else if (isEcho) counts.solvedEchoes += 1;
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      lost.push(error);
    }
  };
  await Promise.all(cases.map(judgeCase));
  return { judge, rubric: name, ...counts, lost, unreadable, is_stored: false };
}

export function mayGate({ right, total, solvedEchoes }: Calibration) {
  return total > 0 && right / total >= NEEDED_SHARE && solvedEchoes === 0;
}

/** The error for every row that this judge would have to read. */
export function calibrationError(calibration: Calibration) {
  const { judge, right, total, solvedEchoes, lost, unreadable } = calibration;
  const [error] = lost;
  // If the judge could have passed with the lost replies, its endpoint is at fault.
  if (error && mayGate({ ...calibration, right: right + lost.length }))
    return new UnjudgedError(error.kind, error.message, error);
  const echoes =
    solvedEchoes > 0
      ? ` It found an answer in ${solvedEchoes} that only repeat the question, so it solves questions instead of reading answers.`
      : '';
  const [firstUnreadable = ''] = unreadable;
  return new UnjudgedError(
    'judge_not_calibrated',
    `The judge ${judge} read ${right} of ${total} test answers correctly, but needs ${100 * NEEDED_SHARE}%.${echoes}${firstUnreadable}`,
    {
      remedy: 'Name a stronger judge in `judge`, or write `judge: off` to read by rules alone.',
    },
  );
}
