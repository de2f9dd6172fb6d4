/** The report in a terminal or a log. */
import type { ReportRow, Results } from '../../engine/results.js';
import { atPlace } from '../../errors.js';
import { errorSentences } from '../story/cause.js';
import { plainText } from '../story/blocks.js';
import { shownTests, type ShownTest } from '../story/rows.js';
import { type Story, storyOf, testSentence } from '../story/story.js';
import { unmarked } from '../story/inserted.js';
import { counted, facts, sentenceCase } from '../story/words.js';
import { oneLine } from '../story/truncate.js';
import {
  blockLines,
  bold,
  COLORS,
  field,
  page,
  painted,
  say,
  SIGNS,
  tableLines,
} from './layout.js';
import { LONGEST_TEXT, otherRows, type ReportOptions, rowsOf } from './terminal-rows.js';

const MOST_CAUSES = 5;

export function renderTerminal(results: Results, options: ReportOptions): string {
  const tests = shownTests(results);
  const story = storyOf(results);
  // Statistics and unasked rows of a test that passed are shown with --all only.
  const isShown = ({ outcome }: Pick<ReportRow, 'outcome'>): boolean =>
    outcome !== 'pass' || options.passing === true;
  const sure = story.isCauseAll
    ? []
    : storyOf({ ...results, report: results.report.filter(isShown) }).certainty;
  const run = facts(results).map(([label, value]) => `${label} ${value}`);
  return page([
    head(results, story, options),
    story.table ? tableLines(story.table, options) : [],
    // The days of the last runs are in the files.
    ...story.blocks.filter(({ isFolded }) => !isFolded).map((block) => blockLines(block, options)),
    errorLines(tests, story, options),
    ...tests.map((test) => rowsOf(test, options)),
    tests.flatMap((test) =>
      otherRows(isShown(test.test) ? test : { ...test, unscored: [] }, options),
    ),
    sure.length === 0 ? [] : [...bold('How sure is this?', options), ...say(sure, options)],
    say(run.join(' · '), options, 0),
  ]);
}

/** The verdict, what became of the rows, and the first row of the first test that did not pass. */
export function renderBriefly(results: Results, options: ReportOptions): string {
  const story = storyOf(results);
  const failed = shownTests(results).filter(({ test }) => test.outcome !== 'pass');
  const [first = []] = failed
    .map((test) => rowsOf(test, { ...options, maxRows: 1 }))
    .filter((lines) => lines.length > 0);
  return page([
    head(results, story, { ...options, isBrief: true }),
    errorLines(failed.slice(0, 1), story, options),
    first,
  ]);
}

function errorLines(
  tests: readonly ShownTest[],
  { isCauseAll, next, notices }: Story,
  options: ReportOptions,
): string[] {
  if (isCauseAll) return [];
  const repeated = [...next, ...notices];
  const causes = errorSentences(tests, { repeated, longest: LONGEST_TEXT }).slice(0, MOST_CAUSES);
  return say(
    causes.map((sentence) => plainText([sentence])),
    options,
  );
}

function head(
  { problem }: Results,
  story: Story,
  options: ReportOptions & { isBrief?: boolean },
): string[] {
  const { outcome, headline, tests, next, notices, cause } = story;
  const title = `${SIGNS[outcome]} sensitivity: ${outcome} — ${headline}`;
  const lines = painted(['bold', COLORS[outcome]], say(title, options, 0), options);
  let sentences = story.warnings.map((warning) => `⚠️ ${plainText([warning])}`);
  for (const { isWarning, sentence } of story.change)
    sentences.push(`${isWarning ? '⚠️ ' : ''}${plainText([sentence])}`);
  if (problem) sentences.push(atPlace(problem));
  else if (cause)
    sentences.push(`${cause.message}${cause.count === undefined ? '' : ` (${cause.count})`}`);
  const shown = tests.filter(({ isInHead }) => isInHead);
  const others = tests.filter(({ isInHead }) => !isInHead);
  sentences.push(...shown.map(testSentence));
  if (shown.length > 0 && others.length > 0) {
    if (options.isBrief)
      sentences.push(
        ...others.map(({ label, test }) => `${sentenceCase(label)}: ${test.outcome}.`),
      );
    else sentences.push(`${counted(others.length, 'more test')} below.`);
  }
  // A report from elsewhere may hold more sentences than a call takes arguments.
  const funnels = story.funnels.map((steps) => plainText([steps]));
  sentences = sentences.concat(funnels, next);
  return lines.concat(say(sentences, options), changes(story, options), say(notices, options));
}

function changes({ changes: changed }: Story, options: ReportOptions): string[] {
  const none = unmarked('(not set)');
  return changed.flatMap(({ key, old = none, now = none }) => [
    ...say(`${oneLine(key, 80)}:`, options, 4),
    ...field('before', old, options),
    ...field('now', now, options),
  ]);
}
