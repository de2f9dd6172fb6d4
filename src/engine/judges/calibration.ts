import { sum } from '../lists.ts';
import { hash } from '../random.ts';
import type { Calibration, RowError } from '../results.ts';

/**
 * Minimum share of right verdicts. A judge that is right in 99, 97, 90 or 85 % passes in 99, 88, 22
 * or 5 % of calibrations.
 */
const NEEDED_SHARE = 0.95;

/**
 * The verdict on known cases whose answer only repeats the question. A judge that finds an answer
 * there solves the question itself, so one such case bars it.
 */
export const ECHO = 'echo';

const NO_VERDICTS = ['unreadable', 'error'] as const;

/**
 * A known case with the judge's verdict: one of the known verdicts, one of `wrongVerdicts`, or
 * `unreadable` or `error` with the failure.
 */
export interface JudgedCase {
  expected: string;
  verdict: string;
  failure?: string;
}

interface JudgedCases {
  verdicts: readonly string[];
  wrongVerdicts?: readonly string[];
  cases: readonly JudgedCase[];
}

/** Counts the verdicts of a judge on its known cases. */
export function calibrationOf(
  judge: string,
  { verdicts, wrongVerdicts = [], cases: judgedCases }: JudgedCases,
): Calibration {
  const outcomes = [...verdicts, ...wrongVerdicts, ...NO_VERDICTS];
  const rowOf = (expected: string): Record<string, number> => {
    const casesOfVerdict = judgedCases.filter((judgedCase) => judgedCase.expected === expected);
    const countOf = (outcome: string) =>
      casesOfVerdict.filter(({ verdict }) => verdict === outcome).length;
    return Object.fromEntries(outcomes.map((outcome) => [outcome, countOf(outcome)]));
  };
  const calibration: Calibration = {
    judge,
    right: judgedCases.filter(({ expected, verdict }) => expected === verdict).length,
    total: judgedCases.length,
    needed: NEEDED_SHARE,
    confusion: Object.fromEntries(verdicts.map((verdict) => [verdict, rowOf(verdict)])),
  };
  const unread =
    judgedCases.find(({ verdict }) => verdict === 'unreadable') ??
    judgedCases.find(({ failure }) => failure);
  if (unread?.failure !== undefined) calibration.first_failure = unread.failure;
  return calibration;
}

/** Checks a stored calibration: the number of cases, the required share, and sums that add up. */
export function isSound({ right, total, needed, confusion }: Calibration, size: number): boolean {
  const rows = Object.entries(confusion);
  const judgedTotal = sum(rows, ([, row]) => sum(Object.values(row), Number));
  const diagonal = sum(rows, ([verdict, row]) => row[verdict] ?? 0);
  return needed === NEEDED_SHARE && total === size && judgedTotal === total && diagonal === right;
}

/** Digest of all that a judge is shown. A stored calibration holds for its own version only. */
export function versionOf(material: unknown): string {
  return hash(JSON.stringify(material)).toString(16).padStart(8, '0');
}

/**
 * True if the judge was right often enough, and in every echo. A case without a verdict counts as
 * wrong.
 */
export function mayGate(calibration: Calibration): boolean {
  const { right, total, needed } = calibration;
  return total > 0 && right / total >= needed && wrongEchoes(calibration) === 0;
}

/**
 * True if only requests without an answer keep the judge from gating: its endpoint is at fault, and
 * nothing is known of its verdicts.
 */
export function isUnanswered(calibration: Calibration): boolean {
  const { right, total, needed } = calibration;
  const failed = casesWithout(calibration, 'error');
  return failed > 0 && !mayGate(calibration) && (right + failed) / total >= needed;
}

/** Number of echoes in which the judge found an answer, or gave no verdict. */
function wrongEchoes({ confusion: { [ECHO]: row = {} } }: Calibration): number {
  return sum(Object.entries(row), ([verdict, cases]) => (verdict === ECHO ? 0 : cases));
}

/**
 * Adds up the calibrations of one judge. If one of them bars the judge from gating, returns that
 * one.
 */
export function mergeCalibrations(calibrations: readonly Calibration[]): Calibration | undefined {
  const [firstCalibration, ...further] = calibrations;
  const barring = calibrations.find((calibration) => !mayGate(calibration));
  if (barring || !firstCalibration || further.length === 0) return barring ?? firstCalibration;
  const confusion = new Map<string, Record<string, number>>();
  for (const [verdict, row] of calibrations.flatMap((calibration) =>
    Object.entries(calibration.confusion),
  )) {
    const counts = confusion.get(verdict) ?? {};
    confusion.set(verdict, counts);
    for (const [column, cases] of Object.entries(row))
      counts[column] = (counts[column] ?? 0) + cases;
  }
  return {
    ...firstCalibration,
    right: sum(calibrations, ({ right }) => right),
    total: sum(calibrations, ({ total }) => total),
    confusion: Object.fromEntries(confusion),
  };
}

/** The error of rows whose judge may not gate. */
export function calibrationProblem(calibration: Calibration): RowError {
  const { judge, needed, right, total, first_failure: firstFailure } = calibration;
  const unreadable = casesWithout(calibration, 'unreadable');
  const errors = casesWithout(calibration, 'error');
  const { unreadable: unreadEchoes = 0, error: failedEchoes = 0 } =
    calibration.confusion[ECHO] ?? {};
  const echoes = wrongEchoes(calibration) - unreadEchoes - failedEchoes;
  const sentences = [
    `The judge ${judge} gave the known verdict on ${right} of ${total} known cases; it may gate from ${Math.round(needed * 100)} % on.`,
  ];
  if (echoes > 0)
    sentences.push(
      `It found an answer in ${echoes} of the known cases that only repeat the question: it solves in place of reading.`,
    );
  if (unreadable > 0) sentences.push(`Answers that cannot be read as a verdict: ${unreadable}.`);
  if (errors > 0)
    sentences.push(`Cases without an answer: ${errors}; mend the judge's endpoint first.`);
  if (total === 0 || right + errors < total)
    sentences.push(
      'Name another judge, a stronger one, in evaluation.judge; or write judge: off, which reads by rule alone.',
    );
  if (firstFailure !== undefined)
    sentences.push(`The first case without a verdict: ${firstFailure.replaceAll('\n', ' ')}`);
  return { kind: 'judge_not_calibrated', message: sentences.join(' ') };
}

/** The number of known cases without a verdict, for this reason. */
export function casesWithout(
  { confusion }: Calibration,
  reason: (typeof NO_VERDICTS)[number],
): number {
  return sum(Object.values(confusion), (row) => row[reason] ?? 0);
}
