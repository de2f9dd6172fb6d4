// Why rows have no score, or the run has no verdict: causes, each with a remedy. Their sentences
// stand in causes.json, by the kind of a row's error or the name of the run's.

import type { ResultRow } from '../engine/results.ts';
import type { RowErrorKind } from '../engine/row-error.ts';
import type { Results, Verdict } from '../run/results.ts';
import { type Sentence, codeLine, messageLine } from './blocks.ts';
import table from './causes.json' with { type: 'json' };
import { baseName, countedBy, quantity } from './words.ts';

interface Meaning {
  /** Calls the endpoint and the answers of the model, or of the judge, "its". */
  summary: string;
  /** For an error whose message has none. */
  remedy?: string;
  /** The remedies if the judge or the model of the base failed, in place of the message's. */
  judge?: string;
  base?: string;
}

const MEANINGS: Readonly<Record<string, Meaning>> = table satisfies Record<RowErrorKind, Meaning>;

export interface Cause {
  /** Completes `Could not judge the model: …`, without quotations. */
  summary: string;
  message: Sentence;
  remedy: Sentence;
}

/** The error that ended the run, or the errors of its rows. */
export function causesOf({ problem, results }: Verdict) {
  if (!problem) return groupCauses(results);
  const { name, where, message, remedy } = problem;
  const lead = where ? `${codeLine(where)}: ` : '';
  const { summary } = meaningOf(name);
  return [{ summary, message: `${lead}${message.replace(/\.$/, '')}`, remedy }];
}

/** The errors of rows that failed with an error on the base only, and so cannot be compared. */
export function causesOfBase(results: Results) {
  const rows = results.results.map(({ source, error, base }) => ({
    source,
    error: error ? undefined : base?.error,
  }));
  return groupCauses(rows, baseName(results));
}

/**
 * Groups the errors of rows by cause, the most frequent first.
 *
 * @param nameOfBase - given if the errors are those of the base
 */
function groupCauses(rows: readonly Pick<ResultRow, 'source' | 'error'>[], nameOfBase?: Sentence) {
  const where = nameOfBase ? ` on ${nameOfBase}` : '';
  const errors = rows.flatMap(({ error, source }) => (error ? [{ ...error, source }] : []));
  // Messages with one cause may differ in numbers, and after 100 characters in quoted replies.
  return countedBy(
    errors,
    ({ kind, message }) => `${kind} ${message.replaceAll(/\d/g, '').slice(0, 100)}`,
  ).map(({ first: error, count }) => {
    // The lines after the first are the remedy.
    const [message = '', ...remedy] = error.message.split('\n');
    const meaning = meaningOf(error.kind);
    const ofSide = error.of_judge ? meaning.judge : nameOfBase && meaning.base;
    return {
      summary: error.of_judge ? meaning.summary.replace(/^its/, "the judge's") : meaning.summary,
      message: `${quantity(count, 'row')} in error${where}, such as ${codeLine(error.source)}: ${messageLine(message)}`,
      remedy: ofSide ?? (remedy.join(' ') || (meaning.remedy ?? '')),
    };
  });
}

function meaningOf(error: string): Meaning {
  return MEANINGS[error] ?? table.defect;
}

/**
 * A cause and its remedy: `` 3 rows in error, such as `evals/q.csv:3`: `No answer in 60 s`. ``
 *
 * @param steps - the next steps. A remedy that they contain is not repeated
 */
export function causeSentence({ message, remedy }: Cause, steps: readonly Sentence[]) {
  return `${message}. ${steps.some((step) => step.includes(remedy)) ? '' : remedy}`.trim();
}
