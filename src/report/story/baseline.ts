/** A test beside its baseline, in words. Plain text: the writer escapes it. */
import { wordsOfMethod } from '../../engine/methods/index.ts';
import { isSequential, type Baseline, type ReportRow } from '../../engine/verdict/report-row.ts';
import { failingStreams } from '../../engine/verdict/own-outcome.ts';
import { shortName } from './truncate.ts';
import { quantity, formatPercent, percentFigures } from './words.ts';

/** The name of the base branch if it is known, else `the base`. */
export function baseName(base: string | undefined): string {
  return base === undefined ? 'the base' : shortName(base);
}

type ComparedTest = Pick<ReportRow, 'method' | 'decision'>;

/**
 * `passed in main, failed now`. A row that was asked three ways may have lost the answer instead.
 */
export function brokenWords(test: ComparedTest, base?: string): string {
  return wordsOfMethod(test).broken(baseName(base));
}

export function fixedWords(test: ComparedTest, base?: string): string {
  return wordsOfMethod(test).fixed(baseName(base));
}

export function rateComparison(test: ReportRow): Baseline | undefined {
  const sensitive = isSequential(test) ? test.comparisons?.sensitive : undefined;
  return sensitive ?? (test.baseline?.of === 'known' ? undefined : test.baseline);
}

/**
 * The comparison of the answers to the texts as they are: what the model knows, or whether it keeps
 * its rules without pressure. Undefined for other tests.
 */
export function knownComparison(test: ReportRow): Baseline | undefined {
  return isSequential(test) ? test.comparisons?.known : undefined;
}

/**
 * The present rate minus the earlier one over the compared rows, -1 to 1; null without such rows.
 */
export function gainOf({ broken, fixed, paired_count }: Baseline): number | null {
  return paired_count === 0 ? null : (fixed - broken) / paired_count;
}

/**
 * True if the baseline falls short in the same rates by itself: the change is not the reason for
 * the failure.
 */
export function failedBefore(test: ReportRow): boolean {
  if (test.baseline?.outcome === 'fail') return false;
  const { head: failing, baseline: failingInBaseline } = failingStreams(test);
  return failing.length > 0 && failing.every((stream) => failingInBaseline.includes(stream));
}

const NOT_COMPARED = '—';

/** `−32 points`, `none`, or `—` if no row could be compared. */
export function changeInWords(compared: Baseline | undefined): string {
  const gain = compared ? gainOf(compared) : null;
  if (gain === null) return NOT_COMPARED;
  return gain === 0 ? 'none' : signedPoints(gain);
}

/** `72% (−12 points)`: the baseline's rate, and the change since. */
export function baselineRateWords(baseline: Baseline | undefined): string {
  if (!baseline) return '';
  const gain = gainOf(baseline);
  if (gain === null) return NOT_COMPARED;
  return `${formatPercent(baseline.pass_rate)} (${gain === 0 ? 'no change' : signedPoints(gain)})`;
}

function signedPoints(gain: number): string {
  return `${gain < 0 ? '−' : '+'}${pointsWords(gain)}`;
}

export function comparisonWords(baseline: Baseline): string {
  const { paired_count, p_value, adjusted_p_value, max_regression } = baseline;
  const corrected =
    adjusted_p_value === p_value
      ? ''
      : ` (corrected for several tests: ${probabilityWords(adjusted_p_value)})`;
  return `against the base: ${quantity(paired_count, 'row')} compared, ${probabilityWords(p_value)}${corrected}, at most ${pointsWords(max_regression)} of loss allowed`;
}

/** A distance between two rates, with enough decimals to tell it from `other`. */
export function pointsWords(share: number, otherShare = 0): string {
  const [figure] = percentFigures(Math.abs(share), otherShare);
  return `${figure} ${figure === '1' ? 'point' : 'points'}`;
}

export function probabilityWords(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${Number(p.toPrecision(2))}`;
}
