import { hash } from '../random.ts';
import { RowError, type KnownCase, type Rubric } from '../types.ts';
import { formatOf, questionOf, rubricPrompt, type AskModel } from './ask.ts';

/**
 * Share of known cases that a judge must get right. One that is right in 99, 97, 90 or 85 % passes
 * in 99, 88, 22 or 5 % of calibrations.
 */
const NEEDED_SHARE = 0.95;

export interface Calibration {
  judge: string;
  rubric: string;
  right: number;
  total: number;
  /** Answers that only repeat the question, in which the judge found an answer. */
  solvedEchoes: number;
  /** Cases without a reply: the endpoint is at fault, and not the judge. */
  failed: number;
  firstFailure?: string;
  /** Measured by an earlier run. */
  is_stored: boolean;
}

/** A digest of all that a judge is shown: a stored calibration holds for this version alone. */
export function versionOf(rubric: Rubric) {
  const shown = rubric.cases.map(({ input, expected }) => [
    formatOf(rubric.name, rubric.reply(input)),
    rubricPrompt(rubric, input),
    expected,
  ]);
  return hash(JSON.stringify(shown)).toString(16).padStart(8, '0');
}

const MAX_QUOTE_LENGTH = 200;

/**
 * Asks a judge the known cases of a rubric, each once: a case that needs a second try is wrong.
 */
export async function calibrate(rubric: Rubric, judge: string, ask: AskModel) {
  const { name, cases } = rubric;
  const counts = { right: 0, total: cases.length, solvedEchoes: 0, failed: 0 };
  // Counts a case, and gives the reason why it has no verdict.
  const judgeCase = async ({ input, expected, isEcho }: KnownCase) => {
    const { prompt, format, read } = questionOf(rubric, input);
    try {
      // A judge that is mended behind its name is measured anew.
      const reply = await ask(prompt, format, true);
      const reading = read(reply);
      const quote = [...reply].slice(0, MAX_QUOTE_LENGTH).join('');
      if ('unreadable' in reading)
        return `${reading.unreadable}. It replied: ${JSON.stringify(quote)}`;
      if (rubric.verdict(reading.value, input) === expected) counts.right += 1;
      else if (isEcho) counts.solvedEchoes += 1;
      return undefined;
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      counts.failed += 1;
      return error.message;
    }
  };
  const failures = await Promise.all(cases.map(judgeCase));
  return {
    judge,
    rubric: name,
    ...counts,
    firstFailure: failures.find(Boolean),
    is_stored: false,
  };
}

export function mayGate({ right, total, solvedEchoes }: Calibration) {
  return total > 0 && right / total >= NEEDED_SHARE && solvedEchoes === 0;
}

/** The error of each row that this judge would have to read. */
export function calibrationError(calibration: Calibration) {
  const { judge, right, total, solvedEchoes, failed, firstFailure } = calibration;
  const echoes =
    solvedEchoes > 0
      ? ` In ${solvedEchoes} that only repeat the question it found an answer: it solves in place of reading.`
      : '';
  const remedy =
    failed > 0
      ? `Test answers without a reply of the judge: ${failed}; correct the judge's endpoint first.`
      : 'Name another judge, a stronger one, in `judge`; or write judge: off, which reads by rule alone.';
  const first = firstFailure === undefined ? '' : ` ${firstFailure.replaceAll('\n', ' ')}`;
  return new RowError(
    'judge_not_calibrated',
    `The judge ${judge} read ${right} of ${total} test answers right, and needs ${100 * NEEDED_SHARE} %.${echoes}${first}\n${remedy}`,
  );
}
