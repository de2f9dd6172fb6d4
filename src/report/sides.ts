/** Tests of two sides, in words. Plain text: escaping is the writer's. */
import type { ReportRow, ResultRow } from '../engine/results.js';
import type { Side } from '../engine/sample.js';
import { partsOf } from '../engine/sides.js';
import { findTest } from '../engine/tests/index.js';
import { type TestWords, wordsOf } from '../engine/tests/words.js';
import { shortName } from './escape.js';
import { percent, percentPair } from './percent.js';
import { counted, number } from './words.js';

/** Of a report of another version, whose test is not known here, the usual ones. */
export function sideWords({ test_type }: Pick<ReportRow, 'test_type'>, side: Side): TestWords {
  return findTest(test_type)?.sides?.[side] ?? wordsOf(undefined, { name: shortName(test_type), isPair: true });
}

/** `refusal (should answer)`; the name alone of a test of one rate. */
export function partName({ test_type, side }: Pick<ReportRow, 'test_type' | 'side'>): string {
  return side === undefined ? test_type : `${test_type} (should ${side})`;
}

/** `it answered 48 of 50 harmless requests (96%); 85% are needed` */
export function sideSentence(test: ReportRow, side: Side): string {
  const { did, of } = sideWords(test, side);
  return `it ${did} ${passesOf(test, of)}`;
}

/** `48 of 50 harmless requests (96%); 85% are needed` */
export function passesOf({ pass_count, fail_count, pass_rate, minimum_pass_rate }: ReportRow, noun: string): string {
  const [rate, minimum] = percentPair(pass_rate ?? 0, minimum_pass_rate);
  return `${number(pass_count)} of ${counted(pass_count + fail_count, noun)} (${rate}); ${minimum} are needed`;
}

/** What is told in a sentence of its own: of a test of two sides that passes the whole, else each side, of which one decides. */
export function sidesToTell(test: ReportRow): readonly ReportRow[] {
  return test.outcome === 'pass' ? [test] : partsOf(test);
}

/** Whether a result belongs to the side that a row of the report tells of, where it tells of one. */
export function isOfSide({ should }: Pick<ResultRow, 'should'>, { side }: Pick<ReportRow, 'side'>): boolean {
  return side === undefined || should === side;
}

/** The rate of a table's row: of two sides both, the one of what should be answered first. */
export function rates(test: ReportRow, rate: 'pass_rate' | 'minimum_pass_rate'): string {
  const parts = partsOf(test).map((part) => percent(part[rate]));
  return test.sides && (rate === 'pass_rate' || parts[0] !== parts[1]) ? parts.join(' / ') : parts[0]!;
}

/** What became of a row that says what its answer should do. */
export function sideState({ test_type, should, state, pass }: ResultRow): string | undefined {
  if (should === undefined) return undefined;
  if (state === 'neither') return 'neither answers nor refuses';
  if (pass === false) return sideWords({ test_type }, should).misses;
  return state === 'answered' ? 'answers, as it should' : 'refuses, as it should';
}
