import { isSame } from '../config/equality.js';
import type { ArmProbabilities, ReportRow, ResultRow } from '../engine/results.js';
import { ARMS } from '../engine/triplet/cases.js';
import { expectedOf, labelsIn, likeliest, noiseOf } from '../engine/triplet/probabilities.js';

/** Each figure is rounded to six digits. */
const CLOSE = 1e-4;

/** The first thing in which a row's probabilities disagree with themselves, its key, or, where they were read, its readings. */
export function contradictionInChances(
  { probabilities, readings, key, options }: ResultRow,
  read: ReportRow['readings'],
): string | undefined {
  if (probabilities === undefined) return read && hasReading(readings) ? 'was read by probabilities that are not there' : undefined;
  if (options === undefined) return 'has probabilities of options, and no options';
  const labels = labelsIn(options);
  for (const arm of ARMS) {
    const chances = probabilities[arm];
    const right = arm === 'test_case' ? key?.test_case : key?.original;
    if (chances && !isSame(Object.keys(chances.options).toSorted(), labels.toSorted()))
      return 'has probabilities of options that its question has not';
    const wrong = chances && problemOf(chances, right);
    if (wrong) return `has ${wrong}`;
    if (!read) continue;
    const reading = chances ? (likeliest(chances) ?? null) : null;
    if (!isSame(reading, readings?.[arm] ?? null)) return 'was not read as its probabilities have it';
  }
  return undefined;
}

function problemOf(chances: ArmProbabilities, right: NonNullable<ResultRow['key']>['original'] | undefined): string | undefined {
  const labels = Object.values(chances.options);
  const whole = labels.reduce((sum, p) => sum + p, chances.other);
  if (labels.length === 0 || Math.abs(whole - 1) > CLOSE) return 'probabilities that do not come to 1';
  if (Math.abs(noiseOf(chances) - chances.noise) > CLOSE) return 'a noise that its probabilities do not make';
  const expected = right === undefined ? null : expectedOf(chances, right);
  const isOther =
    expected === null || chances.expected === null ? expected !== chances.expected : Math.abs(expected - chances.expected) > CLOSE;
  return isOther ? 'an expected correctness that its probabilities do not make' : undefined;
}

function hasReading(readings: ResultRow['readings']): boolean {
  return readings !== undefined && ARMS.some((arm) => readings[arm] !== null);
}
