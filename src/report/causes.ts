// Why rows have no score, or the run has no verdict: one cause and one remedy.

import type { ResultRow } from '../engine/results.ts';
import type { RowErrorKind } from '../engine/types.ts';
import type { Results, Verdict } from '../run/results.ts';
import { type Sentence, codeLine, messageLine } from './blocks.ts';
import meanings from './causes.json' with { type: 'json' };
import { baseName, countedBy, quantity } from './words.ts';

/**
 * The words for an error: of a row by its kind, of the run by its name. The remedy is for errors
 * whose message has none.
 */
const MEANINGS: Readonly<Record<string, { summary: string; remedy?: string }>> =
  meanings satisfies Record<RowErrorKind, object>;

export interface Cause {
  /** Ends `Could not judge the model: …`, and quotes nothing. */
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
  return causesOfRows(results);
}

/** The errors of rows that are in error on the base alone, and so are compared with nothing. */
export function causesOfBase(results: Results) {
  const rows = results.results.map(({ source, error, base }) => ({
    source,
    error: error ? undefined : base?.error,
  }));
  return causesOfRows(rows, ` on ${baseName(results)}`);
}

/** The causes of errors of rows, the most frequent first. */
function causesOfRows(rows: readonly Pick<ResultRow, 'source' | 'error'>[], where = '') {
  const errors = rows.flatMap(({ error, source }) => (error ? [{ ...error, source }] : []));
  // Messages of one cause may differ in numbers, and, behind their first 100 characters, in what a
  // reply said.
  return countedBy(
    errors,
    ({ kind, message }) => `${kind} ${message.replaceAll(/\d/g, '').slice(0, 100)}`,
  ).map(({ first, count }) => {
    // The remedy of an error stands below its first line.
    const [message = '', ...remedy] = first.message.split('\n');
    const { summary, remedy: usual = '' } = MEANINGS[first.kind] ?? meanings.defect;
    return {
      summary: first.of_judge ? summary.replace(/^its/, "the judge's") : summary,
      message: `${quantity(count, 'question')} in error${where}, such as ${codeLine(first.source)}: ${messageLine(message)}`,
      remedy: remedy.join(' ') || usual,
    };
  });
}

/**
 * A cause and its remedy: `` 3 questions in error, such as `evals/q.csv:3`: `No answer in 60 s`. ``
 *
 * @param said next steps; a remedy that stands there is not repeated
 */
export function causeSentence({ message, remedy }: Cause, said: readonly Sentence[]) {
  return `${message}. ${said.some((step) => step.includes(remedy)) ? '' : remedy}`.trim();
}
