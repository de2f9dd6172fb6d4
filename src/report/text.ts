// Lays out blocks for a terminal, wrapped to its width.

import { styleText } from 'node:util';
import widthOf from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { disarm, plain, type Block, type Sentence, type TableBlock } from './blocks.ts';

/** Cells between two columns. */
const GAP = 2;

export function blocksToText(blocks: readonly Block[], columns: number) {
  const width = Math.max(30, columns);
  // This text also goes into the job log, where the runner looks for commands.
  return disarm(`${blocks.map((block) => blockToText(block, width)).join('\n\n')}\n`);
}

function blockToText(block: Block, width: number): string {
  const wrapped = (text: Sentence) => wrapSentence(text, width).join('\n');
  switch (block.kind) {
    case 'heading':
      return styleText('bold', wrapped(block.text));
    case 'text':
      return wrapped(block.text);
    case 'facts':
      return styleText('dim', wrapped(block.text));
    case 'table':
      return tableToText(block, width);
    case 'section':
      return `${styleText('bold', wrapped(block.title))}\n${blocksToText(block.blocks, width).trimEnd()}`;
  }
}

function tableToText({ head, rows, isFigures }: TableBlock, columns: number) {
  const table = [head, ...rows];
  const widths = columnWidths(table, columns);
  const lines = table.map((cells) => {
    const texts = cells.map((cell, i) => wrapSentence(cell, widths[i] ?? 1));
    const height = Math.max(...texts.map(({ length }) => length));
    return Array.from({ length: height }, (_line, nth) => {
      const aligned = texts.map(({ [nth]: text = '' }, i) => {
        const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(text)));
        return isFigures && i > 0 ? space + text : text + space;
      });
      return aligned.join(' '.repeat(GAP)).trimEnd();
    }).join('\n');
  });
  const rule = '─'.repeat(totalWidth(widths));
  const [names, ...body] = lines;
  return [names, rule, body.join(isFigures ? '\n' : `\n${rule}\n`)].join('\n');
}

/** The widths that the cells need. If the table is too wide, the widest columns shrink. */
function columnWidths(table: TableBlock['rows'], columns: number) {
  const widths: number[] = [];
  for (const cells of table)
    for (const [i, cell] of cells.entries())
      for (const line of wrapSentence(cell, columns))
        widths[i] = Math.max(widths[i] ?? 0, widthOf(line));
  while (totalWidth(widths) > columns) {
    const widest = Math.max(...widths);
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function totalWidth(widths: readonly number[]) {
  return widths.reduce((total, width) => total + width + GAP, -GAP);
}

/**
 * Wraps lines, at spaces if possible and never inside a code point. A line keeps its indentation.
 */
function wrapSentence(sentence: Sentence, width: number) {
  return plain(sentence)
    .split('\n')
    .flatMap((line) => {
      const rows = wrapAnsi(line, width, { hard: true, trim: false }).split('\n');
      return rows.map((row, i) => (i === 0 ? row.trimEnd() : row.trim()));
    });
}
