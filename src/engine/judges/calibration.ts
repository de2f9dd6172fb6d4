import { hash } from '../random.js';
import type { Calibration, ResultRow, RowError } from '../results.js';

/**
 * Least share of right verdicts. A judge that is right in 99, 97, 90 or 85 % passes in 99, 88, 22
 * or 5 % of calibrations.
 */
const NEEDED = 0.95;

/**
 * A kind of known cases of which none may be wrong: the answer only repeats what was asked, and a
 * judge that solves finds one in it.
 */
export const ECHO = 'echo';

const NO_VERDICTS = ['unreadable', 'error'] as const;
type NoVerdict = (typeof NO_VERDICTS)[number];

interface Judged {
  verdicts: readonly string[];
  others?: readonly string[];
  /**
   * The known verdict, and what the judge said: a verdict, something that is wrong of every case,
   * or no verdict.
   */
  judged: readonly { known: string; as: string }[];
}

export function calibrationOf(
  judge: string,
  { verdicts, others = [], judged }: Judged,
): Calibration {
  const outcomes = [...verdicts, ...others, ...NO_VERDICTS];
  const row = (known: string) =>
    outcomes.map(
      (outcome) =>
        [
          outcome,
          judged.filter((one) => one.known === known && one.as === outcome).length,
        ] as const,
    );
  return {
    judge,
    right: judged.filter(({ known, as }) => known === as).length,
    total: judged.length,
    needed: NEEDED,
    confusion: Object.fromEntries(verdicts.map((known) => [known, Object.fromEntries(row(known))])),
  };
}

/** Checks a stored calibration: the number of cases, the required share, and sums that add up. */
export function isSound({ right, total, needed, confusion }: Calibration, size: number): boolean {
  const rows = Object.entries(confusion);
  const sum = rows.flatMap(([, row]) => Object.values(row)).reduce((all, count) => all + count, 0);
  const diagonal = rows.reduce((all, [verdict, row]) => all + (row[verdict] ?? 0), 0);
  return needed === NEEDED && total === size && sum === total && diagonal === right;
}

/**
 * Depends on all that a judge is shown: a calibration of another version says nothing about this
 * one.
 */
export function versionOf(shown: unknown): string {
  return hash(JSON.stringify(shown)).toString(16).padStart(8, '0');
}

/**
 * Returns true if the judge was right often enough, and in every echo. A case without a verdict
 * counts as wrong.
 */
export function mayGate(calibration: Calibration): boolean {
  const { right, total, needed } = calibration;
  return total > 0 && right / total >= needed && wrongEchoes(calibration) === 0;
}

export function isJudged(
  { status, readings, read_by, options }: ResultRow,
  { confusion }: Calibration,
): boolean {
  if (!readings) return status === 'scored';
  return (
    Object.values(read_by ?? {}).includes('judge') &&
    Object.hasOwn(confusion, 'true') === (options === undefined)
  );
}

function wrongEchoes({ confusion: { [ECHO]: row = {} } }: Calibration): number {
  return Object.entries(row).reduce((sum, [as, cases]) => sum + (as === ECHO ? 0 : cases), 0);
}

/**
 * Several tables of one judge as one; where one of them bars it, that one alone, since it is the
 * one to look at.
 */
export function mergeCalibrations(calibrations: readonly Calibration[]): Calibration | undefined {
  const [first, ...others] = calibrations;
  const barring = calibrations.find((one) => !mayGate(one));
  if (barring || !first || others.length === 0) return barring ?? first;
  const sum = (count: (one: Calibration) => number) =>
    calibrations.reduce((all, one) => all + count(one), 0);
  return {
    ...first,
    right: sum(({ right }) => right),
    total: sum(({ total }) => total),
    confusion: Object.fromEntries(
      [...new Set(calibrations.flatMap(({ confusion }) => Object.keys(confusion)))].map((known) => [
        known,
        added(
          calibrations.flatMap(({ confusion }) => (confusion[known] ? [confusion[known]] : [])),
        ),
      ]),
    ),
  };
}

function added(rows: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [as, cases] of rows.flatMap((row) => Object.entries(row)))
    sum[as] = (sum[as] ?? 0) + cases;
  return sum;
}

export function calibrationProblem(calibration: Calibration): RowError {
  const { judge, right, total, needed } = calibration;
  const [unreadable, errors] = [count(calibration, 'unreadable'), count(calibration, 'error')];
  const { unreadable: unread = 0, error: failed = 0 } = calibration.confusion[ECHO] ?? {};
  const echoes = wrongEchoes(calibration) - unread - failed;
  const sentences = [
    `The judge ${judge} gave the known verdict on ${right} of ${total} known cases; it may gate from ${Math.round(needed * 100)} % on.`,
    echoes > 0 &&
      `It found an answer in ${echoes} of the known cases that only repeat the question: it solves in place of reading.`,
    unreadable > 0 && `Answers that cannot be read as a verdict: ${unreadable}.`,
    errors > 0 && `Cases without an answer: ${errors}; mend the judge's endpoint first.`,
    (total === 0 || right + errors < total) &&
      'Name another judge, a stronger one, in evaluation.judge; or write judge: off, which reads by rule alone.',
  ];
  return { kind: 'judge_not_calibrated', message: sentences.filter(Boolean).join(' ') };
}

function count({ confusion }: Calibration, outcome: NoVerdict): number {
  return Object.values(confusion).reduce((sum, row) => sum + (row[outcome] ?? 0), 0);
}
