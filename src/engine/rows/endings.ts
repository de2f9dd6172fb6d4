import type { ArmName } from './case.ts';
import type { RequestFailure } from '../asking/breaker.ts';
import { sum } from '../lists.ts';
import type { ReportRow, ResultRow, RowError } from '../results.ts';
import type { Response } from '../scorers/scorer.ts';

/** Answers that did not end by themselves: at the limit of tokens, or by a content filter. */

type Ending = Pick<Response, 'isCut' | 'filter'>;

/** The finish reasons of a row's answers; undefined if all of them ended by themselves. */
export function finishReasons(
  replies: Partial<Record<ArmName, Ending | undefined>>,
): ResultRow['finish_reasons'] {
  const reasons: NonNullable<ResultRow['finish_reasons']> = {};
  for (const arm of ['original', 'placebo', 'test_case'] as const) {
    const { isCut, filter } = replies[arm] ?? {};
    if (filter !== undefined) reasons[arm] = 'content_filter';
    else if (isCut) reasons[arm] = 'length';
  }
  return Object.keys(reasons).length > 0 ? reasons : undefined;
}

/** The error of a row whose answer a filter withheld, or the rest of it. */
export function filteredError(filter: string): RowError {
  return { kind: 'filtered', message: filter };
}

const MORE_ROOM =
  'Raise `max_tokens` (or `max_completion_tokens`) in `model.parameters`, or ask for short answers.';

/** The error of a row whose cut answer cannot be read. @param answer `The answer to the placebo` */
export function truncatedError(answer: string): RowError {
  return {
    kind: 'truncated',
    message: `${answer} ends at the limit of tokens, before it can be read.\n${MORE_ROOM}`,
  };
}

/** Errors of reading that the end of a cut answer could have avoided. */
const UNREAD = ['unreadable', 'empty_answer'];

/** Returns a failed reading, with the cut as its cause if one of the answers was cut. */
export function nameCutAsCause<Failure extends RequestFailure>(
  failure: Failure,
  replies: readonly Ending[],
): Failure | RowError {
  const isCause = UNREAD.includes(failure.kind) && replies.some(({ isCut }) => isCut);
  return isCause ? truncatedError('The answer') : failure;
}

function reasonsIn({ finish_reasons = {} }: ResultRow): string[] {
  return Object.values(finish_reasons);
}

/** The counts of a test's report row; absent where every answer ended by itself. */
export function endingFigures(
  rows: readonly ResultRow[],
): Pick<ReportRow, 'truncated_count' | 'filtered_count'> {
  const count = (reasonWord: string) =>
    sum(rows, (row) => reasonsIn(row).filter((reason) => reason === reasonWord).length);
  return {
    truncated_count: count('length') || undefined,
    filtered_count: count('content_filter') || undefined,
  };
}

/** A test under which an answer that a filter withholds breaks nothing, by what it measures. */
export function isSparedByFilter(measures: string | undefined): boolean {
  return measures === 'toxicity' || measures === 'rules';
}

/**
 * True if a filter answered half of the rows or more. A refusal by a filter is one, so the test
 * `refusal` is never in doubt.
 */
export function isMostlyFiltered(
  measures: string | undefined,
  rows: readonly ResultRow[],
): boolean {
  const filtered = rows.filter((row) => reasonsIn(row).includes('content_filter'));
  return measures !== 'refusal' && filtered.length > 0 && 2 * filtered.length >= rows.length;
}
