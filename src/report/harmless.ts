/** What the placebo did to a row, in the words of the test's entry: the one place from which every writer has them. */
import type { ReportRow, ResultRow } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';

/** Where the data bring the placebo along, or the test is not known. */
const ANY_EDIT = 'a harmless edit';

/** `a harmless word` */
export function harmlessOf({ test_type }: Pick<ReportRow, 'test_type'>): string {
  return findTest(test_type)?.words.harmless ?? ANY_EDIT;
}

/** The same of one row: without a placebo of its own it was asked twice as it is. */
export function harmlessIn(row: Pick<ResultRow, 'test_type' | 'original' | 'placebo'>): string {
  return isSame(row) ? 'asking once more' : harmlessOf(row);
}

type ArmWords = Record<'original' | 'placebo' | 'test_case', string>;

/** What a reader is told of an arm: what was asked. */
export function armWords(test: Pick<ReportRow, 'test_type'>): ArmWords {
  return { original: 'asked', placebo: `with ${harmlessOf(test)}`, test_case: findTest(test.test_type)?.words.changed ?? 'changed' };
}

export function armWordsIn(row: Pick<ResultRow, 'test_type' | 'original' | 'placebo'>): ArmWords {
  return { ...armWords(row), ...(isSame(row) && { placebo: 'asked once more' }) };
}

function isSame({ original, placebo }: Pick<ResultRow, 'original' | 'placebo'>): boolean {
  return placebo === original;
}
