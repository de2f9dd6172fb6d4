/** How a report speaks of a test: in the words of its entry. */
import type { ReportRow } from '../engine/results.js';
import { findTest } from '../engine/tests/index.js';
import { type TestWords, wordsOf } from '../engine/tests/words.js';
import { shortName } from './escape.js';
import { sideWords } from './sides.js';
import { isSequential } from './triplet.js';

/** A test's words for people. */
export function wordsFor(test: Pick<ReportRow, 'test_type' | 'named' | 'method' | 'decision' | 'side'>): TestWords {
  if (test.side !== undefined) return sideWords(test, test.side);
  const isPair = test.method !== 'triplet' && !isSequential(test);
  const words = wordsOf(findTest(test.test_type), { name: shortName(test.test_type), isPair });
  return test.named === undefined ? words : { ...words, label: `${test.named}: as it should` };
}
