/**
 * Tables of the summary and the comment: HTML that GitHub keeps, without a blank line, which would
 * start Markdown.
 */
import type { Block, TableRow, Sentence, Table } from '../story/blocks.ts';
import { cut, oneLine } from '../story/truncate.ts';
import { quantity, type Headed, ICONS } from '../story/words.ts';
import { code, github, Markup, quote } from './escape.ts';

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

export function cell(content: Markup | string): Markup {
  return github`<td>${content}</td>`;
}

/** Makes a cell of lines below each other. */
export function linesCell(lines: readonly Markup[]): Markup {
  return cell(joinMarkup(lines, github`<br>`));
}

export function numericCell(content: Markup | string): Markup {
  return github`<td align="right">${content}</td>`;
}

export function shortCode(text: string, longest: number): Markup {
  const shortened = cut(text, longest);
  return shortened === '' ? quote('') : code(shortened);
}

export function answerMarkup(text: string | null, longest: number): Markup {
  return text === null ? github`<i>no answer</i>` : quote(cut(text, longest));
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

/** The sign of an outcome, which the rules for prose would put into code. */
export function iconOf(outcome: Headed): Markup {
  return new Markup(ICONS[outcome]);
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
export function factsHtml(facts: readonly (readonly [string, string])[], longest: number) {
  return facts.map(([label, value]) => github`${label} ${shortCode(value, longest)}`);
}

export function foldedSection(
  summary: string,
  content: readonly Markup[],
  isOpen = false,
): Markup[] {
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
  const content = sentences.map((sentence) => github`<p>${sentencesHtml(sentence)}</p>`);
  if (rows && hasTables) content.push(...tableHtml(rows, options));
  const head = cut(title, longest);
  if (head === '' || content.length === 0) return content;
  return isFolded ? foldedSection(head, content) : [github`<p><b>${head}</b>:</p>`, ...content];
}

export function tableHtml(
  { columns, rows, noun }: Table,
  { longest, most = MOST_ROWS, isWide = false }: BlockOptions,
): Markup[] {
  const shownColumns = [...columns.entries()].filter(
    ([, { expendable = 4 }]) => isWide || expendable === 4,
  );
  const head = shownColumns.map(([, { name }]) =>
    cut(name.replaceAll('_\n', '_').replaceAll('\n', ' '), Math.min(longest, 60)),
  );
  const lineOf = ({ cells, outcome, strong }: TableRow): Markup[] =>
    shownColumns.map(([i, { isNumber }]) => {
      const text = oneLine(cells[i] ?? '', longest);
      const sign = i === 0 && outcome !== undefined ? github`${iconOf(outcome)} ` : undefined;
      const content = i === strong ? github`${sign}<b>${text}</b>` : github`${sign}${text}`;
      return isNumber ? numericCell(content) : cell(content);
    });
  return [table(head, rows.slice(0, most).map(lineOf)), ...moreInReport(rows.length - most, noun)];
}

export function moreInReport(count: number, noun: string): Markup[] {
  return count > 0 ? paragraphs([`… and ${quantity(count, `more ${noun}`)} in the report.`]) : [];
}
