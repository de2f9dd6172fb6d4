/** A test that does not pass, as a checks page has room for it: counts and reasons, no text of the model or the data. */
import type { ReportRow, Results } from '../engine/results.js';
import { counts, isOf, wasRight } from './row-states.js';
import { testSentence } from './sentence.js';
import { stateWords } from './states.js';
import { wordsFor } from './told.js';
import { sentenceCase } from './words.js';
import { nextSteps } from './next-steps.js';
import { funnel, isSequential } from './triplet.js';

/** Of a test that was asked until it was decided: what it measures, what became of its rows, what to do. Else undefined. */
export function annotationLines(results: Results, test: ReportRow): string[] | undefined {
  if (!isSequential(test)) return undefined;
  const rows = funnel(test);
  const steps = nextSteps({ ...results, report: [test], outcome: test.outcome });
  return [`${testSentence(test)}.`, ...(rows === undefined ? [] : [`${rows}.`]), ...steps];
}

/** The rows that made a test fail, those first that the baseline got right: where each stands, and what became of it. */
export function rowsToMark({ report, results }: Results): { source: string; title: string; message: string }[] {
  return report
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap((test) => {
      const { label, of, failed } = wordsFor(test);
      return results
        .filter((row) => isOf(row, test) && counts(row) && row.status === 'scored' && row.pass === false)
        .toSorted((a, b) => Number(wasRight(b)) - Number(wasRight(a)))
        .map((row) => ({
          source: row.source,
          title: `${label}: this row failed`,
          message: `${sentenceCase(stateWords(row) ?? `one ${of} ${failed}`)}${wasRight(row) ? '; the baseline got it right' : ''}.`,
        }));
    });
}
