import { parseOptions, type Option } from '../../language/options.js';
import type { FirstToken } from '../model.js';
import type { ArmProbabilities, ProbabilityFigures, ResultRow } from '../results.js';
import { ARMS } from './cases.js';
import { isRight } from './key.js';
import type { Reading } from './reading.js';

/** What the first token of an answer says of the options, in place of many draws. */

/** Enough for any figure, and a report of ten thousand rows stays readable. */
const DIGITS = 6;

/**
 * The probability of each option by its label, of a draw at temperature 1; what is on none of them is `other`. The noise is 1 - sum of p^2
 * over options and `other`: how often two draws of the answer would differ. Undefined where a first token cannot tell the labels apart.
 */
export function probabilitiesOf(first: FirstToken, options: readonly Option[], right: Reading | undefined): ArmProbabilities | undefined {
  const labels = options.map(({ label }) => label);
  if (!areTold(labels)) return undefined;
  const given = labels.map((label) => first[label] ?? 0);
  // Servers round: more than all is all.
  const whole = Math.max(1, sumOf(given));
  const found = labels.map((label, i) => [label, rounded(given[i]! / whole)] as const);
  const told = sumOf(found.map(([, p]) => p));
  const shares = { options: Object.fromEntries(found), other: rounded(Math.max(0, 1 - told)) };
  return { ...shares, noise: noiseOf(shares), expected: right === undefined ? null : expectedOf(shares, right) };
}

/** Behind the 1 of 10 options stands nothing, or a 0: a first token leaves open which. */
export function areTold(labels: readonly string[]): boolean {
  return !labels.some((label) => labels.some((other) => other !== label && other.startsWith(label)));
}

/** Of options as the model saw them. */
export function labelsIn(options: string): string[] {
  return parseOptions(options).map(({ label }) => label);
}

type Shares = Pick<ArmProbabilities, 'options' | 'other'>;

export function noiseOf({ options, other }: Shares): number {
  const squares = [...Object.values(options), other].map((p) => p * p);
  return rounded(Math.max(0, 1 - sumOf(squares)));
}

/** How often a draw is right: each label alone, as a first token names no other. */
export function expectedOf({ options }: Shares, right: Reading): number {
  const chances = Object.entries(options).flatMap(([label, p]) => (isRight([label], right) ? [p] : []));
  return rounded(Math.min(1, sumOf(chances)));
}

/**
 * The likeliest option. None of them (readable, and never right) where two are the likeliest; undefined where as much or more is on
 * something else: then the answer begins with another word, and its first token says nothing of the option that may follow.
 */
export function likeliest({ options, other }: Shares): Reading | undefined {
  const most = Math.max(...Object.values(options));
  if (!(most > other)) return undefined;
  const labels = Object.keys(options).filter((label) => options[label] === most);
  return labels.length === 1 ? labels : [];
}

/** Over all answers of the rows that tell it; absent where none does. */
export function probabilityFigures(rows: readonly Pick<ResultRow, 'probabilities'>[]): { probabilities?: ProbabilityFigures } {
  const all = rows.flatMap(({ probabilities }) => (probabilities ? ARMS.flatMap((arm) => probabilities[arm] ?? []) : []));
  if (all.length === 0) return {};
  const expected = all.flatMap((one) => one.expected ?? []);
  return {
    probabilities: {
      answers: all.length,
      noise: mean(all.map(({ noise }) => noise)),
      expected: expected.length === 0 ? null : mean(expected),
    },
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function mean(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
