import type { Results } from '../engine/results.js';
import type { ReportFormat } from './format.js';

export const asJson: ReportFormat = { file: 'report.json', output: 'report-json', render: jsonReport };

/**
 * The JSON report. Halves of surrogate pairs, which a model may send and UTF-8 cannot hold, become U+FFFD: a reader in
 * another language would stumble over their escapes.
 */
export function jsonReport(results: Results): string {
  return JSON.stringify(results, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value), 2) + '\n';
}
