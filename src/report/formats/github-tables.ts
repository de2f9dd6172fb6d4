/**
 * Tables of the summary and the comment: HTML that GitHub keeps, without a blank line, which would
 * start Markdown.
 */
import type { Block, TableRow, Sentence, Table } from '../story/blocks.js';
import { cut, oneLine } from '../story/truncate.js';
import { shorten } from '../story/inserted.js';
import { readingSentence } from '../story/states.js';
import { counted, type Headed, ICONS } from '../story/words.js';
import { code, github, Markup, quote } from './escape.js';
import type { ShownArm, ShownRow } from '../story/shown-row.js';

/** Longest name of a column, in characters. */
const LONGEST_HEAD = 120;

/** Each section is a list of rows of cells. */
export function table(head: readonly string[], ...sections: Markup[][][]): Markup {
  const names = head.map((name) => github`<th>${oneLine(name, LONGEST_HEAD)}</th>`);
  const bodies = sections.map((rows) => {
    const lines = rows.map((cells) => github`<tr>${cells}</tr>\n`);
    return github`<tbody>\n${lines}</tbody>\n`;
  });
  return github`<table>\n<thead><tr>${names}</tr></thead>\n${bodies}</table>`;
}

export function td(content: Markup | string): Markup {
  return github`<td>${content}</td>`;
}

/** Makes a cell of lines below each other. */
export function cell(lines: readonly Markup[]): Markup {
  return td(joined(lines, github`<br>`));
}

export function numeric(content: Markup | string): Markup {
  return github`<td align="right">${content}</td>`;
}

export function short(text: string, longest: number): Markup {
  const shown = cut(text, longest);
  return shown === '' ? quote('') : code(shown);
}

export function answer(text: string | null, longest: number): Markup {
  return text === null ? github`<i>no answer</i>` : quote(cut(text, longest));
}

export function sentencesHtml(sentences: readonly Sentence[]): Markup {
  const shown = sentences.map((pieces) => {
    const parts = pieces.map((piece) =>
      typeof piece === 'string' ? piece : github`<b>${piece.strong}</b>`,
    );
    return github`${parts}`;
  });
  return joined(shown, github` `);
}

/** The sign of an outcome, which the rules for prose would put into code. */
export function iconOf(outcome: Headed): Markup {
  return new Markup(ICONS[outcome]);
}

/** A paragraph for each sentence. */
export function paragraphs(sentences: readonly string[]): Markup[] {
  return sentences.map((sentence) => github`<p>${sentence}</p>`);
}

export function joined(parts: readonly (string | Markup | undefined)[], between: Markup): Markup {
  const [first, ...others] = parts.filter((part) => part !== undefined);
  return github`${first}${others.map((part) => [between, part])}`;
}

/** Parts on one line, with a dot between them; leaves out those that are undefined. */
export function dotted(parts: readonly (string | Markup | undefined)[]): Markup {
  return joined(parts, github` · `);
}

/** Facts of a run, each a label and its value. */
export function factsHtml(facts: readonly (readonly [string, string])[], longest: number) {
  return facts.map(([label, value]) => github`${label} ${short(value, longest)}`);
}

export function folded(summary: string, content: readonly Markup[], isOpen = false): Markup[] {
  const start = isOpen ? github`<details open>` : github`<details>`;
  return [start, github`<summary>${summary}</summary>`, ...content, github`</details>`];
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
  { title = '', isFolded = false, sentences = [], table: rows }: Block,
  options: BlockOptions,
): Markup[] {
  const { longest, hasTables = true } = options;
  const content = sentences.map((sentence) => github`<p>${sentencesHtml([sentence])}</p>`);
  if (rows && hasTables) content.push(...tableHtml(rows, options));
  const head = cut(title, longest);
  if (head === '' || content.length === 0) return content;
  return isFolded ? folded(head, content) : [github`<p><b>${head}</b>:</p>`, ...content];
}

export function tableHtml(
  { columns, rows, noun }: Table,
  { longest, most = MOST_ROWS, isWide = false }: BlockOptions,
): Markup[] {
  const shown = [...columns.entries()].filter(
    ([, { expendable = 4 }]) => isWide || expendable === 4,
  );
  const head = shown.map(([, { name }]) =>
    cut(name.replaceAll('_\n', '_').replaceAll('\n', ' '), Math.min(longest, 60)),
  );
  const lineOf = ({ cells, outcome, strong }: TableRow): Markup[] =>
    shown.map(([i, { isNumber }]) => {
      const text = oneLine(cells[i] ?? '', longest);
      const sign = i === 0 && outcome !== undefined ? github`${iconOf(outcome)} ` : undefined;
      const content = i === strong ? github`${sign}<b>${text}</b>` : github`${sign}${text}`;
      return isNumber ? numeric(content) : td(content);
    });
  return [table(head, rows.slice(0, most).map(lineOf)), ...more(rows.length - most, noun)];
}

export function more(count: number, noun: string): Markup[] {
  return count > 0 ? paragraphs([`… and ${counted(count, `more ${noun}`)} in the report.`]) : [];
}

const LONGEST_READING = 300;
const LONGEST_NOTE = 300;

interface RowsDetail {
  longest: number;
  /** The name of the baseline, whose answers stand beside the present ones: `the base`. */
  before?: string;
  /** True if each row shows the command that explains it. */
  explains?: boolean;
}

export function rowsTable(rows: ShownRow[], detail: RowsDetail): Markup {
  const head = ['asked', 'answer'];
  if (detail.before !== undefined) head.push(`in ${detail.before}`);
  // One section a row: the stripes of GitHub's tables start again with each.
  const sections = rows.map((row) => [
    [github`<td colspan="${head.length}">${headingOf(row, detail)}</td>`],
    ...row.arms.map((arm) => armLine(arm, row, detail)),
  ]);
  return table(head, ...sections);
}

function armLine(arm: ShownArm, row: ShownRow, { longest, before }: RowsDetail): Markup[] {
  const isFirst = arm.name === 'original';
  const asked: Markup[] = [];
  if (row.isReadByArm || !isFirst) asked.push(github`<i>${arm.label}</i>`);
  asked.push(quote(shorten(arm.text, longest)));
  if (isFirst && row.options !== undefined) asked.push(quote(cut(row.options, longest)));
  const answered = [answer(arm.answer, longest)];
  if (arm.reading) {
    const reading = oneLine(readingSentence(arm.reading), Math.min(longest, LONGEST_READING));
    answered.push(github`${reading}`);
  }
  const cells = [cell(asked), cell(answered)];
  if (before !== undefined)
    cells.push(td(arm.before === undefined ? '' : answer(arm.before, longest)));
  return cells;
}

function headingOf(row: ShownRow, { longest, explains = false }: RowsDetail): Markup {
  const notes = row.notes.map((note) => oneLine(note, Math.min(longest, LONGEST_NOTE)));
  const explained = explains ? code(row.explain) : undefined;
  return dotted([short(row.source, longest), outcomeOf(row, longest), ...notes, explained]);
}

/** The whole message of an error stands in the table of errors. */
function outcomeOf({ scored, error, state }: ShownRow, longest: number): Markup {
  if (!error) return github`<b>${state ?? scored}</b>`;
  const message = cut(error.message, Math.min(longest, 160));
  return github`⚠️ ${short(error.kind, longest)} ${message}`;
}
