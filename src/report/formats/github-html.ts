/**
 * Tables of the summary and the comment: HTML that GitHub keeps, without a blank line, which would
 * start Markdown.
 */
import type { Block, TableRow, Sentence, Table } from '../story/blocks.ts';
import { cut, oneLine } from '../story/truncate.ts';
import { quantity } from '../story/words.ts';
import { code, github, icon, type Markup, quote } from './escape.ts';

/** Maximum length of the name of a column, in characters. */
const MAX_HEAD_LENGTH = 120;
const MAX_RESULT_HEAD_LENGTH = 60;

/** Each section is a list of rows of cells. */
export function table(head: readonly string[], ...sections: Markup[][][]): Markup {
  const names = head.map((name) => github`<th>${oneLine(name, MAX_HEAD_LENGTH)}</th>`);
  const bodies = sections.map((rows) => {
    const lines = rows.map((cells) => github`<tr>${cells}</tr>\n`);
    return github`<tbody>\n${lines}</tbody>\n`;
  });
  return github`<table>\n<thead><tr>${names}</tr></thead>\n${bodies}</table>`;
}

export function cell(content: Markup | string): Markup {
  return github`<td>${content}</td>`;
}

/** Makes a cell of lines below each other. */
export function linesCell(lines: readonly Markup[]): Markup {
  return cell(joinMarkup(lines, github`<br>`));
}

function numericCell(content: Markup | string): Markup {
  return github`<td align="right">${content}</td>`;
}

export function shortCode(text: string, maxLength: number): Markup {
  const shortened = cut(text, maxLength);
  return shortened === '' ? quote('') : code(shortened);
}

export function answerMarkup(text: string | null, maxLength: number): Markup {
  return text === null ? github`<i>no answer</i>` : quote(cut(text, maxLength));
}

export function sentencesHtml(...sentences: readonly Sentence[]): Markup {
  const markups = sentences.map((pieces) => {
    const parts = pieces.map((piece) =>
      typeof piece === 'string' ? piece : github`<b>${piece.strong}</b>`,
    );
    return github`${parts}`;
  });
  return joinMarkup(markups, github` `);
}

/** A paragraph for each sentence. */
export function paragraphs(sentences: readonly string[]): Markup[] {
  return sentences.map((sentence) => github`<p>${sentence}</p>`);
}

export function joinMarkup(
  parts: readonly (string | Markup | undefined)[],
  between: Markup,
): Markup {
  const [firstPart, ...furtherParts] = parts.filter((part) => part !== undefined);
  return github`${firstPart}${furtherParts.map((part) => [between, part])}`;
}

/** Parts on one line, with a dot between them; leaves out those that are undefined. */
export function joinWithDots(parts: readonly (string | Markup | undefined)[]): Markup {
  return joinMarkup(parts, github` · `);
}

/** Facts of a run, each a label and its value. */
export function factsHtml(facts: readonly (readonly [string, string])[], maxLength: number) {
  return facts.map(([label, value]) => github`${label} ${shortCode(value, maxLength)}`);
}

export function foldedSection(
  summary: string,
  content: readonly Markup[],
  isOpen = false,
): Markup[] {
  const start = isOpen ? github`<details open>` : github`<details>`;
  return [start, github`<summary>${summary}</summary>`, ...content, github`</details>`];
}

interface TableLayout {
  /** Maximum length of a title, a column name or a cell, in characters. */
  maxLength: number;
  /** Maximum number of rows. The others are counted below the table. */
  maxRows?: number;
  /** True shows the columns that are details, too. */
  showsDetails?: boolean;
}

const DEFAULT_MAX_ROWS = 20;

export function blockHtml(
  { title = '', isFolded = false, sentences = [], table: rows }: Block,
  layout: TableLayout,
): Markup[] {
  const content = sentences.map((sentence) => github`<p>${sentencesHtml(sentence)}</p>`);
  if (rows) content.push(...tableHtml(rows, layout));
  const head = cut(title, layout.maxLength);
  if (head === '' || content.length === 0) return content;
  return isFolded ? foldedSection(head, content) : [github`<p><b>${head}</b>:</p>`, ...content];
}

export function tableHtml(
  { columns, rows, noun }: Table,
  { maxLength, maxRows = DEFAULT_MAX_ROWS, showsDetails = false }: TableLayout,
): Markup[] {
  const shownColumns = [...columns.entries()].filter(
    ([, { isDetail }]) => showsDetails || !isDetail,
  );
  const maxHeadLength = Math.min(maxLength, MAX_RESULT_HEAD_LENGTH);
  const head = shownColumns.map(([, { name }]) =>
    cut(name.replaceAll('_\n', '_').replaceAll('\n', ' '), maxHeadLength),
  );
  const lineOf = ({ cells, outcome, strong }: TableRow): Markup[] =>
    shownColumns.map(([i, { isNumber }]) => {
      const text = oneLine(cells[i] ?? '', maxLength);
      const sign = i === 0 && outcome !== undefined ? github`${icon(outcome)} ` : undefined;
      const content = i === strong ? github`${sign}<b>${text}</b>` : github`${sign}${text}`;
      return isNumber ? numericCell(content) : cell(content);
    });
  return [
    table(head, rows.slice(0, maxRows).map(lineOf)),
    ...moreInReport(rows.length - maxRows, noun),
  ];
}

export function moreInReport(count: number, noun: string): Markup[] {
  return count > 0 ? paragraphs([`… and ${quantity(count, `more ${noun}`)} in the report.`]) : [];
}
