/** One test's rows in a terminal: a few of each kind, a field a line. */
import { cut, oneLine } from '../story/truncate.js';
import { ruleSentence } from '../story/certainty.js';
import { wordsFor } from '../story/test-words.js';
import { type Segment, shorten, unmarked } from '../story/inserted.js';
import { bold, COLORS, field, painted, say, SIGNS, type TerminalOptions } from './layout.js';
import type { ShownArm, ShownRow } from '../story/shown-row.js';
import { otherRowsWords, rowGroups, type ShownTest } from '../story/rows.js';
import { readingSentence } from '../story/states.js';
import { counted, sentenceCase } from '../story/words.js';

export interface ReportOptions extends TerminalOptions {
  /** Most rows of each test; 5 by default. */
  maxRows?: number;
  /** Also shows the statistics of a pass. */
  passing?: boolean;
}

export const LONGEST_TEXT = 1_000;

export function rowsOf(shown: ShownTest, options: ReportOptions): string[] {
  const { test } = shown;
  const lines: string[] = [];
  let { maxRows: room = 5 } = options;
  for (const { kind, title, rows, before } of rowGroups(shown)) {
    if (kind !== 'broken' && kind !== 'failed' && kind !== 'fixed') continue;
    const isGood = kind === 'fixed';
    const isFirst = lines.length === 0;
    if (!isFirst) lines.push('');
    lines.push(...bold(`${sentenceCase(wordsFor(test).label)}: ${title}`, options));
    if (isFirst && !isGood) lines.push(...say(ruleSentence(test), options));
    for (const row of rows.slice(0, room))
      lines.push('', ...block(row, { ...options, isGood, isCompared: before !== undefined }));
    const rest = rows.length - room;
    if (rest > 0 && room > 0)
      lines.push('', ...say(`... and ${counted(rest, 'more row')}.`, options));
    room = Math.max(0, room - rows.length);
  }
  return lines;
}

/** `isCompared`: the baseline's answers stand beside the present ones. */
type BlockOptions = TerminalOptions & { isGood: boolean; isCompared: boolean };

function block(row: ShownRow, options: BlockOptions): string[] {
  const { error } = row;
  const failed = error ? 'error' : 'fail';
  const outcome = options.isGood && !error ? 'pass' : failed;
  const score = error ? `${error.kind}: ${oneLine(error.message, 200)}` : (row.state ?? row.scored);
  const notes = row.notes.map((note) => oneLine(note, 200));
  const heading = `${SIGNS[outcome]} ${oneLine(row.source, 200)}  ${[score, ...notes].join('; ')}`;
  const lines = painted(COLORS[outcome], say(heading, options), options);
  lines.push(...row.arms.flatMap((arm) => armFields(arm, row, options)));
  if (outcome !== 'pass') lines.push(...field('explain', plain(row.explain), options));
  return lines;
}

function plain(text: string | null): Segment[] {
  return unmarked(text === null ? '(no answer)' : cut(text, LONGEST_TEXT));
}

function armFields(arm: ShownArm, { options: choices }: ShownRow, options: BlockOptions): string[] {
  const lines = field(arm.label, shorten(arm.text, LONGEST_TEXT), options);
  if (arm.name === 'original' && choices !== undefined)
    lines.push(...field('options', plain(choices), options));
  lines.push(...field('  answer', plain(arm.answer), options));
  if (arm.reading) lines.push(...field('', plain(readingSentence(arm.reading)), options));
  if (options.isCompared && arm.before !== undefined)
    lines.push(...field('  before', plain(arm.before), options));
  return lines;
}

export function otherRows(shown: ShownTest, options: ReportOptions): string[] {
  const name = sentenceCase(wordsFor(shown.test).label);
  const lines = otherRowsWords(shown).map((line) => `${name}: ${line.replaceAll('×', 'x')}`);
  return say(lines, options, 0);
}
