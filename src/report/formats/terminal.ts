/** The report in a terminal or a log. */
import type { ReportRow, Results } from '../../engine/results.ts';
import { atPlace } from '../../errors.ts';
import { errorSentences } from '../story/cause.ts';
import { certaintySentences } from '../story/certainty.ts';
import { plainText } from '../story/blocks.ts';
import { shownTests, type ShownTest } from '../story/rows.ts';
import { remarkText, type Story, storyOf, testSentence } from '../story/story.ts';
import { unmarked } from '../story/inserted.ts';
import { quantity, sentenceCase } from '../story/words.ts';
import { runFacts } from '../story/run-facts.ts';
import { oneLine } from '../story/truncate.ts';
import {
  boldLines,
  COLORS,
  fieldLines,
  joinSections,
  paintLines,
  wrapText,
  SIGNS,
} from './layout.ts';
import { blockLines, tableLines } from './terminal-blocks.ts';
import { MAX_TEXT_LENGTH, otherRowLines, type ReportOptions, rowLines } from './terminal-rows.ts';

const MAX_CAUSES = 5;

export function renderTerminal(results: Results, options: ReportOptions): string {
  const tests = shownTests(results);
  const story = storyOf(results);
  // What a passed test did not ask and how sure it is are no news.
  const isShown = ({ outcome }: ReportRow): boolean =>
    outcome !== 'pass' || options.showsRows === true;
  const shownReport = results.report.filter(isShown);
  const certainty = story.cause?.isAll
    ? []
    : certaintySentences({ ...results, report: shownReport }).filter(
        (sentence) => sentence !== story.ownJudge,
      );
  const factWords = runFacts(results).map(([label, value]) => `${label} ${value}`);
  return joinSections([
    headLines(results, story, options),
    story.table ? tableLines(story.table, options) : [],
    // The days of the last runs are in the files.
    ...story.blocks.filter(({ isFolded }) => !isFolded).map((block) => blockLines(block, options)),
    errorLines(tests, story, options),
    ...tests.map((test) => rowLines(test, options)),
    tests.flatMap((test) => {
      const rows = isShown(test.test) ? test.rows : { ...test.rows, undecided: [] };
      return otherRowLines({ ...test, rows }, options);
    }),
    certainty.length === 0
      ? []
      : [...boldLines('How sure is this?', options), ...wrapText(certainty, options)],
    wrapText(factWords.join(' · '), options, 0),
  ]);
}

/** The verdict, what became of the rows, and the first row of the first test that did not pass. */
export function renderBriefly(results: Results, options: ReportOptions): string {
  const story = storyOf(results);
  const failed = shownTests(results).filter(({ test }) => test.outcome !== 'pass');
  const [firstRow = []] = failed
    .map((test) => rowLines(test, options, 1))
    .filter((lines) => lines.length > 0);
  return joinSections([
    headLines(results, story, { ...options, isBrief: true }),
    errorLines(failed.slice(0, 1), story, options),
    firstRow,
  ]);
}

function errorLines(
  tests: readonly ShownTest[],
  { cause, next, notices }: Story,
  options: ReportOptions,
): string[] {
  if (cause?.isAll) return [];
  const repeated = [...next, ...notices];
  const causes = errorSentences(tests, { repeated, longest: MAX_TEXT_LENGTH }).slice(0, MAX_CAUSES);
  return wrapText(
    causes.map((sentence) => plainText(sentence)),
    options,
  );
}

function headLines(
  { problem }: Results,
  story: Story,
  options: ReportOptions & { isBrief?: boolean },
): string[] {
  const { outcome, headline, tests, next, notices, cause } = story;
  const title = `${SIGNS[outcome]} sensitivity: ${outcome} — ${headline}`;
  const lines = paintLines(['bold', COLORS[outcome]], wrapText(title, options, 0), options);
  let sentences = [
    ...story.warnings.map((sentence) => remarkText({ isWarning: true, sentence })),
    ...story.remarks.map(remarkText),
  ];
  if (problem) sentences.push(atPlace(problem));
  else if (cause)
    sentences.push(`${cause.message}${cause.count === undefined ? '' : ` (${cause.count})`}`);
  const headTests = tests.filter(({ isInHead }) => isInHead);
  const otherTests = tests.filter(({ isInHead }) => !isInHead);
  sentences.push(...headTests.map(testSentence));
  if (headTests.length > 0 && otherTests.length > 0) {
    if (options.isBrief)
      sentences.push(
        ...otherTests.map(({ label, test }) => `${sentenceCase(label)}: ${test.outcome}.`),
      );
    else if (story.table)
      sentences.push(`${quantity(otherTests.length, 'more test')} in the table below.`);
  }
  if (story.ownJudge !== undefined) sentences.push(story.ownJudge);
  // A report from elsewhere may hold more sentences than a call takes arguments.
  const funnels = story.funnels.map((steps) => plainText(steps));
  sentences = sentences.concat(funnels, next);
  return lines.concat(
    wrapText(sentences, options),
    changeLines(story, options),
    wrapText(notices, options),
  );
}

function changeLines({ changedValues }: Story, options: ReportOptions): string[] {
  const notSet = unmarked('(not set)');
  return changedValues.flatMap(({ key, oldValue = notSet, newValue = notSet }) => [
    ...wrapText(`${oneLine(key, 80)}:`, options, 4),
    ...fieldLines('before', oldValue, options),
    ...fieldLines('now', newValue, options),
  ]);
}
