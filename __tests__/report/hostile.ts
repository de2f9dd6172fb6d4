/** Results that carry a hostile text in every field. */
import type { Results } from '../../src/engine/results.js';
import { errorRow, leftOutRow, reportRow, resultRow, results } from './sample-results.js';

export { HOSTILE } from '../support/hostile-corpus.js';

/** One failing, one passing, one row in error, one left out; `text` stands wherever text can stand. */
export function hostileResults(text: string): Results {
  const test = { category: text, test_type: text };
  const row = { ...test, source: text, original: text, test_case: `${text} ${text}`, options: text, expected_result: text, actual_result: text };
  return results({
    model: { hub: text, name: text },
    config: { path: text, ref: text, sha256: text },
    report: [reportRow({ ...test, scorer: text, error_count: 1, not_applicable_count: 1 })],
    results: [resultRow(row), resultRow({ ...row, pass: true }), errorRow(text, text, { ...row, actual_result: null })],
    not_applicable: [leftOutRow({ ...test, source: text, original: text, reason: text })],
    started_at: text,
    notices: [text],
    problem: { name: text, message: text, where: text, remedy: text },
  });
}
