import type { Results } from '../engine/results.js';
import { oneLine } from './escape.js';
import { errorGroups } from './rows.js';
import { testSentence, verdict } from './verdict.js';
import { counted } from './words.js';

const MOST_ERRORS = 5;
const LONGEST_MESSAGE = 500;

/** The verdict in one line: `fail: add_negation passed 12 of 50 rows (24%), 70% needed`. */
export function verdictLine(results: Results): string {
  return `${results.outcome}: ${verdict(results).sentence}`;
}

/**
 * What a workflow's log says about a run: counts and reasons, no text of the model or the data (the summary has those). A log is
 * read by more people and programs than a summary, and masks nothing.
 */
export function logLines(results: Results): string[] {
  const { problem, report, notices } = results;
  const errors = errorGroups(results.results.filter(({ status }) => status === 'error')).slice(0, MOST_ERRORS);
  const { more } = verdict(results);
  return [
    `sensitivity: ${verdictLine(results)}`,
    ...(problem ? [`${problem.where ? `${problem.where}: ` : ''}${problem.message}`, ...problem.remedy.split('\n')] : []),
    ...report.map((test) => `${test.outcome}: ${testSentence(test)}`),
    ...errors.map(({ item, count }) => `${counted(count, 'row')} in error (${item.kind}): ${oneLine(item.message, LONGEST_MESSAGE)}`),
    ...more,
    ...notices,
  ];
}
