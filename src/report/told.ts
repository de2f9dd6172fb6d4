/** How a report speaks of a test: in the words of its entry. */
import type { ReportRow } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';
import { type TestWords, wordsOf } from '../engine/tests/words.js';
import { oneLine } from './escape.js';
import { isSequential } from './triplet.js';

const LONGEST_NAME = 80;

/** A test's words for people. */
export function wordsFor(test: Pick<ReportRow, 'test_type' | 'method' | 'decision'>): TestWords {
  const isPair = test.method !== 'triplet' && !isSequential(test);
  return wordsOf(findTest(test.test_type), { name: oneLine(test.test_type, LONGEST_NAME), isPair });
}
