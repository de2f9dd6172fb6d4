import type { AnswerOption } from '../../language/options.ts';
import type { ArmReadings, RowState } from '../results.ts';
import type { Sample } from '../sample.ts';
import { guessOf, type Guess, type GuessedRow } from '../statistics/guess.ts';
import type { ThreeValued } from './row-facts.ts';
import { isAlike, isEmpty, isOpposed, type Reading } from './reading.ts';

export interface Key {
  original: Reading;
  test_case: Reading;
}

/**
 * The key of a row: labels, a stance, or agreement with its right answers in words. Where only one
 * side is given in labels, the other is every other option.
 */
export function keyOf(
  { answer, negated_answer, truth, expect, expected, perturbed_expected }: Sample,
  options: readonly AnswerOption[] | undefined,
): Key | undefined {
  const stays = expect === 'same';
  if (!options) {
    if (truth === undefined)
      return expected && perturbed_expected && { original: 'agrees', test_case: 'agrees' };
    return { original: stance(truth), test_case: stance(stays ? truth : !truth) };
  }
  const otherLabels = (labels: readonly string[]) =>
    options.map(({ label }) => label).filter((label) => !labels.includes(label));
  const original = answer ?? (negated_answer && otherLabels(negated_answer));
  if (!original) return undefined;
  return { original, test_case: stays ? original : (negated_answer ?? otherLabels(original)) };
}

function stance(truth: boolean): 'true' | 'false' {
  return truth ? 'true' : 'false';
}

export function keyProblem(
  { original, test_case }: Key,
  options: readonly AnswerOption[] | undefined,
): string | undefined {
  const sides = [
    ['original', original],
    ['perturbed text', test_case],
  ] as const;
  for (const [arm, right] of sides) {
    if (isEmpty(right))
      return `no option is right for the ${arm} by its key: name those that are, in answer and negated_answer`;
    if (options && options.every(({ label }) => right.includes(label)))
      return `every option is right for the ${arm} by its key, so that no answer could be wrong`;
  }
  return undefined;
}

/** True if the reading names at least one label, and only right ones. */
export function isRight(reading: Reading, right: Reading): boolean {
  if (isEmpty(reading)) return false;
  if (typeof reading === 'string' || typeof right === 'string') return reading === right;
  return reading.every((label) => right.includes(label));
}

export type Readings = { [Arm in keyof ArmReadings]?: Reading } & {
  /** The answer to the perturbed text, read as an answer to the original. */
  underOriginal?: Reading;
  putForward?: PutForward;
};

/**
 * The options that two answers put forward, read without their question. An answer such as
 * "A is; B, C and D are not" puts none forward.
 */
export type PutForward = Record<'original' | 'test_case', Reading>;

/**
 * The facts of a row's three answers. `known`: the answer to the original is right. `steady`: that
 * to the placebo is. A row without a key has neither fact.
 */
export interface TripletVerdict {
  known: ThreeValued;
  steady: ThreeValued;
  valid: ThreeValued;
  right: ThreeValued;
  /**
   * The answer to the perturbed text is right to the original too. It does not show what was read,
   * so the row is set aside.
   */
  bothSides?: boolean;
}

/** Returns a AND b in three-valued logic: false and unknown is false. */
export function conjunction(a: ThreeValued, b: ThreeValued): ThreeValued {
  if (a === false || b === false) return false;
  return a === undefined || b === undefined ? undefined : true;
}

export function judgeRow(
  readings: Readings,
  key: Key | undefined,
  expectsSame: boolean,
): TripletVerdict {
  const { original, placebo, test_case } = readings;
  // The answer to the perturbed text must turn round, or stay where the row expects the same.
  const isFit = expectsSame ? isAlike : isOpposed;
  if (!key) {
    return {
      known: undefined,
      steady: undefined,
      valid: readingsFit(original, placebo, isAlike),
      right: readingsFit(original, test_case, isFit),
    };
  }
  const right = (reading: Reading | undefined, side: Reading) => reading && isRight(reading, side);
  const [known, steady] = [right(original, key.original), right(placebo, key.original)];
  return {
    known,
    steady,
    valid: conjunction(known, steady),
    right: right(test_case, key.test_case),
    bothSides: statesBothSides(readings, key),
  };
}

/**
 * Chat models often close an answer with a contrast ("Only the Colosseum is Roman!"). So an answer
 * that is right to both texts does not always state both sides. It does if both answers put forward
 * the same options, or if one of them puts forward none.
 */
function statesBothSides({ underOriginal, putForward }: Readings, key: Key): boolean {
  if (underOriginal === undefined || !isRight(underOriginal, key.original)) return false;
  if (!putForward) return true;
  const { original, test_case } = putForward;
  return isEmpty(original) || isEmpty(test_case) || isAlike(original, test_case);
}

/** Returns the state of a row; undefined if an answer that it depends on is in error. */
export function stateIn(
  { known, valid, right, bothSides }: TripletVerdict,
  isKeyed: boolean,
): RowState | undefined {
  if (bothSides) return 'both_sides';
  if (isKeyed && known === false) return 'unknown';
  // Without the answer to the original, the row may be unknown or unsteady.
  if (valid === false) return isKeyed && known === undefined ? undefined : 'unsteady';
  if (valid === undefined || right === undefined) return undefined;
  return right ? 'sensitive' : 'insensitive';
}

function readingsFit(
  a: Reading | undefined,
  b: Reading | undefined,
  isFit: (a: Reading, b: Reading) => boolean,
): ThreeValued {
  if ((a && isEmpty(a)) || (b && isEmpty(b))) return false;
  return a && b && isFit(a, b);
}

const STATEMENT = [
  { label: 'true', text: 'true' },
  { label: 'false', text: 'false' },
];

export function guessIn(
  cases: readonly { key?: Key; options?: readonly AnswerOption[] }[],
): Guess | undefined {
  return guessOf(
    cases.flatMap(({ key, options = STATEMENT }) =>
      // No guess hits an answer in words.
      key && key.test_case !== 'agrees' ? guessedRow(key, options) : [],
    ),
  );
}

function guessedRow(key: Key, options: readonly AnswerOption[]): GuessedRow {
  const right = typeof key.test_case === 'string' ? [key.test_case] : key.test_case;
  return { options, right };
}

/**
 * Returns the half of the data that a row belongs to: true or false statements, or questions with
 * mostly right options or not.
 */
export function halfName(
  key: Key | undefined,
  options: readonly AnswerOption[] | undefined,
): string {
  if (!key) return 'no key';
  if (typeof key.original === 'string' || !options) return String(key.original);
  return 2 * key.original.length > options.length ? 'most right' : 'few right';
}
