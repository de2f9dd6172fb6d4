import type { Problem, Results } from '../engine/results.js';
import { measurements } from './certainty.js';
import { kindWords } from './error-kinds.js';
import { counts } from './row-states.js';
import { scorerSentences } from './scorers.js';
import { testSentence } from './sentence.js';
import { tally } from './tally.js';
import { funnels } from './triplet.js';
import { verdict } from './verdict.js';
import { counted } from './words.js';

/** Errors whose message may quote a row, an answer or a server that repeats them; where and remedy are words of ours. */
const QUOTING = ['DataError', 'ModelError'];

/** Our own kinds are fewer; a published report's may be many. */
const MOST_KINDS = 20;

/** The verdict in one line: `fail: add_negation passed 12 of 50 rows (24%), 70% needed`. */
export function verdictLine(results: Results): string {
  return `${results.outcome}: ${verdict(results).sentence}`;
}

/**
 * What a workflow's log says about a run: counts and reasons, no text of the model or the data (the summary has those). A log is
 * read by more people and programs than a summary, and masks nothing.
 */
export function logLines(results: Results): string[] {
  const { problem, report, warnings = [], notices } = results;
  const failed = results.results.filter((row) => row.status === 'error' && counts(row));
  const errors = tally(
    failed.map(({ error }) => error?.kind ?? 'unknown'),
    (kind) => kind,
  );
  const { more } = verdict(results);
  return [
    `sensitivity: ${verdictLine(results)}`,
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(problem ? problemLines(problem) : []),
    // Of one test the verdict has said it.
    ...(report.length > 1 ? report.map((test) => `${test.outcome}: ${testSentence(test)}`) : []),
    ...funnels(results),
    ...errors.slice(0, MOST_KINDS).map(({ item, count }) => `${counted(count, 'row')} in error (${item}): ${inOurWords(item, more)}`),
    ...more,
    ...notices,
  ];
}

/** What the rates are worth, for whoever wants to know more than the verdict. */
export function logDetails(results: Results): string[] {
  return [...measurements(results), ...scorerSentences(results)];
}

/** What a kind of error means and asks for; the messages themselves may quote anybody. */
function inOurWords(kind: string, more: readonly string[]): string {
  const words = kindWords(kind);
  if (!words) return 'the job summary has the messages.';
  return more.some((text) => text.includes(words.remedy)) ? `${words.what}.` : `${words.what}. ${words.remedy}`;
}

function problemLines({ name, message, where, remedy }: Problem): string[] {
  const what = QUOTING.includes(name) ? `${name}: the job summary has the message, which may quote the data.` : message;
  return [`${where ? `${where}: ` : ''}${what}`, ...remedy.split('\n')];
}
