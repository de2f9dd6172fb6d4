/** A test that does not pass, as a checks page has room for it: counts and reasons, no text of the model or the data. */
import type { ReportRow, Results } from '../engine/results.js';
import { testSentence } from './sentence.js';
import { funnel, isSequential, isUnread, nextSteps, unread } from './triplet.js';

/** Of a test that was asked until it was decided: what it measures, what became of its rows, what to do. Else undefined. */
export function annotationLines(results: Results, test: ReportRow): string[] | undefined {
  if (!isSequential(test)) return undefined;
  const rows = funnel(test);
  const steps = [...unread({ ...results, report: [test] }), ...nextSteps(test, isUnread(results, test))];
  return [`${testSentence(test)}.`, ...(rows === undefined ? [] : [`${rows}.`]), ...steps];
}
