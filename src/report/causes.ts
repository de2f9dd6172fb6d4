// Why rows have no score, or the run has no verdict: causes, each with a remedy.

import type { ResultRow } from '../engine/results.ts';
import type { RowErrorKind } from '../engine/row-error.ts';
import type { Results, Verdict } from '../run/results.ts';
import { type Sentence, codeLine, messageLine } from './blocks.ts';
import table from './causes.json' with { type: 'json' };
import { baseName, countedBy, quantity } from './words.ts';

/** Whose error it is: that of a judge, or of the model of head or base. */
type Side = 'head' | 'base' | 'judge';

interface Meaning {
  summary: string;
  /** For an error whose message has none. */
  remedy?: string;
}

/** What an error means, and what differs if it is that of one side. */
type Meanings = Meaning & { [side in Side]?: Partial<Meaning> };

/** The meanings of errors: those of rows by kind, and those of the run by name. */
const MEANINGS: Readonly<Record<string, Meanings>> = table satisfies Record<RowErrorKind, Meanings>;

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
    const { summary } = meaningsOf(name);
    return [{ summary, message: `${lead}${message.replace(/\.$/, '')}`, remedy }];
  }
  return groupCauses(results, 'head', '');
}

/** The errors of rows that failed with an error on the base only, and so cannot be compared. */
export function causesOfBase(results: Results) {
  const rows = results.results.map(({ source, error, base }) => ({
    source,
    error: error ? undefined : base?.error,
  }));
  return groupCauses(rows, 'base', ` on ${baseName(results)}`);
}

/** Groups the errors of rows by cause, the most frequent first. */
function groupCauses(
  rows: readonly Pick<ResultRow, 'source' | 'error'>[],
  side: Side,
  where: Sentence,
) {
  const errors = rows.flatMap(({ error, source }) => (error ? [{ ...error, source }] : []));
  // Messages with one cause may differ in numbers, and after 100 characters in quoted replies.
  return countedBy(
    errors,
    ({ kind, message }) => `${kind} ${message.replaceAll(/\d/g, '').slice(0, 100)}`,
  ).map(({ first: error, count }) => {
    // The lines after the first are the remedy.
    const [message = '', ...remedy] = error.message.split('\n');
    const meanings = meaningsOf(error.kind);
    return {
      summary: meanings.summary,
      message: `${quantity(count, 'row')} in error${where}, such as ${codeLine(error.source)}: ${messageLine(message)}`,
      remedy: remedy.join(' ') || (meanings.remedy ?? ''),
      ...meanings[error.of_judge ? 'judge' : side],
    };
  });
}

function meaningsOf(error: string): Meanings {
  return MEANINGS[error] ?? table.defect;
}

/**
 * A cause and its remedy: `` 3 rows in error, such as `evals/q.csv:3`: `No answer in 60 s`. ``
 *
 * @param said - the next steps. A remedy that they contain is not repeated
 */
export function causeSentence({ message, remedy }: Cause, said: readonly Sentence[]) {
  return `${message}. ${said.some((step) => step.includes(remedy)) ? '' : remedy}`.trim();
}
