// Why rows have no score, or the run has no verdict: causes, each with a remedy.

import type { ResultRow } from '../engine/results.ts';
import type { RowErrorKind } from '../engine/row-error.ts';
import type { Results, Verdict } from '../run/results.ts';
import { type Sentence, codeLine, messageLine } from './blocks.ts';
import meanings from './causes.json' with { type: 'json' };
import { baseName, countedBy, quantity } from './words.ts';

/**
 * The meanings of errors: those of rows by kind, and those of the run by name. The remedy is for
 * errors whose message has none.
 */
const MEANINGS: Readonly<Record<string, { summary: string; remedy?: string }>> =
  meanings satisfies Record<RowErrorKind, object>;

export interface Cause {
  /** Completes `Could not judge the model: …`, without quotations. */
  summary: string;
  message: Sentence;
  remedy: Sentence;
}

/** The error that ended the run, or the errors of its rows. */
export function causesOf({ problem, results }: Verdict) {
  if (problem) {
    const { name, where, message, remedy } = problem;
    const lead = where === undefined ? '' : `${codeLine(where)}: `;
    const { summary } = MEANINGS[name] ?? meanings.defect;
    return [{ summary, message: `${lead}${message.replace(/\.$/, '')}`, remedy }];
  }
  return groupCauses(results);
}

/** The errors of rows that failed with an error on the base only, and so cannot be compared. */
export function causesOfBase(results: Results) {
  const rows = results.results.map(({ source, error, base }) => ({
    source,
    error: error ? undefined : base?.error,
  }));
  return groupCauses(rows, ` on ${baseName(results)}`);
}

/** Groups the errors of rows by cause, the most frequent first. */
function groupCauses(rows: readonly Pick<ResultRow, 'source' | 'error'>[], where = '') {
  const errors = rows.flatMap(({ error, source }) => (error ? [{ ...error, source }] : []));
  // Messages with one cause may differ in numbers, and after 100 characters in quoted replies.
  return countedBy(
    errors,
    ({ kind, message }) => `${kind} ${message.replaceAll(/\d/g, '').slice(0, 100)}`,
  ).map(({ first, count }) => {
    // The lines after the first are the remedy.
    const [message = '', ...remedy] = first.message.split('\n');
    const { summary, remedy: usual = '' } = MEANINGS[first.kind] ?? meanings.defect;
    const whose = first.of_judge ? 'judge' : where && 'base';
    return {
      summary: first.of_judge ? summary.replace(/^its/, "the judge's") : summary,
      message: `${quantity(count, 'row')} in error${where}, such as ${codeLine(first.source)}: ${messageLine(message)}`,
      remedy: MEANINGS[`${first.kind} of ${whose}`]?.remedy ?? (remedy.join(' ') || usual),
    };
  });
}

/**
 * A cause and its remedy: `` 3 rows in error, such as `evals/q.csv:3`: `No answer in 60 s`. ``
 *
 * @param said - the next steps. A remedy that they contain is not repeated
 */
export function causeSentence({ message, remedy }: Cause, said: readonly Sentence[]) {
  return `${message}. ${said.some((step) => step.includes(remedy)) ? '' : remedy}`.trim();
}
