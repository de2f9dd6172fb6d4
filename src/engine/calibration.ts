import { hash } from './random.js';
import type { Calibration, RowError } from './results.js';

/** Below this share of right verdicts a judge may not gate. */
const NEEDED = 0.9;

/** What a judge can make of a known case beside a verdict. */
type NoVerdict = 'unreadable' | 'error';

/** A case whose verdict is known, and what the judge said. */
export interface JudgedCase<Verdict extends string> {
  known: Verdict;
  as: Verdict | NoVerdict;
}

/** @param judge `hub/name`, for the report. */
export function calibrationOf<Verdict extends string>(
  judge: string,
  { verdicts, judged }: { verdicts: readonly Verdict[]; judged: readonly JudgedCase<Verdict>[] },
): Calibration {
  const outcomes = [...verdicts, 'unreadable', 'error'] as const;
  const row = (known: Verdict) =>
    outcomes.map((outcome) => [outcome, judged.filter((one) => one.known === known && one.as === outcome).length] as const);
  return {
    judge,
    right: judged.filter(({ known, as }) => known === as).length,
    total: judged.length,
    needed: NEEDED,
    confusion: Object.fromEntries(verdicts.map((known) => [known, Object.fromEntries(row(known))])),
  };
}

/**
 * Whether a calibration that was kept somewhere is one of ours: of so many cases, with the share that is asked for, and one that adds up.
 */
export function isSound({ right, total, needed, confusion }: Calibration, size: number): boolean {
  const rows = Object.entries(confusion);
  const sum = rows.flatMap(([, row]) => Object.values(row)).reduce((all, count) => all + count, 0);
  const diagonal = rows.reduce((all, [verdict, row]) => all + (row[verdict] ?? 0), 0);
  return needed === NEEDED && total === size && sum === total && diagonal === right;
}

/** Changes by itself with all that a judge is shown: a calibration of another version says nothing about this one. */
export function versionOf(shown: unknown): string {
  return hash(JSON.stringify(shown)).toString(16).padStart(8, '0');
}

/** Whether the judge was right often enough. A case without a verdict is one that it did not get right. */
export function mayGate({ right, total, needed }: Calibration): boolean {
  return total > 0 && right / total >= needed;
}

/** Why a judge may not gate, and what to do about it. */
export function calibrationProblem(calibration: Calibration): RowError {
  const { judge, right, total, needed } = calibration;
  const [unreadable, errors] = [count(calibration, 'unreadable'), count(calibration, 'error')];
  const sentences = [
    `The judge ${judge} gave the known verdict on ${right} of ${total} known cases; it may gate from ${Math.round(needed * 100)} % on.`,
    ...(unreadable > 0 ? [`Answers that cannot be read as a verdict: ${unreadable}.`] : []),
    ...(errors > 0 ? [`Cases without an answer: ${errors}; mend the judge's endpoint first.`] : []),
    ...(total === 0 || right + errors < total ? ['Use another judge, a stronger one.'] : []),
  ];
  return { kind: 'judge_not_calibrated', message: sentences.join(' ') };
}

function count({ confusion }: Calibration, outcome: NoVerdict): number {
  return Object.values(confusion).reduce((sum, row) => sum + (row[outcome] ?? 0), 0);
}
