/**
 * Texts of the review on a pull request: HTML that GitHub keeps, without a blank line, which would
 * start Markdown.
 */
import type { AttributedPart } from '../../engine/attribution/schema.ts';
import type { Results, RuleChange } from '../../engine/results.ts';
import { attributionSentence } from '../story/attribution.ts';
import { plainText } from '../story/blocks.ts';
import { verdictOfBase } from '../story/changed-gate.ts';
import { cut } from '../story/truncate.ts';
import type { Mask } from '../story/mask.ts';
import { type RowGroupName, shownTests, type ShownTest } from '../story/rows.ts';
import { type StoryOptions, storyOf } from '../story/story.ts';
import { quantity, sentenceCase } from '../story/words.ts';
import { github, icon, link, type Markup } from './escape.ts';
import { exampleTable } from './examples.ts';
import { joinMarkup } from './github-html.ts';
import type { ShownRow } from '../story/shown-row.ts';
import { listedChanges } from '../story/listed-changes.ts';

/** A part of the changed subject that restores rows if it is reverted. */
export interface RestoringPart extends Pick<AttributedPart, 'path' | 'base' | 'head' | 'rows'> {
  /** The effect of reverting the part, with its figures. Plain text. */
  sentence: string;
}

const MAX_ROWS = 3;
const MAX_TEXT_LENGTH = 1_000;
const MAX_SENTENCE_LENGTH = 3_000;

/** The texts of a review, as HTML; each is made when it is needed. */
export interface ReviewTexts {
  describeRules: (changes: readonly RuleChange[]) => string;
  describePart: (part: RestoringPart) => string;
  /** Those first that the base got right. */
  failingRows: { source: string; text: string; body: () => string }[];
  describeReview: (findings: number, commentUrl?: string) => string;
}

type ReviewOptions = StoryOptions & { mask?: Mask };

export function reviewTexts(
  results: Results,
  { mask, ...storyOptions }: ReviewOptions,
): ReviewTexts {
  const { base } = storyOptions;
  const tests = shownTests(results, mask);
  const rowsIn = (group: RowGroupName): TestRow[] =>
    tests.flatMap((test) => test.rows[group].map((row) => ({ test, row })));
  const [broken, failed] = [rowsIn('broken'), rowsIn('failed')];
  const explaining = [...broken, ...failed, ...rowsIn('silent')];
  return {
    describeRules: (changes) => {
      const verdict = verdictOfBase(results, base ?? 'the base');
      const text = shortSentence(`${listedChanges(changes)}. ${verdict}`);
      return github`<p><b>This pull request changes the gate:</b> ${text}</p>`.toString();
    },
    describePart: (part) => partHtml(part, explaining, base),
    failingRows: [...broken, ...failed].map(({ test, row }) => ({
      source: row.source,
      text: row.original,
      body: () => {
        const title = `${sentenceCase(test.words.label)}: this row failed.`;
        return github`<p><b>${title}</b></p>\n${rowsOfTest(test, [row], base)}`.toString();
      },
    })),
    describeReview: (findings, commentUrl) =>
      reviewBody(results, storyOptions, { findings, commentUrl }),
  };
}

type TestRow = { test: ShownTest; row: ShownRow };

/** A part of the change, and up to three of the rows that it broke, a table for each test. */
function partHtml(
  { sentence, rows: indices }: RestoringPart,
  candidates: readonly TestRow[],
  base: string | undefined,
): string {
  const restored = indices
    .flatMap((index) => candidates.find(({ row }) => row.number === index + 1) ?? [])
    .slice(0, MAX_ROWS);
  const tables = [...Map.groupBy(restored, ({ test }) => test)].map(([test, testRows]) => {
    const rows = testRows.map(({ row }) => row);
    return rowsOfTest(test, rows, base);
  });
  return [github`<p><b>${shortSentence(sentence)}</b></p>`, ...tables].join('\n');
}

function rowsOfTest(test: ShownTest, rows: readonly ShownRow[], base: string | undefined): Markup {
  return exampleTable(rows, test, { longest: MAX_TEXT_LENGTH, base });
}

/** The body of the review: the title, its warnings, and the number of findings. */
function reviewBody(
  results: Results,
  storyOptions: StoryOptions,
  { findings, commentUrl }: { findings: number; commentUrl: string | undefined },
): string {
  const { outcome, title, warnings, remarks } = storyOf(results, storyOptions);
  const isPartNamed = results.attribution?.parts.some(({ named }) => named);
  const attribution = isPartNamed ? undefined : attributionSentence(results, storyOptions.base);
  const lines = [
    github`<p>${icon(outcome)} <b>${shortSentence(title)}</b></p>\n`,
    ...warnings.map((warning) => warningHtml(plainText(warning))),
    ...remarks.map(({ isWarning, sentence }) => {
      const text = plainText(sentence);
      return isWarning ? warningHtml(text) : github`<p>${shortSentence(text)}</p>\n`;
    }),
  ];
  if (attribution !== undefined) lines.push(github`<p>${shortSentence(attribution)}</p>\n`);
  const place = `at ${findings === 1 ? 'a line' : 'lines'} of this pull request`;
  const count =
    findings === 0
      ? 'No finding at a line of this pull request.'
      : `${quantity(findings, 'finding')} ${place}.`;
  const commentLink = link(commentUrl, 'The comment has all results.');
  lines.push(github`<p>${joinMarkup([count, commentLink], github` `)}</p>`);
  return lines.join('');
}

function shortSentence(text: string): string {
  return cut(text, MAX_SENTENCE_LENGTH);
}

function warningHtml(text: string): Markup {
  return github`<p>⚠️ ${shortSentence(text)}</p>\n`;
}
