/** Three rows of the comment that explain a verdict, and the table of rows that a review shows. */
import type { TestWords } from '../../engine/perturbations/definition.ts';
import { baseName, knownComparison } from '../story/baseline.ts';
import { shorten } from '../story/inserted.ts';
import { oneLine } from '../story/truncate.ts';
import { type ShownTest } from '../story/rows.ts';
import { harmlessOf } from '../story/test-words.ts';
import { isIgnorant, shortfallOf } from '../story/shortfall.ts';
import { quantity } from '../story/words.ts';
import { github, type Markup, quote } from './escape.ts';
import { answerMarkup, linesCell, table } from './github-html.ts';
import { decisiveArm, type ShownArm, type ShownRow } from '../story/shown-row.ts';

type RowsOptions = { longest: number; base: string | undefined };

/** Maximum lengths of the texts of an example, in characters; the report has all of each. */
const MAX_QUESTION_LENGTH = 300;
const MAX_ANSWER_LENGTH = 120;
const MAX_OPTIONS_LENGTH = 200;
const COUNT_WORDS = ['', 'it', 'two of them', 'three of them'];

/**
 * Rows of the worst test that has some: those that broke since the base, else those that fail, else
 * those that can tell nothing.
 */
export function examples(
  tests: readonly ShownTest[],
  options: RowsOptions & { rows: number },
): Markup[] {
  for (const shownTest of tests) {
    const { rows, title } = chooseRows(shownTest, options.base);
    const exampleRows = rows.slice(0, options.rows);
    if (exampleRows.length === 0) continue;
    const isPart = rows.length > exampleRows.length && exampleRows.length > 1;
    const countClause = isPart ? `, ${COUNT_WORDS[exampleRows.length] ?? 'some of them'}` : '';
    return [
      github`<p><b>${quantity(rows.length, shownTest.words.unit)} ${title}</b>${countClause}:</p>`,
      exampleTable(exampleRows, shownTest, options),
    ];
  }
  return [];
}

export function exampleTable(
  rows: readonly ShownRow[],
  { test, words }: Pick<ShownTest, 'test' | 'words'>,
  options: RowsOptions,
): Markup {
  const baselineLabel = test.baseline && baseName(options.base);
  const lines = rows.map((row) => [
    questionCell(row, options),
    answerCell(row, { ...options, words, baselineLabel }),
  ]);
  return table(['asked', 'answer'], lines);
}

function chooseRows(
  { test, words, rows: { broken, failed, silent } }: ShownTest,
  base: string | undefined,
): { rows: ShownRow[]; title: string } {
  if (shortfallOf(test) && !knownComparison(test)?.broken) {
    const isUnknown = isIgnorant(test);
    const title = isUnknown
      ? 'to which it does not know the answer'
      : `in which ${harmlessOf(test)} changes its answer`;
    const decisive = isUnknown ? 'original' : 'placebo';
    const rows = silent.filter(({ decidedBy }) => decidedBy === decisive);
    if (rows.length > 0) return { rows, title };
  }
  if (test.baseline && broken.length > 0) {
    return {
      rows: broken,
      title: `that ${baseName(base)} got right and this branch does not`,
    };
  }
  return { rows: failed, title: words.failed };
}

function questionCell(row: ShownRow, { longest }: RowsOptions): Markup {
  const { text } = decisiveArm(row, row.arms);
  const parts = text.map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ') }));
  const lines = [quote(shorten(parts, Math.min(longest, MAX_QUESTION_LENGTH)))];
  if (row.options !== undefined) {
    const options = row.options.replaceAll('\n', ' · ');
    lines.push(quote(oneLine(options, Math.min(longest, MAX_OPTIONS_LENGTH))));
  }
  return linesCell(lines);
}

type RowOptions = RowsOptions & { words: TestWords; baselineLabel: string | undefined };

/** The answer that decides, what would be right, and the answers to compare it with. */
function answerCell(row: ShownRow, { longest, words, baselineLabel }: RowOptions): Markup {
  const { arms, isReadByArm, isUnchanged, state, scoreWords } = row;
  const arm = decisiveArm(row, arms);
  const most = Math.min(longest, MAX_ANSWER_LENGTH);
  const label = isUnchanged ? undefined : labelOf(arm.label);
  const became = isReadByArm ? undefined : github` (${state ?? scoreWords})`;
  const lines = [
    github`${label}${readingAndAnswer(arm, most)} · right would be <b>${arm.right ?? words.right}</b>${became}`,
  ];
  const [originalArm] = arms;
  if (arm.name !== 'original')
    lines.push(github`${labelOf(originalArm.label)}${readingAndAnswer(originalArm, most)}`);
  if (baselineLabel !== undefined && arm.baselineAnswer !== undefined)
    lines.push(
      github`${labelOf(`${baselineLabel} said`)}${quotedAnswer(arm.baselineAnswer, most)}`,
    );
  return linesCell(lines);
}

/** The reading and the answer; the answer alone if it begins with what it was read as. */
function readingAndAnswer({ reading, answer: text }: ShownArm, longest: number): Markup {
  const quotedText = quotedAnswer(text, longest);
  if (text === null || reading === undefined) return quotedText;
  const { words } = reading;
  if (words === null) return github`${quotedText} cannot be read`;
  const start = words.toLowerCase();
  const answerText = text.toLowerCase().replace(/^[^\p{L}\p{N}]+/u, '');
  const isRepeated =
    answerText.startsWith(start) && !/^[\p{L}\p{N}]/u.test(answerText.slice(start.length));
  return isRepeated ? quotedText : github`<b>${words}</b> ${quotedText}`;
}

/** An answer on one line, in quotation marks: it stands beside words that are not the model's. */
function quotedAnswer(text: string | null, longest: number): Markup {
  const markup = answerMarkup(text && oneLine(text, longest), longest);
  return text?.trim() ? github`“${markup}”` : markup;
}

function labelOf(name: string): Markup {
  return github`<i>${name}:</i> `;
}
