/** Whom a report speaks of, and how: the words of its tests, and the name of what it is compared with. */
import type { Baseline, ReportRow } from '../engine/results.js';
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

/** `main`, where the branch is known, else `the base`; of an earlier report, that. */
export function beforeName({ source }: Pick<Baseline, 'source'>, base: string | undefined): string {
  if (source === 'report') return 'the baseline report';
  return base === undefined ? 'the base' : oneLine(base, LONGEST_NAME);
}
