/** What a test says that compares distributions of the next token. Plain text: escaping is the writer's. */
import type { ReportRow, ResultRow } from '../engine/results.js';
import { percent } from './percent.js';
import { counted, present } from './words.js';

/** `median divergence 0.1234 nats (standard error 0.0123) over 40 rows`, or where it lies; how many sentences kept their tokens. */
export function divergence({ divergence: found }: ReportRow): string[] {
  if (!found) return [];
  const { figure, rows, value, standard_error, low, high, unchanged } = found;
  const over = `over ${counted(rows, 'row')}`;
  const kept = unchanged === undefined ? [] : [`${percent(unchanged)} of the sentences keep their tokens in pieces`];
  if (value !== null) {
    const error = standard_error === null ? '' : ` (standard error ${standard_error.toFixed(4)})`;
    return [`${figure} divergence ${value.toFixed(4)} nats${error} ${over}`, ...kept];
  }
  if (low === undefined || high === undefined) return [`${figure} divergence: no row is known`];
  return [
    `${figure} divergence between ${low.toFixed(4)} and ${high.toFixed(4)} nats ${over}: a bound and no figure, since the endpoint lists the likeliest tokens only`,
    ...kept,
  ];
}

/** Of a row: where it lies, where that is all that is known, and over what. */
export function besideDivergence({ low, high, positions, same_tokens }: NonNullable<ResultRow['divergence']>): string[] {
  return present([
    low !== high && `a divergence between ${low.toFixed(3)} and ${high.toFixed(3)}, as far as the likeliest tokens tell`,
    positions > 1 && `over ${counted(positions, 'token')}`,
    same_tokens === true && 'the pieces are the same tokens',
  ]);
}

/** For machines. */
export function divergenceFacts({ divergence: found }: ReportRow): Record<string, number | null | undefined> {
  if (!found) return {};
  const { figure, value, standard_error, low, high, unchanged } = found;
  return {
    [`${figure}_divergence`]: value,
    divergence_standard_error: standard_error,
    [`${figure}_divergence_low`]: low,
    [`${figure}_divergence_high`]: high,
    unchanged_tokens: unchanged,
  };
}
