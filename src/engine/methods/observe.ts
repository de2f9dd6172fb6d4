import type { BaselineResult, ResultRow } from '../results.js';
import type { Expectation } from '../sample.js';
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

export function readingsOf(arms: ReadArms): Readings {
  const of = (arm: ReadArms[keyof ReadArms]) =>
    arm && 'reading' in arm.read ? arm.read.reading : undefined;
  const { underOriginal } = arms.test_case ?? {};
  return {
    original: of(arms.original),
    placebo: of(arms.placebo),
    test_case: of(arms.test_case),
    underOriginal: underOriginal || undefined,
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
  const fit = compared.filter((name) => (name === 'known' ? key : !isAside));
  const lost = (name: Compared): Range => (isSame ? [0, 0] : difference(before?.[name], now[name]));
  const { original, placebo, test_case } = readings;
  // +1 where the perturbation changes the answer and the placebo does not, -1 the other way round.
  const contrast = difference(differs(original, test_case), differs(original, placebo));
  return {
    seen: {
      known: judged.known,
      steady: judged.steady,
      valid: judged.valid,
      right: judged.right,
      isAside: judged.bothSides ? true : undefined,
      contrast: expect !== 'same' ? contrast : undefined,
      compared:
        before && fit.length > 0
          ? Object.fromEntries(fit.map((name) => [name, lost(name)]))
          : undefined,
    },
    standing: { now, before },
    upset: differs(original, placebo),
  };
}

export function observedInStream(
  { pass, status }: ResultRow,
  baseline: BaselineResult | undefined,
  isCompared: boolean,
): Observed {
  const now = standingInStream({ pass, status });
  const before = baseline && standingInStream(baseline);
  const isPaired = baseline && !['not_applicable', 'undecided'].includes(baseline.status);
  return {
    seen: {
      valid: now.valid,
      right: now.right,
      compared:
        isPaired && isCompared
          ? { sensitive: difference(before!.sensitive, now.sensitive) }
          : undefined,
    },
    standing: { now, before },
  };
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

function difference(one: Maybe, other: Maybe): Range {
  const [low, high] = [
    Number(one ?? false) - Number(other ?? true),
    Number(one ?? true) - Number(other ?? false),
  ];
  return [low as Difference, high as Difference];
}
