/** What became of a row, and what its answers were read as, in words. Plain text: escaping is the writer's. */
import type { ReportRow, ResultRow } from '../../engine/results.js';
import { findTest } from '../../engine/tests/index.js';
import { isRight } from '../../engine/methods/key.js';
import type { Reading } from '../../engine/methods/reading.js';
import { enumerate } from '../../language/enumerate.js';
import { oneLine } from '../formats/escape.js';
import { harmlessIn, sideState } from './sides.js';
import { present } from './words.js';

/** Ours are four or five, of a letter each; a published report's may be more. */
const MOST_LABELS = 10;
const LONGEST_LABEL = 20;

/** What there is to read in a perturbed text: `the "not"`. */
export function readsWhat({ test_type, named }: Pick<ReportRow, 'test_type' | 'named'>): string {
  if (named !== undefined) return `the change "${named}"`;
  return findTest(test_type)?.reads ?? 'the change';
}

/** `does not read the "not"`; undefined for a row without a state. */
export function stateWords(row: ResultRow): string | undefined {
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
      return 'the added words make its answer foul';
    case 'foul anyway':
      return 'its answer is foul anyway, without the added words too';
    case 'answered':
    case 'refused':
    case 'neither':
      return sideState(row);
    default:
      return undefined;
  }
}

export function readingWords(reading: Reading, word: 'and' | 'or' = 'and'): string {
  if (typeof reading === 'string') return reading === 'neither' ? 'neither true nor false' : reading;
  if (reading.length === 0) return 'no option';
  const shown = reading.slice(0, MOST_LABELS).map((label) => oneLine(label, LONGEST_LABEL));
  return enumerate(present([...shown, reading.length > shown.length && '…']), word);
}

/** `read as A; right would be B, C or D`; nothing where no answer came. */
export function saidOf(
  reading: Reading | null,
  { answer, right }: { answer: string | null; right: Reading | undefined },
): string | undefined {
  const wanted = right === undefined ? '' : `; right would be ${readingWords(right, 'or')}`;
  if (answer === null) return undefined;
  if (reading === null) return `cannot be read${wanted}`;
  const read = `read as ${readingWords(reading)}`;
  return right !== undefined && isRight(reading, right) ? `${read}: right` : `${read}${wanted}`;
}

/** Whether a row, asked or left out, is one of this test's. */
export function isOf(row: Pick<ResultRow, 'category' | 'test_type'>, { category, test_type }: ReportRow): boolean {
  return row.category === category && row.test_type === test_type;
}

/** Rows behind a sequential decision are shown, and in no count. */
export function counts({ counted }: ResultRow): boolean {
  return counted !== false;
}

/** Whether the baseline did right what this run does not: a row that tells nothing now may have been known, or steady. */
export function wasRight({ state, baseline }: ResultRow): boolean {
  const wasKnown = state === 'unknown' && baseline?.state !== undefined && baseline.state !== 'unknown';
  return wasKnown || baseline?.pass === true;
}
