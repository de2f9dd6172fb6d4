import { hash } from '../random.js';
import type { Calibration, RowError } from '../results.js';
import { CALIBRATION_PAIRS } from './calibration-pairs.js';
import { JUDGEMENT_FORMAT, JUDGEMENTS, readJudgement } from './judgement.js';
import { judgePrompt } from './rubric.js';

/** Below this share of right verdicts a judge may not gate. */
const NEEDED = 0.9;

/** What a judge can make of a pair: a verdict, or none for one of two causes. */
const OUTCOMES = [...JUDGEMENTS, 'unreadable', 'error'] as const;
type Judged = (typeof OUTCOMES)[number];

/** Changes with the rubric, the form and the pairs by itself: a calibration of another version says nothing about this one. */
export const CALIBRATION_VERSION: string = hash(
  JSON.stringify([JUDGEMENT_FORMAT, CALIBRATION_PAIRS.map((pair) => [judgePrompt(pair), pair.verdict])]),
)
  .toString(16)
  .padStart(8, '0');

/**
 * Puts every known pair to the judge, once.
 *
 * @param judge `hub/name`, for the report
 * @param ask one call a pair, all at the same time: how many run at once is the caller's to limit
 */
export async function calibrate(judge: string, ask: (prompt: string) => Promise<string | RowError>): Promise<Calibration> {
  const judged = await Promise.all(CALIBRATION_PAIRS.map(async (pair) => ({ known: pair.verdict, as: judgedAs(await ask(judgePrompt(pair))) })));
  const row = (known: string) => OUTCOMES.map((outcome) => [outcome, judged.filter((one) => one.known === known && one.as === outcome).length] as const);
  return {
    judge,
    right: judged.filter(({ known, as }) => known === as).length,
    total: judged.length,
    needed: NEEDED,
    confusion: Object.fromEntries(JUDGEMENTS.map((known) => [known, Object.fromEntries(row(known))])),
  };
}

function judgedAs(reply: string | RowError): Judged {
  if (typeof reply !== 'string') return 'error';
  const read = readJudgement(reply);
  return 'unreadable' in read ? 'unreadable' : read.verdict;
}

/** Whether the judge was right often enough. A pair without a verdict is one that it did not get right. */
export function mayGate({ right, total, needed }: Calibration): boolean {
  return total > 0 && right / total >= needed;
}

/** Why a judge may not gate, and what to do about it. */
export function calibrationProblem(calibration: Calibration): RowError {
  const { judge, right, total, needed } = calibration;
  const [unreadable, errors] = [count(calibration, 'unreadable'), count(calibration, 'error')];
  const sentences = [
    `The judge ${judge} gave the known verdict on ${right} of ${total} pairs; it may gate from ${Math.round(needed * 100)} % on.`,
    ...(unreadable > 0 ? [`Answers that cannot be read as a verdict: ${unreadable}.`] : []),
    ...(errors > 0 ? [`Pairs without an answer: ${errors}; mend the judge's endpoint first.`] : []),
    ...(total === 0 || right + errors < total ? ['Use another judge, a stronger one.'] : []),
  ];
  return { kind: 'judge_not_calibrated', message: sentences.join(' ') };
}

function count({ confusion }: Calibration, outcome: Judged): number {
  return Object.values(confusion).reduce((sum, row) => sum + (row[outcome] ?? 0), 0);
}
