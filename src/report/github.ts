/** Tables of the summary and the comment: HTML that GitHub keeps, on lines none of which is blank. */
import type { TestWords } from '../engine/tests/words.js';
import { cut } from './cut.js';
import { code, oneLine, prose } from './escape.js';
import { shorten } from './inserted.js';
import type { ShownRow } from './shown-row.js';
import { counted, number } from './words.js';

export const EMPTY = '<i>empty</i>';
const LONGEST_NOTE = 300;
const LONGEST_STEP = 300;
const MOST_STEPS = 20;

export interface RowsDetail {
  /** Code points of any text. */
  longest: number;
  /** A changed control's answer is shown too. */
  again: boolean;
  /** A judge's steps are shown too. */
  steps: boolean;
  /** How the test speaks of what was asked. */
  words: TestWords;
  /** Whose answers stand beside the present ones: `the base`. */
  before?: string | undefined;
}

/**
 * Three table rows a result: where it comes from and its score, the original with its answer, the test case with its
 * answer. A comment is too narrow for a column each, and what was inserted shows best right under the text without it. Where nothing
 * was changed, one table row has the text and its answer.
 */
export function rowsTable(rows: ShownRow[], { longest, again, steps, words, before }: RowsDetail): string {
  const unchanged = rows.every((row) => row.unchanged);
  const earlier = (text: string | null | undefined): string[] => (before === undefined ? [] : [td(answer(text ?? null, longest))]);
  const asked = (row: ShownRow): string => td([short(row.original, longest), ...optionsOf(row, longest)].join('<br>'));
  return table(
    ['asked', 'answer', ...(before === undefined ? [] : [`in ${before}`])],
    // A section of its own a result: the stripes of GitHub's tables then start anew with each.
    ...rows.map((row) => [
      [`<td colspan="${before === undefined ? 2 : 3}">${headingOf(row, { longest, steps })}</td>`],
      ...(unchanged
        ? [[asked(row), td(answer(row.actual, longest)), ...earlier(row.before?.actual)]]
        : [
            [
              asked(row),
              td([answer(row.expected, longest), ...(again ? secondAnswer(row, longest) : [])].join('<br>')),
              ...earlier(row.before?.expected),
            ],
            [
              td(`<i>${prose(words.changed)}</i><br>${code(shorten(row.testCase, longest)) || EMPTY}`),
              td(answer(row.actual, longest)),
              ...earlier(row.before?.actual),
            ],
          ]),
    ]),
  );
}

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

export function numeric(value: number | string): string {
  return `<td align="right">${typeof value === 'number' ? number(value) : value}</td>`;
}

/** Untrusted text of at most so many code points. */
export function short(text: string, longest: number): string {
  return code(cut(text, longest)) || EMPTY;
}

/** Where a row comes from, what became of it, and what else there is to know. */
export function headingOf(row: ShownRow, { longest, steps }: Pick<RowsDetail, 'longest' | 'steps'>): string {
  const parts = [short(row.source, longest), outcomeOf(row, longest), ...notes(row, longest)];
  return `${parts.join(' · ')}${steps ? stepsOf(row, longest) : ''}`;
}

/** The whole message stands in the table of errors. */
function outcomeOf({ scored, error, state }: ShownRow, longest: number): string {
  if (!error && state !== undefined) return `<b>${prose(state)}</b>`;
  if (!error) return `<b>${prose(scored)}</b>`;
  return `⚠️ ${short(error.kind, longest)} ${prose(cut(error.message, Math.min(longest, 160)))}`;
}

function notes(row: ShownRow, longest: number): string[] {
  return row.notes.map((note) => prose(oneLine(note, Math.min(longest, LONGEST_NOTE))));
}

/** Folded once more, in a list that is folded already. */
function stepsOf({ steps }: ShownRow, longest: number): string {
  if (steps.length === 0) return '';
  const shown = steps.slice(0, MOST_STEPS).map((step) => prose(oneLine(step, Math.min(longest, LONGEST_STEP))) || EMPTY);
  const rest = steps.length - shown.length;
  const lines = [...shown, ...(rest > 0 ? [`… and ${counted(rest, 'more step')} in the report.`] : [])];
  return `<details><summary>${counted(steps.length, 'step')}</summary>${lines.join('<br>')}</details>`;
}

function secondAnswer({ again }: ShownRow, longest: number): string[] {
  return again === undefined ? [] : [`<i>asked again:</i> ${short(again, longest)}`];
}

export function optionsOf(row: ShownRow, longest: number): string[] {
  return row.options === undefined ? [] : [short(row.options, longest)];
}

export function answer(text: string | null, longest: number): string {
  return text === null ? '<i>no answer</i>' : short(text, longest);
}
