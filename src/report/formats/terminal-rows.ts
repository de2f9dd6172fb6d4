/** One test's rows in a terminal: a few of each kind, a field a line. */
import { cut } from '../story/truncate.js';
import { ruleSentence } from '../story/certainty.js';
import { wordsFor } from '../story/sides.js';
import { oneLine } from './escape.js';
import { type Segment, shorten } from '../story/inserted.js';
import { COLORS, field, paint, say, SIGNS, type TerminalOptions } from './layout.js';
import type { ShownArm, ShownRow } from './shown-row.js';
import { otherRowsWords, rowGroups, type ShownTest } from '../story/rows.js';
import { counted, sentenceCase } from '../story/words.js';

export interface ReportOptions extends TerminalOptions {
  /** Most rows of each test; 5 by default. */
  maxRows?: number | undefined;
  /** Also shows the statistics of a pass. */
  passing?: boolean;
}

export const LONGEST_TEXT = 1_000;

export function rowsOf(shown: ShownTest, options: ReportOptions): string[] {
  const { test } = shown;
  const { maxRows = 5 } = options;
  let room = maxRows;
  const parts = rowGroups(shown)
    .filter(({ kind }) => ['broken', 'failed', 'fixed'].includes(kind))
    .map(({ kind, title, rows, before }, i) => {
      const most = room;
      room = Math.max(0, room - rows.length);
      const isGood = kind === 'fixed';
      const heading = say(`${sentenceCase(wordsFor(test).label)}: ${title}`, options, 0).map(
        (line) => paint('bold', line, options),
      );
      const rule = i === 0 && !isGood ? say(ruleSentence(test), options) : [];
      const style = (row: ShownRow): RowStyle => ({
        outcome: row.error ? 'error' : isGood ? 'pass' : 'fail',
        before: before !== undefined,
      });
      return [...heading, ...rule, ...blocks(rows, style, { ...options, maxRows: most })];
    });
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

type BlockOptions = TerminalOptions & { maxRows: number };

type RowStyle = { outcome: 'pass' | 'fail' | 'error'; before: boolean };

function blocks(
  rows: ShownRow[],
  styleOf: (row: ShownRow) => RowStyle,
  options: BlockOptions,
): string[] {
  const { maxRows } = options;
  const rest = rows.length - maxRows;
  const parts: string[] = [
    ...rows.slice(0, maxRows).flatMap((row) => ['', ...block(row, styleOf(row), options)]),
  ];
  if (rest > 0 && maxRows > 0)
    parts.push('', ...say(`... and ${counted(rest, 'more row')}.`, options));
  return parts;
}

function block(row: ShownRow, { outcome, before }: RowStyle, options: BlockOptions): string[] {
  const score = row.error
    ? `${row.error.kind}: ${oneLine(row.error.message, 200)}`
    : (row.state ?? row.scored);
  const notes = row.notes.map((note) => oneLine(note, 200));
  const heading = `${SIGNS[outcome]} ${oneLine(row.source, 200)}  ${[score, ...notes].join('; ')}`;
  const parts: string[] = [
    ...say(heading, options).map((line) => paint(COLORS[outcome], line, options)),
    ...row.arms.flatMap((arm) => armFields(arm, row, { ...options, before })),
  ];
  if (outcome !== 'pass') parts.push(...field('explain', plain(row.explain), options));
  return parts;
}

function plain(text: string | null): Segment[] {
  return [{ text: text === null ? '(no answer)' : cut(text, LONGEST_TEXT), inserted: false }];
}

function armFields(
  arm: ShownArm,
  { options: choices }: ShownRow,
  options: BlockOptions & { before: boolean },
): string[] {
  const parts: string[] = [...field(arm.label, shorten(arm.text, LONGEST_TEXT), options)];
  if (arm.name === 'original' && choices !== undefined)
    parts.push(...field('options', plain(choices), options));
  parts.push(...field('  answer', plain(arm.answer), options));
  if (arm.said !== undefined) parts.push(...field('', plain(arm.said), options));
  if (options.before && arm.before !== undefined)
    parts.push(...field('  before', plain(arm.before), options));
  return parts;
}

export function otherRows(shown: ShownTest, options: ReportOptions): string[] {
  const name = sentenceCase(wordsFor(shown.test).label);
  return otherRowsWords(shown).flatMap((line) =>
    say(`${name}: ${line.replaceAll('×', 'x')}`, options, 0),
  );
}
