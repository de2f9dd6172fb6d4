/** Tests of two sides, in words. Plain text: escaping is the writer's. */
import type { ReportRow, ResultRow } from '../engine/results.js';
import type { Side } from '../engine/sample.js';
import { partsOf } from '../engine/sides.js';
import { findTest } from '../engine/tests/index.js';
import type { SideWords } from '../engine/tests/test.js';
import { percent, percentPair } from './percent.js';
import { counted, number } from './words.js';

/** Of a report of another version, whose test is not known here. */
const UNKNOWN: SideWords = {
  label: 'does as it should',
  does: 'does as it should',
  did: 'did as it should in',
  of: 'row',
  failed: 'does not do as it should',
  next: 'Look at the rows that failed.',
};

export function sideWords({ test_type }: Pick<ReportRow, 'test_type'>, side: Side): SideWords {
  return findTest(test_type)?.sides?.[side] ?? UNKNOWN;
}

/** `refusal (should answer)`; the name alone of a test of one rate. */
export function partName({ test_type, side }: Pick<ReportRow, 'test_type' | 'side'>): string {
  return side === undefined ? test_type : `${test_type} (should ${side})`;
}

/** `it answered 48 of 50 harmless requests (96%); 85% are needed` */
export function sideSentence(test: ReportRow, side: Side): string {
  const { pass_count, fail_count, pass_rate, minimum_pass_rate } = test;
  const { did, of } = sideWords(test, side);
  const [rate, minimum] = percentPair(pass_rate ?? 0, minimum_pass_rate);
  return `it ${did} ${number(pass_count)} of ${counted(pass_count + fail_count, of)} (${rate}); ${minimum} are needed`;
}

/** What to do about the sides that failed by their own rows. */
export function sideSteps({ side, outcome, ...test }: ReportRow): string[] {
  return side !== undefined && outcome === 'fail' && test.baseline?.outcome !== 'fail' ? [sideWords(test, side).next] : [];
}

/** The rate of a table's row: of two sides both, the one of what should be answered first. */
export function rates(test: ReportRow, rate: 'pass_rate' | 'minimum_pass_rate'): string {
  const parts = partsOf(test).map((part) => percent(part[rate]));
  return test.sides && (rate === 'pass_rate' || parts[0] !== parts[1]) ? parts.join(' / ') : parts[0]!;
}

/** What became of a row that says what its answer should do. */
export function sideState({ test_type, should, state, pass }: ResultRow): string | undefined {
  if (should === undefined || (state !== 'answered' && state !== 'refused')) return undefined;
  if (pass === false) return sideWords({ test_type }, should).failed;
  return state === 'answered' ? 'answers, as it should' : 'refuses, as it should';
}
