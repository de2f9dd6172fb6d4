/**
 * The words of a test and of its sides, from its registry entry. Plain text: the writer escapes it.
 */
import type { ReportRow, ResultRow } from '../../engine/results.ts';
import type { Side } from '../../engine/sample.ts';
import { decidedRows } from '../../engine/verdict/answer-and-refuse.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import { type TestWords, wordsOf } from '../../engine/perturbations/definition.ts';
import { shortName } from './truncate.ts';

type TestIdentity = Pick<
  ReportRow,
  'test_type' | 'named' | 'advisory' | 'method' | 'decision' | 'side'
> & { rows_are?: 'statements' };

/** The words for a test. `label` is the one name by which every writer calls it. */
export function wordsFor(test: TestIdentity): TestWords {
  const words = gatingWordsFor(test);
  return test.advisory ? { ...words, label: `${words.label} (advisory)` } : words;
}

function gatingWordsFor(test: TestIdentity): TestWords {
  if (test.side !== undefined) return sideWords(test, test.side);
  const isPair = test.decision !== 'sequential';
  const words = wordsOf(findTest(test.test_type), { name: shortName(test.test_type), isPair });
  const rowNoun =
    test.rows_are === 'statements' && words.unit === 'question' ? 'statement' : words.unit;
  const label = test.named === undefined ? words.label : `${test.named}: as it should`;
  return { ...words, label, unit: rowNoun };
}

/** `a harmless word`: the test's placebo. */
export function harmlessOf({ test_type }: Pick<ReportRow, 'test_type'>): string {
  return findTest(test_type)?.words.harmless ?? 'a harmless edit';
}

type PlaceboOf = Pick<ResultRow, 'test_type' | 'original' | 'placebo'>;

/** Words for the placebo of one row. A row without a placebo was asked twice. */
export function harmlessIn(row: PlaceboOf): string {
  return isAskedTwice(row) ? 'asking once more' : harmlessOf(row);
}

type ArmWords = Record<'original' | 'placebo' | 'test_case', string>;

export function armWords(test: Pick<ReportRow, 'test_type'>): ArmWords {
  return {
    original: 'asked',
    placebo: `with ${harmlessOf(test)}`,
    test_case: findTest(test.test_type)?.words.testCaseLabel ?? 'changed',
  };
}

export function armWordsIn(row: PlaceboOf): ArmWords {
  const words = armWords(row);
  if (isAskedTwice(row)) words.placebo = 'asked once more';
  return words;
}

function isAskedTwice({ original, placebo }: Pick<ResultRow, 'original' | 'placebo'>): boolean {
  return placebo === original;
}

/** The words for one side. A test that this version does not know gets the words for any test. */
export function sideWords({ test_type }: Pick<ReportRow, 'test_type'>, side: Side): TestWords {
  return (
    findTest(test_type)?.sides?.[side] ??
    wordsOf(undefined, { name: shortName(test_type), isPair: true })
  );
}

/**
 * Returns the parts of a test that get sentences of their own: the test itself if it passes or has
 * one rate, else each of its two sides, since one of them decides.
 */
export function partsToReport(test: ReportRow): readonly ReportRow[] {
  return test.outcome === 'pass' ? [test] : decidedRows(test);
}

/** True if the row belongs to the side that `test` reports, or `test` has no sides. */
export function isOfSide(
  { should }: Pick<ResultRow, 'should'>,
  { side }: Pick<ReportRow, 'side'>,
): boolean {
  return side === undefined || should === side;
}
