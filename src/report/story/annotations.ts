/** The annotations of a test and of its failing rows. */
import type { ReportRow, Results } from '../../engine/results.ts';
import { plainText } from './blocks.ts';
import { funnel } from './funnel.ts';
import { nextSteps } from './next-steps.ts';
import { resultSentences } from './result.ts';
import { isCounted, isOfTest, stateWords, wasRight } from './states.ts';
import { wordsFor } from './test-words.ts';
import { sentenceCase } from './words.ts';

/** The annotation of a test: the same sentences as in the comment. */
export function annotationOf(
  results: Results,
  test: ReportRow,
  base?: string,
): { label: string; lines: string[] } {
  const rowsByStep = funnel(test);
  const steps = nextSteps({ ...results, report: [test], outcome: test.outcome }, base);
  const lines: string[] = [plainText(...resultSentences(test, base))];
  if (rowsByStep) lines.push(`${plainText(rowsByStep)}.`);
  lines.push(...steps);
  return { label: wordsFor(test).label, lines };
}

/**
 * The rows of failed tests, those first that the baseline got right: the place of each, and what
 * became of it.
 */
export function rowsToMark({
  report,
  results,
}: Results): { source: string; title: string; message: string }[] {
  return report
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap((test) => {
      const { label, unit: of, failed } = wordsFor(test);
      return results
        .filter(
          (row) =>
            isOfTest(row, test) && isCounted(row) && row.status === 'scored' && row.pass === false,
        )
        .toSorted((a, b) => Number(wasRight(b)) - Number(wasRight(a)))
        .map((row) => ({
          source: row.source,
          title: `${label}: this row failed`,
          message: `${sentenceCase(stateWords(row) ?? `one ${of} ${failed}`)}${wasRight(row) ? '; the baseline got it right' : ''}.`,
        }));
    });
}
