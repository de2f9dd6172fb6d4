/**
 * Tables of the summary and the comment: HTML that GitHub keeps, without a blank line, which would
 * start Markdown.
 */
import type { Block, TableRow, Sentence, Table } from '../story/blocks.js';
import { cut } from '../story/truncate.js';
import { shorten } from '../story/inserted.js';

import { counted, ICONS, present } from '../story/words.js';
import { code, oneLine, prose, quote } from './escape.js';
import type { ShownArm, ShownRow } from './shown-row.js';

export const EMPTY = '<i>empty</i>';

/** Longest name of a column, in characters. */
const LONGEST_HEAD = 120;

/** `head` is plain text, and cells are HTML; each section is a list of rows. */
export function table(head: readonly string[], ...sections: string[][][]): string {
  const line = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
  return [
    '<table>',
    `<thead>${line(head.map((name) => `<th>${prose(oneLine(name, LONGEST_HEAD))}</th>`))}</thead>`,
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

export function numeric(content: string): string {
  return `<td align="right">${content}</td>`;
}

export function short(text: string, longest: number): string {
  return code(cut(text, longest)) || EMPTY;
}

export function answer(text: string | null, longest: number): string {
  return text === null ? '<i>no answer</i>' : quote(cut(text, longest)) || EMPTY;
}

export function sentencesHtml(sentences: readonly Sentence[]): string {
  const piece = (one: Sentence[number]): string =>
    typeof one === 'string' ? prose(one) : `<b>${prose(one.strong)}</b>`;
  return sentences.map((pieces) => pieces.map(piece).join('')).join(' ');
}

/** `summary` is plain text, and `content` is HTML. */
export function folded(summary: string, content: string[], isOpen = false): string[] {
  return [
    isOpen ? '<details open>' : '<details>',
    `<summary>${prose(summary)}</summary>`,
    ...content,
    '</details>',
  ];
}

const MOST_ROWS = 20;

interface BlockOptions {
  longest: number;
  /** False leaves tables out, and blocks that have nothing else. */
  hasTables?: boolean;
  most?: number;
  /** True where there is room for every column. */
  isWide?: boolean;
}

export function blockHtml(
  { title, isFolded = false, sentences = [], table: rows }: Block,
  options: BlockOptions,
): string[] {
  const { longest, hasTables = true } = options;
  const content: string[] = [...sentences.map((sentence) => `<p>${sentencesHtml([sentence])}</p>`)];
  if (rows && hasTables) content.push(...tableHtml(rows, options));
  const head = title === undefined || content.length === 0 ? '' : cut(title, longest);
  if (head === '') return content;
  return isFolded ? folded(head, content) : [`<p><b>${prose(head)}</b>:</p>`, ...content];
}

export function tableHtml(
  { columns, rows, noun }: Table,
  { longest, most = MOST_ROWS, isWide = false }: BlockOptions,
): string[] {
  const isShown = columns.map(({ expendable = 4 }) => isWide || expendable === 4);
  const head = columns.map(({ name }) =>
    cut(name.replaceAll('_\n', '_').replaceAll('\n', ' '), Math.min(longest, 60)),
  );
  const cellOf = (text: string, i: number, { outcome, strong }: TableRow): string => {
    const shown = prose(oneLine(text, longest));
    const sign = i === 0 && outcome !== undefined ? `${ICONS[outcome]} ` : '';
    const content = `${sign}${i === strong ? `<b>${shown}</b>` : shown}`;
    return columns[i]!.isNumber ? numeric(content) : td(content);
  };
  const kept = <Item>(items: readonly Item[]): Item[] => items.filter((_, i) => isShown[i]);
  return [
    table(
      kept(head),
      rows.slice(0, most).map((row) => kept(row.cells.map((text, i) => cellOf(text, i, row)))),
    ),
    ...more(rows.length - most, noun),
  ];
}

export function more(count: number, noun: string): string[] {
  return count > 0 ? [`<p>… and ${counted(count, `more ${noun}`)} in the report.</p>`] : [];
}

const LONGEST_SAID = 300;
const LONGEST_NOTE = 300;

interface RowsDetail {
  longest: number;
  /** The name of the baseline, whose answers stand beside the present ones: `the base`. */
  before?: string | undefined;
  /** True if each row shows the command that explains it. */
  explains?: boolean;
}

export function rowsTable(rows: ShownRow[], detail: RowsDetail): string {
  const { before } = detail;
  const width = before === undefined ? 2 : 3;
  return table(
    ['asked', 'answer', ...(before === undefined ? [] : [`in ${before}`])],
    // One section a row: the stripes of GitHub's tables start again with each.
    ...rows.map((row) => [
      [`<td colspan="${width}">${headingOf(row, detail)}</td>`],
      ...row.arms.map((arm) => armLine(arm, row, detail)),
    ]),
  );
}

function armLine(arm: ShownArm, row: ShownRow, { longest, before }: RowsDetail): string[] {
  const isFirst = arm.name === 'original';
  const parts: string[] = [
    cell(
      (row.isReadByArm || !isFirst) && `<i>${prose(arm.label)}</i>`,
      quote(shorten(arm.text, longest)) || EMPTY,
      isFirst && row.options !== undefined && quote(cut(row.options, longest)),
    ),
    cell(
      answer(arm.answer, longest),
      arm.said !== undefined && prose(oneLine(arm.said, Math.min(longest, LONGEST_SAID))),
    ),
  ];
  if (before !== undefined)
    parts.push(td(arm.before === undefined ? '' : answer(arm.before, longest)));
  return parts;
}

function headingOf(row: ShownRow, { longest, explains = false }: RowsDetail): string {
  const notes = row.notes.map((note) => prose(oneLine(note, Math.min(longest, LONGEST_NOTE))));
  const parts: string[] = [short(row.source, longest), outcomeOf(row, longest), ...notes];
  if (explains) parts.push(code(row.explain));
  return parts.join(' · ');
}

/** The whole message of an error stands in the table of errors. */
function outcomeOf({ scored, error, state }: ShownRow, longest: number): string {
  if (!error) return `<b>${prose(state ?? scored)}</b>`;
  return `⚠️ ${short(error.kind, longest)} ${prose(cut(error.message, Math.min(longest, 160)))}`;
}
