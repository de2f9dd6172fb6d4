import { hash } from 'node:crypto';
import { z } from 'zod';
import { quoted } from '../../shared/json.ts';
import { RowError } from '../row-error.ts';
import type { KnownCase, Rubric } from './rubric.ts';
import { createQuestion, formatOf, promptOf, readJudgement, type AskModel } from './ask.ts';

/**
 * The share of known cases that a judge must get right. With 40 cases, a judge that is right about
 * 97% (90%) of answers passes 88% (22%) of calibrations. With 50 cases, 81% (11%).
 */
const NEEDED_SHARE = 0.95;

const count = z.int().nonnegative();

/** How a judge read the known cases of a rubric. */
export const calibrationSchema = z.object({
  judge: z.string(),
  rubric: z.string(),
  right: count,
  total: count,
  /** Cases that only repeat the question. If the judge finds an answer there, it has solved it. */
  solvedEchoes: count,
  /** Cases without a reply, for which the endpoint is at fault and not the judge. */
  lost: count,
  is_stored: z.boolean(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/** A calibration of this run, with the first failure of each kind. */
interface FreshCalibration extends Calibration {
  firstLoss?: RowError;
  /** A sentence about a reply that could not be read, with a blank before it. */
  firstUnreadable?: string;
}

export class JudgeError extends RowError {}

/** The judge is unfit or unreachable, and could not read any other answer either. */
export class UnjudgedError extends JudgeError {}

/** A digest of everything that the judge is shown. A stored calibration is only valid for it. */
export function versionOf(rubric: Rubric) {
  const shown = rubric.cases.map(({ input, expected }) => {
    const question = createQuestion(rubric, input);
    return [formatOf(question), promptOf(question), expected];
  });
  return hash('sha256', JSON.stringify(shown));
}

/**
 * Asks a judge the known cases of a rubric. Each is asked once, without a second try.
 */
export async function calibrate(rubric: Rubric, judge: string, ask: AskModel) {
  const { name, cases } = rubric;
  const calibration: FreshCalibration = {
    judge,
    rubric: name,
    right: 0,
    total: cases.length,
    solvedEchoes: 0,
    lost: 0,
    is_stored: false,
  };
  const judgeCase = async ({ input, expected, isEcho }: KnownCase) => {
    const question = createQuestion(rubric, input);
    try {
      // Stored replies are not used, since the model behind a name may have changed.
      const reply = await ask(promptOf(question), formatOf(question), true);
      const reading = readJudgement(question, reply);
      if ('unreadable' in reading)
        calibration.firstUnreadable ??= ` In one reply, ${reading.unreadable}: ${quoted(reply)}`;
      else if (rubric.verdict(reading.value, input) === expected) calibration.right += 1;
      else if (isEcho) calibration.solvedEchoes += 1;
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      calibration.lost += 1;
      calibration.firstLoss ??= error;
    }
  };
  await Promise.all(cases.map(judgeCase));
  return calibration;
}

export function mayGate({ right, total, solvedEchoes }: Calibration) {
  return total > 0 && right / total >= NEEDED_SHARE && solvedEchoes === 0;
}

/** The error for every row that this judge would have to read. */
export function calibrationError(calibration: FreshCalibration) {
  const { judge, right, total, solvedEchoes, lost, firstLoss, firstUnreadable = '' } = calibration;
  // If the judge could have passed with the lost replies, its endpoint is at fault.
  if (firstLoss && mayGate({ ...calibration, right: right + lost }))
    return new UnjudgedError(firstLoss.kind, firstLoss.message, firstLoss);
  const echoes =
    solvedEchoes > 0
      ? ` It found an answer in ${solvedEchoes} that only repeat the question, so it solves questions instead of reading answers.`
      : '';
  return new UnjudgedError(
    'judge_not_calibrated',
    `The judge ${judge} read ${right} of ${total} test answers correctly, but needs ${100 * NEEDED_SHARE}%.${echoes}${firstUnreadable}`,
    {
      remedy: 'Name a stronger judge in `judge`, or write `judge: off` to read by rules alone.',
    },
  );
}
