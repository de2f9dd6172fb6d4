/** Tables of the summary and the comment: HTML that GitHub keeps, without a blank line, which would start Markdown. */
import type { TestWords } from '../../engine/tests/test.js';
import { cut } from '../story/cut.js';
import { shorten } from '../story/inserted.js';
import type { ResultLine, Sentence } from '../story/result.js';
import { counted, ICONS, number, present } from '../story/words.js';
import { code, oneLine, prose, quote } from './escape.js';
import type { ShownArm, ShownRow } from './shown-row.js';

export const EMPTY = '<i>empty</i>';

/** `head` and cells are HTML; each section is a list of rows. */
export function table(head: string[], ...sections: string[][][]): string {
  const line = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  return [
    '<table>',
    `<thead>${line(head.map((cell) => `<th>${cell}</th>`))}</thead>`,
    ...sections.map((rows) => `<tbody>\n${rows.map(line).join('\n')}\n</tbody>`),
    '</table>',
  ].join('\n');
}

export function td(content: string): string {
  return `<td>${content}</td>`;
}

/** Lines below each other; drops those that are false or undefined. */
export function cell(...lines: (string | false | undefined)[]): string {
  return td(present(lines).join('<br>'));
}

export function numeric(value: number | string): string {
  return `<td align="right">${typeof value === 'number' ? number(value) : value}</td>`;
}

export function short(text: string, longest: number): string {
  return code(cut(text, longest)) || EMPTY;
}

/** A model's answer as a reader sees it. */
export function answer(text: string | null, longest: number): string {
  return text === null ? '<i>no answer</i>' : quote(cut(text, longest)) || EMPTY;
}

/** Sentences with what decides in bold. */
export function sentencesHtml(sentences: readonly Sentence[]): string {
  const piece = (one: Sentence[number]): string => (typeof one === 'string' ? prose(one) : `<b>${prose(one.strong)}</b>`);
  return sentences.map((pieces) => pieces.map(piece).join('')).join(' ');
}

/** Content folded below a sentence. */
export function folded(summary: string, content: string[], isOpen = false): string[] {
  return [isOpen ? '<details open>' : '<details>', `<summary>${summary}</summary>`, ...content, '</details>'];
}

type Results = { lines: readonly ResultLine[]; against: string | undefined };

/** The table of results: four columns at most, so that none is off a narrow screen. */
export function resultsHtml({ lines, against }: Results, longestName: number): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(({ outcome, label, rate, needed, change = '' }) => [
    td(`${outcome ? `${ICONS[outcome]} ` : ''}${prose(cut(label, longestName))}`),
    numeric(`<b>${rate}</b>`),
    numeric(needed),
    ...(against === undefined ? [] : [numeric(change)]),
  ]);
  const last = against === undefined ? [] : [prose(cut(against, Math.min(longestName, 60)))];
  return [table(['test', 'result', 'needed', ...last], rows)];
}

const LONGEST_SAID = 300;
const LONGEST_NOTE = 300;
const LONGEST_STEP = 300;
const MOST_STEPS = 20;

interface RowsDetail {
  longest: number;
  steps: boolean;
  words: TestWords;
  /** The name of the baseline, whose answers stand beside the present ones: `the base`. */
  before?: string | undefined;
  /** True if each row shows the command that explains it. */
  explains?: boolean;
}

/** A heading for each row, with a line below it for each way in which it was asked. */
export function rowsTable(rows: ShownRow[], detail: RowsDetail): string {
  const { before } = detail;
  const width = before === undefined ? 2 : 3;
  return table(
    ['asked', 'answer', ...(before === undefined ? [] : [`in ${before}`])],
    // One section a row: the stripes of GitHub's tables start again with each.
    ...rows.map((row) => [[`<td colspan="${width}">${headingOf(row, detail)}</td>`], ...row.ways.map((way) => wayLine(way, row, detail))]),
  );
}

function wayLine(way: ShownArm, row: ShownRow, { longest, before }: RowsDetail): string[] {
  const isFirst = way.name === 'original';
  const isLabelled = row.arms !== undefined || !isFirst;
  return [
    cell(
      isLabelled && `<i>${prose(way.label)}</i>`,
      quote(shorten(way.text, longest)) || EMPTY,
      isFirst && row.options !== undefined && quote(cut(row.options, longest)),
    ),
    cell(answer(way.answer, longest), way.said !== undefined && prose(oneLine(way.said, Math.min(longest, LONGEST_SAID)))),
    ...(before === undefined ? [] : [td(way.before === undefined ? '' : answer(way.before, longest))]),
  ];
}

function headingOf(row: ShownRow, { longest, steps, explains = false }: RowsDetail): string {
  const notes = row.notes.map((note) => prose(oneLine(note, Math.min(longest, LONGEST_NOTE))));
  const parts = [short(row.source, longest), outcomeOf(row, longest), ...notes, ...(explains ? [code(row.explain)] : [])];
  return `${parts.join(' · ')}${steps ? stepsOf(row, longest) : ''}`;
}

/** The whole message of an error stands in the table of errors. */
function outcomeOf({ scored, error, state }: ShownRow, longest: number): string {
  if (!error) return `<b>${prose(state ?? scored)}</b>`;
  return `⚠️ ${short(error.kind, longest)} ${prose(cut(error.message, Math.min(longest, 160)))}`;
}

function stepsOf({ steps }: ShownRow, longest: number): string {
  if (steps.length === 0) return '';
  const shown = steps.slice(0, MOST_STEPS).map((step) => prose(oneLine(step, Math.min(longest, LONGEST_STEP))) || EMPTY);
  const rest = steps.length - shown.length;
  const lines = [...shown, ...(rest > 0 ? [`… and ${counted(rest, 'more step')} in the report.`] : [])];
  return `<details><summary>${counted(steps.length, 'step')}</summary>${lines.join('<br>')}</details>`;
}
