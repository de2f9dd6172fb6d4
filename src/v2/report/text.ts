import { styleText } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';
import { withoutMarks, type Block, type Sentence, type TableBlock } from './blocks.ts';
import { disarm, visible } from './code.ts';

/** Blocks as lines of a terminal, which are wrapped to its width. */

const MIN_COLUMNS = 30;
/** Cells between two columns. */
const GAP = 2;

export function blocksToText(blocks: readonly Block[], columns: number): string {
  const width = Math.max(MIN_COLUMNS, columns);
  // The log of a job is a terminal, too.
  return disarm(`${blocks.map((block) => blockToText(block, width)).join('\n\n')}\n`);
}

function blockToText(block: Block, width: number): string {
  switch (block.kind) {
    case 'heading':
      return styleText('bold', wrap(block.text, width).join('\n'));
    case 'text': {
      const text = wrap(block.text, width).join('\n');
      return block.isQuiet ? styleText('dim', text) : text;
    }
    case 'table':
      return tableToText(block, width);
    case 'section': {
      const title = styleText('bold', wrap(block.title, width).join('\n'));
      return `${title}\n${blocksToText(block.blocks, width).trimEnd()}`;
    }
  }
}

/** A sentence without marks, and without characters that steer a terminal or the runner. */
export function plain(sentence: Sentence): string {
  return disarm(visible(withoutMarks(sentence)));
}

/** Most cells of a column of figures; the first column has the rest. */
const FIGURE_CELLS = 14;
const NAME_CELLS = 36;

function tableToText({ head, rows, isFigures = false }: TableBlock, columns: number): string {
  const even = Math.floor(columns / head.length);
  const widths = head.map(() => (isFigures ? Math.min(FIGURE_CELLS, even) : even));
  if (isFigures) widths[0] = Math.min(NAME_CELLS, columns - (widths.length - 1) * (widths[1] ?? 0));
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width) - GAP);
  const names = rowToText(
    head.map((name) => [name]),
    widths,
    isFigures,
  );
  const body = rows.map((cells) => rowToText(cells, widths, isFigures));
  return [names, rule, body.join(isFigures ? '\n' : `\n${rule}\n`)].join('\n');
}

function rowToText(
  cells: readonly (readonly Sentence[])[],
  widths: readonly number[],
  isFigures: boolean,
): string {
  const columns = widths.map((width, i) => {
    const lines = (cells[i] ?? []).flatMap((cell) => wrap(cell, width - GAP));
    return { lines, width, isRight: isFigures && i > 0 };
  });
  const height = Math.max(...columns.map(({ lines }) => lines.length));
  const rows = Array.from({ length: height }, (_line, row) => {
    const padded = columns.map(({ lines: { [row]: text = '' }, width, isRight }) => {
      const space = ' '.repeat(Math.max(0, width - GAP - widthOf(text)));
      return (isRight ? space + text : text + space) + ' '.repeat(GAP);
    });
    return padded.join('').trimEnd();
  });
  return rows.join('\n');
}

function widthOf(text: string): number {
  return Array.from(text).reduce((width, character) => width + cellsOf(character), 0);
}

function cellsOf(character: string): number {
  if (/^[\x20-\x7e]$/.test(character)) return 1;
  // A selector makes the sign before it an emoji, which is wide.
  if (/^\p{M}$/u.test(character)) return character === '\uFE0F' ? 1 : 0;
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** Breaks at spaces where possible, never inside a code point. */
export function wrap(sentence: Sentence, width: number): string[] {
  return plain(sentence)
    .split('\n')
    .flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(text: string, width: number): string[] {
  const lines = [''];
  let used = 0;
  const add = (part: string) => {
    const cells = widthOf(part);
    if (used > 0 && used + widthOf(part.trimEnd()) > width) {
      lines.push('');
      used = 0;
    }
    lines.push(`${lines.pop()}${part}`);
    used += cells;
  };
  for (const word of text.split(/(?<= )/)) {
    if (widthOf(word) <= width) add(word);
    else Array.from(word).forEach(add);
  }
  return lines.map((line) => line.trimEnd());
}
