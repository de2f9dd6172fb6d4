import { hash } from 'node:crypto';
import { RowError, type KnownCase, type Rubric } from '../types.ts';
import { createFormat, createQuestion, rubricPrompt, type AskModel } from './ask.ts';

/**
 * Share of known cases that a judge must get right. Of 40 cases, a judge that is right in 97 or
 * 90 % of answers passes in 88 or 22 % of calibrations; of 50, in 81 or 11 %.
 */
const NEEDED_SHARE = 0.95;

/** Raise it when a calibration gains or loses a field: stored ones are made anew. */
const CALIBRATION_FORM = 3;

export type Calibration = Awaited<ReturnType<typeof calibrate>>;

/** A failed request to the judge. */
export class JudgeError extends RowError {}

/** A judge that is unfit, or gives no replies: it would read no other answer either. */
export class UnjudgedError extends RowError {}

/** A digest of all that a judge is shown: a stored calibration holds for this version alone. */
export function versionOf(rubric: Rubric) {
  const shown = rubric.cases.map(({ input, expected }) => [
    createFormat(rubric.name, rubric.reply(input)),
    rubricPrompt(rubric, input),
    expected,
  ]);
  return hash('sha256', JSON.stringify([CALIBRATION_FORM, shown]));
}

const MAX_QUOTE_LENGTH = 200;

/**
 * Asks a judge the known cases of a rubric, each once: a case that needs a second try is wrong.
 */
export async function calibrate(rubric: Rubric, judge: string, ask: AskModel) {
  const { name, cases } = rubric;
  // An echo only repeats the question, and is solved where the judge finds an answer in it.
  const counts = { right: 0, total: cases.length, solvedEchoes: 0 };
  // Cases without a reply: the endpoint is at fault, and not the judge.
  const lost: RowError[] = [];
  const unreadable: string[] = [];
  const judgeCase = async ({ input, expected, isEcho }: KnownCase) => {
    const { prompt, format, read } = createQuestion(rubric, input);
    try {
      // No stored reply is used: the model behind a name may have changed.
      const reply = await ask(prompt, format, true);
      const reading = read(reply);
      const quote = [...reply].slice(0, MAX_QUOTE_LENGTH).join('');
      if ('unreadable' in reading)
        unreadable.push(` ${reading.unreadable}. It replied: ${JSON.stringify(quote)}`);
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

/** The error of each row that this judge would have to read. */
export function calibrationError(calibration: Calibration) {
  const { judge, right, total, solvedEchoes, lost, unreadable } = calibration;
  const [error] = lost;
  // If the judge could be fit with a reply to each case, its endpoint is at fault.
  if (error && mayGate({ ...calibration, right: right + lost.length }))
    return new UnjudgedError(error.kind, error.message);
  const echoes =
    solvedEchoes > 0
      ? ` In ${solvedEchoes} that only repeat the question it found an answer: it solves in place of reading.`
      : '';
  const [first = ''] = unreadable;
  return new UnjudgedError(
    'judge_not_calibrated',
    `The judge ${judge} read ${right} of ${total} test answers right, and needs ${100 * NEEDED_SHARE} %.${echoes}${first.replaceAll('\n', ' ')}
Name another judge, a stronger one, in \`judge\`; or write judge: off, which reads by rule alone.`,
  );
}
