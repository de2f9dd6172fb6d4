import { sum } from '../lists.js';
import { hash } from '../random.js';
import type { Calibration, ResultRow, RowError } from '../results.js';

/**
 * Least share of right verdicts. A judge that is right in 99, 97, 90 or 85 % passes in 99, 88, 22
 * or 5 % of calibrations.
 */
const NEEDED = 0.95;

/**
 * Known cases whose answer only repeats the question. Not one may be judged wrong: a judge that
 * finds an answer there solves the question itself.
 */
export const ECHO = 'echo';

const NO_VERDICTS = ['unreadable', 'error'] as const;

/** A known case, judged: a verdict, one of `others` (wrong for every case), or none, and why. */
export interface JudgedCase {
  known: string;
  as: string;
  failure?: string;
}

interface JudgedCases {
  verdicts: readonly string[];
  others?: readonly string[];
  judged: readonly JudgedCase[];
  /** Number of the last of them that a team wrote. */
  ofTeam?: number;
}

export function calibrationOf(
  judge: string,
  { verdicts, others = [], judged, ofTeam = 0 }: JudgedCases,
): Calibration {
  const outcomes = [...verdicts, ...others, ...NO_VERDICTS];
  const rowOf = (known: string): Record<string, number> => {
    const own = judged.filter((one) => one.known === known);
    const countOf = (outcome: string) => own.filter(({ as }) => as === outcome).length;
    return Object.fromEntries(outcomes.map((outcome) => [outcome, countOf(outcome)]));
  };
  const rightOf = (some: readonly JudgedCase[]) =>
    some.filter(({ known, as }) => known === as).length;
  const calibration: Calibration = {
    judge,
    right: rightOf(judged),
    total: judged.length,
    needed: NEEDED,
    confusion: Object.fromEntries(verdicts.map((known) => [known, rowOf(known)])),
  };
  if (ofTeam > 0) calibration.of_team = { right: rightOf(judged.slice(-ofTeam)), total: ofTeam };
  const unread =
    judged.find(({ as }) => as === 'unreadable') ?? judged.find(({ failure }) => failure);
  if (unread?.failure !== undefined) calibration.first_failure = unread.failure;
  return calibration;
}

/** Checks a stored calibration: the number of cases, the required share, and sums that add up. */
export function isSound({ right, total, needed, confusion }: Calibration, size: number): boolean {
  const rows = Object.entries(confusion);
  const all = sum(rows, ([, row]) => sum(Object.values(row), Number));
  const diagonal = sum(rows, ([verdict, row]) => row[verdict] ?? 0);
  return needed === NEEDED && total === size && all === total && diagonal === right;
}

/** Digest of all that a judge is shown. A stored calibration holds for its own version only. */
export function versionOf(shown: unknown): string {
  return hash(JSON.stringify(shown)).toString(16).padStart(8, '0');
}

/**
 * Returns true if the judge was right often enough, in the built-in cases and in those of the team,
 * and in every echo. A case without a verdict counts as wrong.
 */
export function mayGate(calibration: Calibration): boolean {
  const { needed } = calibration;
  const shares = sharesOf(calibration);
  const isOften = shares.every(({ right, total }) => total > 0 && right / total >= needed);
  return isOften && wrongEchoes(calibration) === 0;
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

interface CaseShare {
  right: number;
  total: number;
}

/** What the judge got right of the built-in cases, then of those of the team, if there are any. */
export function sharesOf({ right, total, of_team }: Calibration): CaseShare[] {
  if (of_team === undefined) return [{ right, total }];
  return [{ right: right - of_team.right, total: total - of_team.total }, of_team];
}

export function isJudged(
  { status, readings, read_by, options, key }: ResultRow,
  { confusion }: Calibration,
): boolean {
  if (!readings) return status === 'scored';
  const inWords = key?.original === 'agrees' ? 'agrees' : 'true';
  return (
    Object.values(read_by ?? {}).includes('judge') &&
    Object.hasOwn(confusion, options === undefined ? inWords : 'one')
  );
}

function wrongEchoes({ confusion: { [ECHO]: row = {} } }: Calibration): number {
  return sum(Object.entries(row), ([as, cases]) => (as === ECHO ? 0 : cases));
}

/** Adds up the calibrations of one judge; returns a calibration that bars the judge alone. */
export function mergeCalibrations(calibrations: readonly Calibration[]): Calibration | undefined {
  const [first, ...others] = calibrations;
  const barring = calibrations.find((one) => !mayGate(one));
  if (barring || !first || others.length === 0) return barring ?? first;
  const confusion = new Map<string, Record<string, number>>();
  for (const [known, row] of calibrations.flatMap((one) => Object.entries(one.confusion))) {
    const all = confusion.get(known) ?? {};
    confusion.set(known, all);
    for (const [as, cases] of Object.entries(row)) all[as] = (all[as] ?? 0) + cases;
  }
  const merged: Calibration = {
    ...first,
    right: sum(calibrations, ({ right }) => right),
    total: sum(calibrations, ({ total }) => total),
    confusion: Object.fromEntries(confusion),
  };
  delete merged.of_team;
  const ofTeam = calibrations.flatMap(({ of_team }) => of_team ?? []);
  if (ofTeam.length > 0)
    merged.of_team = {
      right: sum(ofTeam, ({ right }) => right),
      total: sum(ofTeam, ({ total }) => total),
    };
  return merged;
}

export function calibrationProblem(calibration: Calibration): RowError {
  const { judge, needed } = calibration;
  const { right, total } = calibration;
  const unreadable = casesWithout(calibration, 'unreadable');
  const errors = casesWithout(calibration, 'error');
  const { first_failure: first } = calibration;
  const { unreadable: unread = 0, error: failed = 0 } = calibration.confusion[ECHO] ?? {};
  const echoes = wrongEchoes(calibration) - unread - failed;
  const sentences = [
    `The judge ${judge} gave the known verdict on ${casesInWords(calibration)}; it may gate from ${Math.round(needed * 100)} % on.`,
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
  if (first !== undefined)
    sentences.push(`The first case without a verdict: ${first.replaceAll('\n', ' ')}`);
  return { kind: 'judge_not_calibrated', message: sentences.join(' ') };
}

/** `48 of 50 known cases`, or `47 of 50 known cases and on 12 of 20 of your own`. */
function casesInWords(calibration: Calibration): string {
  const [builtIn, ofTeam] = sharesOf(calibration);
  const known = `${builtIn?.right ?? 0} of ${builtIn?.total ?? 0} known cases`;
  if (ofTeam === undefined) return known;
  return `${known} and on ${ofTeam.right} of ${ofTeam.total} of your own`;
}

/** The number of known cases without a verdict, for this reason. */
export function casesWithout(
  { confusion }: Calibration,
  why: (typeof NO_VERDICTS)[number],
): number {
  return sum(Object.values(confusion), (row) => row[why] ?? 0);
}
