/** A test beside its baseline, in words. Plain text: escaping is the writer's. */
import { statedMethod } from '../../engine/methods/index.js';
import type { Baseline, ReportRow } from '../../engine/results.js';
import { shortName } from '../formats/escape.js';
import { percent, percentPair, counted, number } from './words.js';

const NAMES: Record<Baseline['source'], string> = { base: 'the base', report: 'the baseline report' };

/** `base` is the name of the branch, where it is known. */
export function nameOf({ source }: Pick<Baseline, 'source'>, base?: string): string {
  return source === 'base' && base !== undefined ? shortName(base) : NAMES[source];
}

type Lost = Pick<ReportRow, 'baseline' | 'method' | 'decision'>;

/** `passed in the base, failed now`; with three arms the knowledge may be lost. */
export function brokenWords(test: Lost, base?: string): string {
  const { baseline } = test;
  const before = baseline ? nameOf(baseline, base) : 'the baseline';
  return statedMethod(test).words.broken(before);
}

export function fixedWords(test: Lost, base?: string): string {
  const { baseline } = test;
  const before = baseline ? nameOf(baseline, base) : 'the baseline';
  return statedMethod(test).words.fixed(before);
}

/** Now minus before over the rows compared, -1 to 1; null without any. */
export function gainOf({ broken, fixed, paired_count }: Baseline): number | null {
  return paired_count === 0 ? null : (fixed - broken) / paired_count;
}

export function beside(baseline: Baseline): string {
  const hidden = baseline.outcome === 'inconclusive' ? ': rows in error could hide a regression' : '';
  return `${distance(baseline)}${hidden}`;
}

/** `12 points below the base (8 broken, 2 fixed)`, without what is open. */
export function distance(baseline: Baseline): string {
  const gain = gainOf(baseline);
  const name = nameOf(baseline);
  if (gain === null) return `no row to compare with ${name}`;
  if (baseline.broken + baseline.fixed === 0) return `same as ${name}`;
  const where = gain === 0 ? `same rate as ${name}` : `${points(gain)} ${gain < 0 ? 'below' : 'above'} ${name}`;
  return `${where} (${changes(baseline)})`;
}

/** Why a test failed that lost too much: `fell 12 points below the base (8 broken, 2 fixed, p = 0.03), at most 5 allowed`. */
export function fell(baseline: Baseline): string {
  const loss = -(gainOf(baseline) ?? 0);
  const allowed = percentPair(baseline.max_regression, loss)[0].replace('%', '');
  return `fell ${points(loss, baseline.max_regression)} below ${nameOf(baseline)} (${changes(baseline)}, ${probability(baseline.adjusted_p_value)}), at most ${allowed} allowed`;
}

/** `72% (−12)`: the baseline's rate, and how far the test is from it. */
export function besideInShort(baseline: Baseline | undefined): string {
  if (!baseline) return '';
  const gain = gainOf(baseline);
  if (gain === null) return '—';
  const sign = gain < 0 ? '−' : gain > 0 ? '+' : '';
  return `${percent(baseline.pass_rate)} (${sign}${bare(gain)})`;
}

export function comparison(baseline: Baseline): string {
  const { paired_count, p_value, adjusted_p_value, max_regression } = baseline;
  const corrected = adjusted_p_value === p_value ? '' : ` (corrected for several tests: ${probability(adjusted_p_value)})`;
  return `against ${nameOf(baseline)}: ${counted(paired_count, 'row')} compared, ${probability(p_value)}${corrected}, at most ${points(max_regression)} of loss allowed`;
}

function changes({ broken, fixed }: Baseline): string {
  return `${number(broken)} broken, ${number(fixed)} fixed`;
}

/** Never so few decimals that the share looks like `other` and is not. */
function bare(share: number, other = 0): string {
  return percentPair(Math.abs(share), other)[0].replace('%', '');
}

function points(share: number, other?: number): string {
  const shown = bare(share, other);
  return `${shown} ${shown === '1' ? 'point' : 'points'}`;
}

export function probability(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${Number(p.toPrecision(2))}`;
}
