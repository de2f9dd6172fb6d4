import { hash } from 'node:crypto';
import { quoted } from '../../shared/json.ts';
import { RowError } from '../row-error.ts';
import type { KnownCase, Rubric } from './rubric.ts';
import { createQuestion, type AskModel } from './ask.ts';

/**
 * The share of known cases that a judge must get right. With 40 cases, a judge that is right about
 * 97% (90%) of answers passes 88% (22%) of calibrations. With 50 cases, 81% (11%).
 */
const NEEDED_SHARE = 0.95;

/** How a judge read the known cases of a rubric. */
export interface Calibration {
  judge: string;
  rubric: string;
  right: number;
  total: number;
  /** An echo only repeats the question. If the judge finds an answer in it, it has solved it. */
  solvedEchoes: number;
  is_stored: boolean;
}

export class JudgeError extends RowError {}

/** The judge is unfit or unreachable, and could not read any other answer either. */
export class UnjudgedError extends JudgeError {}

/** A digest of everything that the judge is shown. A stored calibration is only valid for it. */
export function versionOf(rubric: Rubric) {
  const shown = rubric.cases.map(({ input, expected }) => {
    const { format, prompt } = createQuestion(rubric, input);
    return [format, prompt, expected];
  });
  return hash('sha256', JSON.stringify(shown));
}

/**
 * Asks a judge the known cases of a rubric. Each is asked once, without a second try.
 *
 * @returns the calibration, the number of cases without a reply, and the error of a judge that is
 *   not fit
 */
export async function calibrate(rubric: Rubric, judge: string, ask: AskModel) {
  const { name, cases } = rubric;
  const counts = { right: 0, total: cases.length, solvedEchoes: 0 };
  // Cases without a reply, for which the endpoint is at fault and not the judge.
  const lost: RowError[] = [];
  let unreadable = '';
  const judgeCase = async ({ input, expected, isEcho }: KnownCase) => {
    const { prompt, format, read } = createQuestion(rubric, input);
    try {
      // Stored replies are not used, since the model behind a name may have changed.
      const reply = await ask(prompt, format, true);
      const reading = read(reply);
      if ('unreadable' in reading)
        unreadable ||= ` In one reply, ${reading.unreadable}: ${quoted(reply)}`;
      else if (rubric.verdict(reading.value, input) === expected) counts.right += 1;
      else if (isEcho) counts.solvedEchoes += 1;
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      lost.push(error);
    }
  };
  await Promise.all(cases.map(judgeCase));
  const calibration = { judge, rubric: name, ...counts, is_stored: false };
  const error = unfitness(calibration, lost, unreadable);
  return { calibration, lost: lost.length, error };
}

export function mayGate({ right, total, solvedEchoes }: Calibration) {
  return total > 0 && right / total >= NEEDED_SHARE && solvedEchoes === 0;
}

/** The error for every row that this judge would have to read; undefined for a fit judge. */
function unfitness(calibration: Calibration, lost: readonly RowError[], unreadable: string) {
  if (mayGate(calibration)) return undefined;
  const { judge, right, total, solvedEchoes } = calibration;
  const [error] = lost;
  // If the judge could have passed with the lost replies, its endpoint is at fault.
  if (error && mayGate({ ...calibration, right: right + lost.length }))
    return new UnjudgedError(error.kind, error.message, error);
  const echoes =
    solvedEchoes > 0
      ? ` It found an answer in ${solvedEchoes} that only repeat the question, so it solves questions instead of reading answers.`
      : '';
  return new UnjudgedError(
    'judge_not_calibrated',
    `The judge ${judge} read ${right} of ${total} test answers correctly, but needs ${100 * NEEDED_SHARE}%.${echoes}${unreadable}`,
    {
      remedy: 'Name a stronger judge in `judge`, or write `judge: off` to read by rules alone.',
    },
  );
}
