/** The rows of summary and comment, folded by what became of them, and what was left out. */
import { shorten } from '../story/inserted.ts';
import {
  otherRowsWords,
  ROW_GROUPS,
  type RowGroup,
  rowGroups,
  type ShownTest,
} from '../story/rows.ts';
import type { ShownArm, ShownRow } from '../story/shown-row.ts';
import { readingSentence } from '../story/states.ts';
import { cut, oneLine } from '../story/truncate.ts';
import { github, type Markup, quote } from './escape.ts';
import type { Detail } from './fit.ts';
import {
  answerMarkup,
  cell,
  foldedSection,
  joinWithDots,
  linesCell,
  moreInReport,
  paragraphs,
  shortCode,
  table,
} from './github-html.ts';

type SectionDetail = Detail & { base?: string; kind: 'summary' | 'comment' };

export function rowSections(tests: readonly ShownTest[], detail: SectionDetail): Markup[] {
  const names =
    detail.kind === 'summary'
      ? ROW_GROUPS
      : ROW_GROUPS.filter((name) => name !== 'passed' && name !== 'undecided');
  const groups = tests.flatMap((test) =>
    rowGroups(test, detail.base).map((group) => ({ ...group, label: test.words.label })),
  );
  return names.flatMap((name) =>
    groups.filter((group) => group.name === name).flatMap((group) => groupSection(group, detail)),
  );
}

/** Returns a group's rows, folded below its title; the title alone if the rows are not listed. */
function groupSection(
  { name, title, rows, label, baselineLabel }: RowGroup & { label: string },
  detail: SectionDetail,
): Markup[] {
  const isBad = name === 'broken' || name === 'failed';
  const sentence = `${cut(label, detail.name)}: ${title}`;
  if (!isListed(name, detail)) return isBad || name === 'passed' ? [] : paragraphs([sentence]);
  const listedRows = rows.slice(0, detail.rows);
  const options = { longest: detail.text, baselineLabel };
  return foldedSection(
    sentence,
    [rowsTable(listedRows, options), ...moreInReport(rows.length - listedRows.length, 'row')],
    isBad && detail.open,
  );
}

function isListed(name: RowGroup['name'], { rows, fixed, passing }: Detail): boolean {
  switch (name) {
    case 'broken':
    case 'failed':
      return rows > 0;
    case 'silent':
      return rows > 0 && fixed;
    case 'fixed':
      return fixed;
    case 'passed':
    case 'uncounted':
      return passing;
    case 'undecided':
      return false;
  }
}

/** Samples that a test could not use, by reason, the first few by name. */
export function leftOutRows(shownTest: ShownTest, detail: SectionDetail): Markup[] {
  const { test, words, leftOut } = shownTest;
  if (test.not_applicable_count === 0) return [];
  const sentence = `${cut(words.label, detail.name)}: ${otherRowsWords(shownTest)[0]}`;
  const namedRows = leftOut.slice(0, detail.named);
  if (namedRows.length === 0) return paragraphs([sentence]);
  const lines = namedRows.map(({ source, original, reason }) => [
    cell(shortCode(source, detail.text)),
    cell(shortCode(original, Math.min(detail.text, 300))),
    cell(cut(reason, 200)),
  ]);
  return foldedSection(sentence, [
    table(['row', 'text', 'why'], lines),
    ...moreInReport(test.not_applicable_count - namedRows.length, 'sample'),
  ]);
}

const MAX_READING_LENGTH = 300;
const MAX_NOTE_LENGTH = 300;

interface RowsDetail {
  longest: number;
  /** The name of the baseline, whose answers stand beside the present ones: `the base`. */
  baselineLabel?: string;
}

function rowsTable(rows: ShownRow[], detail: RowsDetail): Markup {
  const head = ['asked', 'answer'];
  if (detail.baselineLabel !== undefined) head.push(`in ${detail.baselineLabel}`);
  // One section a row: the stripes of GitHub's tables start again with each.
  const sections = rows.map((row) => [
    [github`<td colspan="${head.length}">${headingOf(row, detail)}</td>`],
    ...row.arms.map((arm) => armLine(arm, row, detail)),
  ]);
  return table(head, ...sections);
}

function armLine(arm: ShownArm, row: ShownRow, { longest, baselineLabel }: RowsDetail): Markup[] {
  const isFirst = arm.name === 'original';
  const questionLines: Markup[] = [];
  if (row.isReadByArm || !isFirst) questionLines.push(github`<i>${arm.label}</i>`);
  questionLines.push(quote(shorten(arm.text, longest)));
  if (isFirst && row.options !== undefined) questionLines.push(quote(cut(row.options, longest)));
  const answerLines = [answerMarkup(arm.answer, longest)];
  if (arm.reading) {
    const reading = oneLine(readingSentence(arm.reading), Math.min(longest, MAX_READING_LENGTH));
    answerLines.push(github`${reading}`);
  }
  const cells = [linesCell(questionLines), linesCell(answerLines)];
  if (baselineLabel !== undefined)
    cells.push(
      cell(arm.baselineAnswer === undefined ? '' : answerMarkup(arm.baselineAnswer, longest)),
    );
  return cells;
}

function headingOf(row: ShownRow, { longest }: RowsDetail): Markup {
  const notes = row.notes.map((note) => oneLine(note, Math.min(longest, MAX_NOTE_LENGTH)));
  return joinWithDots([shortCode(row.source, longest), outcomeMarkup(row, longest), ...notes]);
}

/** The whole message of an error stands in the table of errors. */
function outcomeMarkup({ scoreWords, error, state }: ShownRow, longest: number): Markup {
  if (!error) return github`<b>${state ?? scoreWords}</b>`;
  const message = cut(error.message, Math.min(longest, 160));
  return github`⚠️ ${shortCode(error.kind, longest)} ${message}`;
}
