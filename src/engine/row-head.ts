import type { LeftOutRow } from './results.js';
import type { Sample } from './sample.js';
import type { SensitivityTest } from './tests/test.js';

/** How every row of a report begins: of which test it is, and of which sample. */
export function rowHead({ category, name }: SensitivityTest, { source, text }: Pick<Sample, 'source' | 'text'>) {
  return { category, test_type: name, source, original: text };
}

/** A row that the test cannot use, and why. */
export function leftOutRow(test: SensitivityTest, sample: Sample, reason: string): LeftOutRow {
  return { ...rowHead(test, sample), ...(sample.should && { should: sample.should }), reason };
}

/** Of a row that was not asked. */
export const UNASKED = { expected_result: null, actual_result: null, eval_score: null, pass: null };
