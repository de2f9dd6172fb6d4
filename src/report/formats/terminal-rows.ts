/** One test's rows in a terminal: a few of each kind, a field a line. */
import { cut, oneLine } from '../story/truncate.ts';
import { ruleSentence } from '../story/certainty.ts';
import { wordsFor } from '../story/test-words.ts';
import { type Segment, shorten, unmarked } from '../story/inserted.ts';
import {
  boldLines,
  COLORS,
  fieldLines,
  paintLines,
  wrapText,
  SIGNS,
  type TerminalOptions,
} from './layout.ts';
import type { ShownArm, ShownRow } from '../story/shown-row.ts';
import { otherRowsWords, rowGroups, type ShownTest } from '../story/rows.ts';
import { readingSentence } from '../story/states.ts';
import { quantity, sentenceCase } from '../story/words.ts';

export interface ReportOptions extends TerminalOptions {
  /** Shows every row of each test, and the statistics of those that passed. */
  showsRows?: boolean;
}

export const MAX_TEXT_LENGTH = 1_000;

const MAX_ROWS = 5;

/** @param most rows that are shown, unless all are wanted */
export function rowLines(shownTest: ShownTest, options: ReportOptions, most = MAX_ROWS): string[] {
  const {
    test,
    rows: { error },
  } = shownTest;
  const { showsRows = false } = options;
  const lines: string[] = [];
  let room = showsRows ? Infinity : most;
  const groups = rowGroups(showsRows ? { ...shownTest, singleErrors: error } : shownTest);
  for (const { name, title, rows, baselineLabel } of groups) {
    const isTelling = name === 'broken' || name === 'failed' || name === 'fixed';
    if (rows.length === 0 || !(isTelling || showsRows)) continue;
    const isGood = name === 'fixed' || name === 'passed';
    const isFirst = lines.length === 0;
    if (!isFirst) lines.push('');
    lines.push(...boldLines(`${sentenceCase(wordsFor(test).label)}: ${title}`, options));
    if (isFirst && !isGood) lines.push(...wrapText(ruleSentence(test), options));
    for (const row of rows.slice(0, room))
      lines.push(
        '',
        ...rowBlock(row, { ...options, isGood, isCompared: baselineLabel !== undefined }),
      );
    const moreCount = rows.length - room;
    if (moreCount > 0 && room > 0)
      lines.push('', ...wrapText(`... and ${quantity(moreCount, 'more row')}.`, options));
    room = Math.max(0, room - rows.length);
  }
  return lines;
}

/** `isCompared`: the baseline's answers stand beside the present ones. */
type BlockOptions = TerminalOptions & { isGood: boolean; isCompared: boolean };

function rowBlock(row: ShownRow, options: BlockOptions): string[] {
  const { error } = row;
  const failed = error ? 'error' : 'fail';
  const outcome = options.isGood && !error ? 'pass' : failed;
  const score = error
    ? `${error.kind}: ${oneLine(error.message, 200)}`
    : (row.state ?? row.scoreWords);
  const notes = row.notes.map((note) => oneLine(note, 200));
  const heading = `${SIGNS[outcome]} ${oneLine(row.source, 200)}  ${[score, ...notes].join('; ')}`;
  return [
    ...paintLines(COLORS[outcome], wrapText(heading, options), options),
    ...row.arms.flatMap((arm) => armLines(arm, row, options)),
  ];
}

function answerSegments(text: string | null): Segment[] {
  return unmarked(text === null ? '(no answer)' : cut(text, MAX_TEXT_LENGTH));
}

function armLines(arm: ShownArm, { options: choices }: ShownRow, options: BlockOptions): string[] {
  const lines = fieldLines(arm.label, shorten(arm.text, MAX_TEXT_LENGTH), options);
  if (arm.name === 'original' && choices !== undefined)
    lines.push(...fieldLines('options', answerSegments(choices), options));
  lines.push(...fieldLines('  answer', answerSegments(arm.answer), options));
  if (arm.reading)
    lines.push(...fieldLines('', answerSegments(readingSentence(arm.reading)), options));
  if (options.isCompared && arm.baselineAnswer !== undefined)
    lines.push(...fieldLines('  before', answerSegments(arm.baselineAnswer), options));
  return lines;
}

export function otherRowLines(shownTest: ShownTest, options: ReportOptions): string[] {
  const name = sentenceCase(wordsFor(shownTest.test).label);
  const lines = otherRowsWords(shownTest).map((line) => `${name}: ${line.replaceAll('×', 'x')}`);
  return wrapText(lines, options, 0);
}
