/** Tables of the summary and the comment: HTML that GitHub keeps, on lines none of which is blank. */
import { cut } from '../story/cut.js';
import { code, oneLine, prose } from './escape.js';
import { number, present, counted } from '../story/words.js';
import type { TestWords } from '../../engine/tests/words.js';
import type { ShownArm, ShownRow } from './shown-row.js';
import { shorten } from '../story/inserted.js';

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

/** Lines below each other; one that does not hold is left out. */
export function cell(...lines: (string | false | undefined)[]): string {
  return td(present(lines).join('<br>'));
}

export function numeric(value: number | string): string {
  return `<td align="right">${typeof value === 'number' ? number(value) : value}</td>`;
}

export function short(text: string, longest: number): string {
  return code(cut(text, longest)) || EMPTY;
}

export function answer(text: string | null, longest: number): string {
  return text === null ? '<i>no answer</i>' : short(text, longest);
}

const LONGEST_SAID = 300;
const LONGEST_NOTE = 300;
const LONGEST_STEP = 300;
const MOST_STEPS = 20;

interface RowsDetail {
  longest: number;
  steps: boolean;
  words: TestWords;
  /** Whose answers stand beside the present ones: `the base`. */
  before?: string | undefined;
}

/** A table row with where a result comes from and what became of it, and below it one for each way in which it was asked. */
export function rowsTable(rows: ShownRow[], detail: RowsDetail): string {
  const { before } = detail;
  const unchanged = rows.every((row) => row.unchanged);
  const width = before === undefined ? 2 : 3;
  return table(
    ['asked', 'answer', ...(before === undefined ? [] : [`in ${before}`])],
    // A section of its own a result: the stripes of GitHub's tables then start anew with each.
    ...rows.map((row) => [[`<td colspan="${width}">${headingOf(row, detail)}</td>`], ...waysOf(row, { ...detail, unchanged })]),
  );
}

/** Row by row: a toxic row whose placebo could not be judged was asked three ways, and its neighbours two. */
function waysOf(row: ShownRow, detail: RowsDetail & { unchanged: boolean }): string[][] {
  const { arms } = row;
  return arms ? arms.map((arm) => armLine(arm, row, detail)) : pairLines(row, detail);
}

/**
 * The original with its answer, the test case with its answer. A comment is too narrow for a column each, and what was inserted shows best
 * right under the text without it. Where nothing was changed, one table row has the text and its answer.
 */
function pairLines(row: ShownRow, { longest, words, before, unchanged }: RowsDetail & { unchanged: boolean }): string[][] {
  const earlier = (text: string | null | undefined): string[] => (before === undefined ? [] : [td(answer(text ?? null, longest))]);
  const asked = cell(short(row.original, longest), optionsOf(row, longest));
  const answered = [td(answer(row.actual, longest)), ...earlier(row.before?.actual)];
  if (unchanged) return [[asked, ...answered]];
  return [
    [asked, cell(answer(row.expected, longest)), ...earlier(row.before?.expected)],
    [cell(`<i>${prose(words.changed)}</i>`, code(shorten(row.testCase, longest)) || EMPTY), ...answered],
  ];
}

function armLine(arm: ShownArm, row: ShownRow, { longest, before }: RowsDetail): string[] {
  return [
    cell(`<i>${prose(arm.label)}</i>`, code(shorten(arm.text, longest)) || EMPTY, arm.name === 'original' && optionsOf(row, longest)),
    cell(answer(arm.answer, longest), arm.said !== undefined && prose(oneLine(arm.said, Math.min(longest, LONGEST_SAID)))),
    ...(before === undefined ? [] : [td(arm.before === undefined ? '' : answer(arm.before, longest))]),
  ];
}

function optionsOf({ options }: ShownRow, longest: number): string | undefined {
  return options === undefined ? undefined : short(options, longest);
}

function headingOf(row: ShownRow, { longest, steps }: Pick<RowsDetail, 'longest' | 'steps'>): string {
  const parts = [short(row.source, longest), outcomeOf(row, longest), ...notes(row, longest)];
  return `${parts.join(' · ')}${steps ? stepsOf(row, longest) : ''}`;
}

/** The whole message stands in the table of errors. */
function outcomeOf({ scored, error, state }: ShownRow, longest: number): string {
  if (!error) return `<b>${prose(state ?? scored)}</b>`;
  return `⚠️ ${short(error.kind, longest)} ${prose(cut(error.message, Math.min(longest, 160)))}`;
}

function notes(row: ShownRow, longest: number): string[] {
  return row.notes.map((note) => prose(oneLine(note, Math.min(longest, LONGEST_NOTE))));
}

function stepsOf({ steps }: ShownRow, longest: number): string {
  if (steps.length === 0) return '';
  const shown = steps.slice(0, MOST_STEPS).map((step) => prose(oneLine(step, Math.min(longest, LONGEST_STEP))) || EMPTY);
  const rest = steps.length - shown.length;
  const lines = [...shown, ...(rest > 0 ? [`… and ${counted(rest, 'more step')} in the report.`] : [])];
  return `<details><summary>${counted(steps.length, 'step')}</summary>${lines.join('<br>')}</details>`;
}
