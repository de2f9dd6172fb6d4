import type { BaselineResult, ResultRow } from '../results.js';
import { REQUESTED, type Expectation } from '../sample.js';
import type { Difference } from '../statistics/wealth.js';
import type { ReadArms } from './arms.js';
import type { Case } from '../case.js';
import type { Range } from './comparison.js';
import type { Compared, Maybe, Seen } from './decision.js';
import { both, judgeRow, type Judged, type Key, type Readings } from './key.js';
import { isAlike, type Reading } from './reading.js';

/** The facts of a row, as the answers of one subject or an earlier report show them. */
export interface ComparedFacts extends Pick<
  Seen,
  'known' | 'steady' | 'valid' | 'right' | 'isAside'
> {
  sensitive: Maybe;
}

export interface Observed {
  seen: Seen;
  standing: { now: ComparedFacts; before?: ComparedFacts };
  upset?: boolean;
}

export const NOTHING_KNOWN: ComparedFacts = {
  valid: undefined,
  right: undefined,
  sensitive: undefined,
};

export const NOTHING_OBSERVED: Observed = {
  seen: NOTHING_KNOWN,
  standing: { now: NOTHING_KNOWN },
};

/** A row that is asked and reported, and counts for nothing. */
export const SET_ASIDE: Observed = {
  seen: { valid: false, right: undefined, isAside: true },
  standing: { now: { ...NOTHING_KNOWN, isAside: true } },
};

export function readingsOf(arms: ReadArms): Readings {
  const of = (arm: ReadArms[keyof ReadArms]) =>
    arm && 'reading' in arm.read ? arm.read.reading : undefined;
  return {
    original: of(arms.original),
    placebo: of(arms.placebo),
    test_case: of(arms.test_case),
    underOriginal: arms.test_case?.underOriginal,
  };
}

export function judgedOf({ key, sample }: Case, arms: ReadArms): Judged {
  return judgeRow(readingsOf(arms), key, sample.expect === 'same');
}

export function standingOf({ bothSides = false, ...judged }: Judged): ComparedFacts {
  const sensitive = bothSides ? undefined : both(judged.valid, judged.right);
  return { ...judged, sensitive, isAside: bothSides };
}

interface AskedThreeWays {
  readings: Readings;
  key: Key | undefined;
  expect: Expectation | undefined;
}

interface Base {
  before: ComparedFacts | undefined;
  compared: readonly Compared[];
  /** One and the same answers, which do not differ even where they are in error. */
  isSame: boolean;
}

export function observed(
  { readings, key, expect }: AskedThreeWays,
  { before, compared, isSame }: Base,
): Observed {
  const judged = judgeRow(readings, key, expect === 'same');
  const now = standingOf(judged);
  // Nothing is known of a row without a key, so there is nothing to lose.
  const isAside = now.isAside || before?.isAside;
  const { original, placebo, test_case } = readings;
  const { known, steady, valid, right, bothSides } = judged;
  const upset = differs(original, placebo);
  const seen: Seen = { known, steady, valid, right, isAside: bothSides };
  // +1 where the perturbation changes the answer and the placebo does not, -1 the other way round.
  if (expect !== 'same') seen.contrast = difference(differs(original, test_case), upset);
  for (const name of compared) {
    const isFit = name === 'known' ? key !== undefined : !isAside;
    if (!before || !isFit) continue;
    seen.compared ??= {};
    seen.compared[name] = isSame ? [0, 0] : difference(before[name], now[name]);
  }
  return { seen, standing: { now, before }, upset };
}

export function observedInStream(
  { pass, status, kind }: ResultRow,
  baseline: BaselineResult | undefined,
  compared: readonly Compared[],
): Observed {
  if (kind === REQUESTED) return SET_ASIDE;
  const now = standingInStream({ pass, status });
  const before = baseline && standingInStream(baseline);
  const seen: Seen = { valid: now.valid, right: now.right };
  if (compared.length > 0 && before && isPaired(baseline))
    seen.compared = { sensitive: difference(before.sensitive, now.sensitive) };
  return { seen, standing: { now, before } };
}

/** True if the baseline has the row, was asked it, and did not set it aside. */
export function isPaired(baseline: BaselineResult | undefined): baseline is BaselineResult {
  return baseline !== undefined && !['not_applicable', 'undecided'].includes(baseline.status);
}

function standingInStream({
  pass,
  status,
}: Pick<BaselineResult, 'pass' | 'status'>): ComparedFacts {
  const isClean = pass ?? undefined;
  // A row that a judge set aside can tell nothing.
  return { valid: status !== 'not_applicable', right: isClean, sensitive: isClean };
}

function differs(one: Reading | undefined, other: Reading | undefined): Maybe {
  return one && other && !isAlike(one, other);
}

/** The least and the greatest difference, since an unknown side may be either. */
function difference(one: Maybe, other: Maybe): Range {
  return [minus(one ?? false, other ?? true), minus(one ?? true, other ?? false)];
}

function minus(one: boolean, other: boolean): Difference {
  if (one === other) return 0;
  return one ? 1 : -1;
}
