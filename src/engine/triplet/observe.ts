import type { ReadArms } from './arms.js';
import type { TripletCase } from './cases.js';
import type { Range } from './comparison.js';
import type { Compared, Maybe, Seen } from './decision.js';
import { both, judgeRow, type Judged, type Readings } from './key.js';
import { isAlike, type Reading } from './reading.js';
import type { Difference } from '../statistics/wealth.js';

/** What an earlier look at a row, or another subject's answers to it, show of what is compared. */
export interface Standing {
  known: Maybe;
  sensitive: Maybe;
}

export function readingsOf(arms: ReadArms): Readings {
  const of = (arm: ReadArms[keyof ReadArms]) => (arm && 'reading' in arm.read ? arm.read.reading : undefined);
  return { original: of(arms.original), placebo: of(arms.placebo), test_case: of(arms.test_case) };
}

export function judgedOf({ key, sample }: TripletCase, arms: ReadArms): Judged {
  return judgeRow(readingsOf(arms), key, sample.expect === 'same');
}

export function standingOf({ known, valid, right }: Judged): Standing {
  return { known, sensitive: both(valid, right) };
}

/** What the decision gets to see of a row. */
export function seenOf(testCase: TripletCase, { arms, compared }: { arms: ReadArms; compared?: Seen['compared'] }): Seen {
  const { valid, right } = judgedOf(testCase, arms);
  const contrast = testCase.sample.expect === 'same' ? undefined : contrastOf(readingsOf(arms));
  return { valid, right, ...(contrast && { contrast }), ...(compared && { compared }) };
}

/** +1 where the perturbation changes the answer and the placebo does not, -1 the other way round. */
export function contrastOf({ original, placebo, test_case }: Readings): Range {
  return difference(differs(original, test_case), differs(original, placebo));
}

function differs(one: Reading | undefined, other: Reading | undefined): Maybe {
  return one && other && !isAlike(one, other);
}

/** One minus the other, from the least to the most that it may be. */
export function difference(one: Maybe, other: Maybe): Range {
  const [low, high] = [Number(one ?? false) - Number(other ?? true), Number(one ?? true) - Number(other ?? false)];
  return [low as Difference, high as Difference];
}

/** What was broken since the base, of what is still compared. A row without a key has nothing that is known. */
export function comparedWith(base: Standing, now: Standing, compared: readonly Compared[]): NonNullable<Seen['compared']> {
  return Object.fromEntries(compared.map((name) => [name, difference(base[name], now[name])]));
}
