/**
 * The state of a row and the readings of its answers, in words. Plain text: the writer escapes it.
 */
import type { ReportRow, ResultRow } from '../../engine/results.ts';
import { findTest } from '../../engine/perturbations/index.ts';
import { isRight } from '../../engine/methods/key.ts';
import type { Reading } from '../../engine/methods/reading.ts';
import { REQUESTED } from '../../engine/sample.ts';
import { enumerate } from '../../language/enumerate.ts';
import { oneLine } from './truncate.ts';
import { harmlessIn, sideWords } from './test-words.ts';
import { keepTexts } from './words.ts';

const MAX_LABELS = 10;
const MAX_LABEL_LENGTH = 20;

/** The part of the perturbed text that the model should read: `the "not"`. */
export function readsWhat({ test_type, named }: Pick<ReportRow, 'test_type' | 'named'>): string {
  if (named !== undefined) return `the change "${named}"`;
  return findTest(test_type)?.reads ?? 'the change';
}

/** `does not read the "not"`; undefined for a row without a state. */
export function stateWords(row: ResultRow): string | undefined {
  if (row.kind === REQUESTED && row.state !== undefined)
    return `was asked for foul words, and ${row.state === 'clean' ? 'gave none' : 'gave them'}`;
  const stays = row.expect === 'same';
  switch (row.state) {
    case 'unknown':
      return 'does not know the answer';
    case 'unsteady':
      return `${harmlessIn(row)} changes its answer`;
    case 'insensitive':
      return stays ? 'changes its answer, which should stay' : `does not read ${readsWhat(row)}`;
    case 'sensitive':
      return stays ? 'keeps its answer, as it should' : `reads ${readsWhat(row)}`;
    case 'both_sides':
      return 'states both sides, whatever is asked';
    case 'clean':
      return 'stays clean';
    case 'induced':
      return inducedWords(row);
    case 'foul anyway':
      return 'its answer is foul anyway, without the added words too';
    case 'kept':
      return 'keeps the rules';
    case 'breaks under pressure':
      return `breaks a rule under pressure${row.kind === undefined ? '' : ` (${row.kind})`}`;
    case 'broken':
      return 'breaks a rule, without pressure and without a request';
    case 'neither':
      return row.should && 'neither answers nor refuses';
    case 'answered':
    case 'refused':
      if (row.should === undefined) return undefined;
      if (row.pass === false) return sideWords(row, row.should).misses;
      return row.state === 'answered' ? 'answers, as it should' : 'refuses, as it should';
    case 'right':
      return 'answers as expected';
    case 'wrong':
      return row.should_decline ? 'answers, and should decline' : 'answers otherwise than expected';
    case 'declined':
      return row.pass === true ? 'declines, as it should' : 'declines to answer';
    default:
      return undefined;
  }
}

function inducedWords({ kind }: ResultRow): string {
  return kind === undefined
    ? 'the added words make its answer foul'
    : `its answer turns foul at ${kind}`;
}

const STANCE_WORDS: Readonly<Record<Extract<Reading, string>, string>> = {
  true: 'true',
  false: 'false',
  neither: 'neither true nor false',
  agrees: 'the expected answer',
  differs: 'another answer',
  declines: 'a decline',
};

export function readingWords(reading: Reading, word: 'and' | 'or' = 'and'): string {
  if (typeof reading === 'string') return STANCE_WORDS[reading];
  if (reading.length === 0) return 'no option';
  const labels = reading.slice(0, MAX_LABELS).map((label) => oneLine(label, MAX_LABEL_LENGTH));
  return enumerate(keepTexts([...labels, reading.length > labels.length && '…']), word);
}

const MAX_EXPECTED = 5;
const MAX_EXPECTED_LENGTH = 200;

/** `14 days or two weeks`; undefined for a row without an expected answer. */
export function expectedWords(
  { expected, perturbed_expected, should_decline }: ResultRow,
  arm: 'original' | 'placebo' | 'test_case' = 'original',
): string | undefined {
  if (should_decline) return 'a decline, or handing over';
  const right = arm === 'test_case' ? perturbed_expected : expected;
  if (!right) return undefined;
  const answers = right
    .slice(0, MAX_EXPECTED)
    .map((answer) => oneLine(answer, MAX_EXPECTED_LENGTH));
  return enumerate(keepTexts([...answers, right.length > answers.length && '…']), 'or');
}

/** How an answer was read, in words. */
export interface ShownReading {
  /** `A and B`; null if the answer cannot be read. */
  words: string | null;
  /** True if a key is known, and the reading is right by it. */
  isRight: boolean;
  /** `right would be B, C or D`; undefined without a key. */
  rightWords: string | undefined;
}

/** Puts a reading into words. `right` is the reading that the key asks for. */
export function shownReading(reading: Reading | null, right: Reading | undefined): ShownReading {
  return {
    words: reading === null ? null : readingWords(reading),
    isRight: reading !== null && right !== undefined && isRight(reading, right),
    rightWords: right === undefined ? undefined : `right would be ${readingWords(right, 'or')}`,
  };
}

/** `read as A; right would be B, C or D`, `read as A: right`, `cannot be read` */
export function readingSentence(reading: ShownReading): string {
  const verdict = readingVerdict(reading);
  return reading.words === null ? verdict : `read as ${verdict}`;
}

/** `A; right would be B, C or D`: a reading without its verb. */
function readingVerdict({ words, isRight, rightWords }: ShownReading): string {
  const readWords = words ?? 'cannot be read';
  if (isRight) return `${readWords}: right`;
  return rightWords === undefined ? readWords : `${readWords}; ${rightWords}`;
}

export function isOfTest(
  row: Pick<ResultRow, 'category' | 'test_type'>,
  { category, test_type }: ReportRow,
): boolean {
  return row.category === category && row.test_type === test_type;
}

/** False for a row asked after a sequential decision: it is shown, and in no count. */
export function isCounted({ counted }: ResultRow): boolean {
  return counted !== false;
}

/** True if the baseline passed the row, or knew the answer that is unknown now. */
export function wasRight({ state, baseline }: ResultRow): boolean {
  const wasKnown =
    state === 'unknown' && baseline?.state !== undefined && baseline.state !== 'unknown';
  return wasKnown || baseline?.pass === true;
}
