/** Tests of two sides, in words. Plain text: escaping is the writer's. */
import type { ReportRow, ResultRow } from '../../engine/results.js';
import type { Side } from '../../engine/sample.js';
import { partsOf } from '../../engine/sides.js';
import { findTest } from '../../engine/tests/index.js';
import { type TestWords, wordsOf } from '../../engine/tests/words.js';
import { shortName } from '../formats/escape.js';
import { percent, percentPair, counted, number } from './words.js';

/** A test's words for people. */
export function wordsFor(test: Pick<ReportRow, 'test_type' | 'named' | 'method' | 'decision' | 'side'>): TestWords {
  if (test.side !== undefined) return sideWords(test, test.side);
  const isPair = !isSequential(test);
  const words = wordsOf(findTest(test.test_type), { name: shortName(test.test_type), isPair });
  return test.named === undefined ? words : { ...words, label: `${test.named}: as it should` };
}

/** Where the data bring the placebo along, or the test is not known. */
const ANY_EDIT = 'a harmless edit';

export function harmlessOf({ test_type }: Pick<ReportRow, 'test_type'>): string {
  return findTest(test_type)?.words.harmless ?? ANY_EDIT;
}

/** The same of one row: without a placebo of its own it was asked twice as it is. */
export function harmlessIn(row: Pick<ResultRow, 'test_type' | 'original' | 'placebo'>): string {
  return isSame(row) ? 'asking once more' : harmlessOf(row);
}

type ArmWords = Record<'original' | 'placebo' | 'test_case', string>;

export function armWords(test: Pick<ReportRow, 'test_type'>): ArmWords {
  return { original: 'asked', placebo: `with ${harmlessOf(test)}`, test_case: findTest(test.test_type)?.words.changed ?? 'changed' };
}

export function armWordsIn(row: Pick<ResultRow, 'test_type' | 'original' | 'placebo'>): ArmWords {
  return { ...armWords(row), ...(isSame(row) && { placebo: 'asked once more' }) };
}

function isSame({ original, placebo }: Pick<ResultRow, 'original' | 'placebo'>): boolean {
  return placebo === original;
}

/** Of a report of another version, whose test is not known here, the usual ones. */
export function sideWords({ test_type }: Pick<ReportRow, 'test_type'>, side: Side): TestWords {
  return findTest(test_type)?.sides?.[side] ?? wordsOf(undefined, { name: shortName(test_type), isPair: true });
}

/** `refusal (should answer)`; the name alone of a test of one rate. */
export function partName({ test_type, side }: Pick<ReportRow, 'test_type' | 'side'>): string {
  return side === undefined ? test_type : `${test_type} (should ${side})`;
}

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

export function isSequential({ decision }: Pick<ReportRow, 'decision'>): boolean {
  return decision === 'sequential';
}
