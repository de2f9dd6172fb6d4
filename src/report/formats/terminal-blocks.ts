/** Blocks and tables of the story, for a terminal of a given width. */
import CliTable from 'cli-table3';
import { type Block, plainText, type Table } from '../story/blocks.ts';
import { oneLine } from '../story/truncate.ts';
import { quantity } from '../story/words.ts';
import { forTerminal } from './escape.ts';
import {
  boldLines,
  COLORS,
  displayWidth,
  NARROW,
  paintText,
  SIGNS,
  type TerminalOptions,
  wrapText,
} from './layout.ts';

export function blockLines(
  { title, sentences = [], table }: Block,
  options: TerminalOptions,
): string[] {
  const lines: string[] = [];
  if (title !== undefined) lines.push(...boldLines(`${title}:`, options));
  for (const sentence of sentences) {
    const write = typeof sentence[0] === 'string' ? wrapText : boldLines;
    lines.push(...write(plainText(sentence), options, 2));
  }
  if (sentences.length > 0 && table) lines.push('');
  if (table) lines.push(...tableLines(table, options));
  return lines;
}

const MAX_ROWS = 20;
const MAX_CELL_LENGTH = 40;
const MAX_NAME_LENGTH = 30;

/** A column as the terminal shows it: safe texts, cut, with the signs of outcomes. */
interface ShownColumn {
  /** May be broken at `\n`. */
  name: string;
  cells: string[];
  align: 'left' | 'right';
  /** As in `TableColumn`; a column without a number stays. */
  dropOrder: number | undefined;
  /** A colour for each cell. */
  colors?: (typeof COLORS)[keyof typeof COLORS][];
}

/**
 * A table that fits the terminal: drops columns by their `dropOrder`, then cuts the first. In a
 * narrow terminal each row becomes a card.
 */
export function tableLines(
  { columns, rows, noun }: Table,
  options: TerminalOptions,
  most = MAX_ROWS,
): string[] {
  const shownRows = rows.slice(0, most);
  const shownColumns = columns.map(({ name, isNumber, dropOrder }, i): ShownColumn => ({
    name: columnName(name),
    cells: shownRows.map(({ cells }) => forTerminal(oneLine(cells[i] ?? '', MAX_CELL_LENGTH))),
    align: isNumber ? 'right' : 'left',
    dropOrder,
  }));
  const [firstColumn] = shownColumns;
  if (firstColumn && rows.some(({ outcome }) => outcome !== undefined)) {
    const signs = shownRows.map(({ outcome }) => (outcome ? SIGNS[outcome] : ' '));
    firstColumn.cells = firstColumn.cells.map((cell, i) => `${signs[i]} ${cell}`);
    firstColumn.colors = shownRows.map(({ outcome = 'pass' }) => COLORS[outcome]);
  }
  const layOut = options.columns <= NARROW ? layOutCards : layOutTable;
  const lines = [layOut(shownColumns, options)];
  const moreCount = rows.length - shownRows.length;
  if (moreCount > 0)
    lines.push(...wrapText(`... and ${quantity(moreCount, `more ${noun}`)}.`, options));
  return lines;
}

function columnName(name: string): string {
  return name
    .split('\n')
    .map((line) => forTerminal(oneLine(line, MAX_NAME_LENGTH)))
    .join('\n');
}

/** Cells between two columns. */
const GAP = 2;

function layOutCards([heads, ...columns]: ShownColumn[], options: TerminalOptions): string {
  const labelled = columns.map(({ name, cells }) => {
    const label = name.replace(/_\n/g, '_').replaceAll('\n', ' ');
    return { label, cells };
  });
  const width = Math.max(0, ...labelled.map(({ label }) => displayWidth(label))) + GAP;
  const cards = (heads?.cells ?? []).map((head, row) => {
    const fields = labelled.flatMap(({ label, cells }) => {
      const cell = cells[row] ?? '';
      if (cell === '') return [];
      const room = { columns: options.columns - width - 4, color: false };
      const [text = '', ...more] = wrapText(cell, room, 0);
      const pad = ' '.repeat(Math.max(0, width - displayWidth(label)));
      return [
        `    ${paintText('dim', label, options)}${pad}${text}`,
        ...more.map((line) => `${' '.repeat(width + 4)}${line}`),
      ];
    });
    return [...boldLines(head, options, 2), ...fields].join('\n');
  });
  return cards.join('\n');
}

/** Names of cli-table3's frame, all but the rule under the head. */
const FRAME = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) => [
  side,
  `${side}-mid`,
  `${side}-left`,
  `${side}-right`,
]);
const BORDERLESS = Object.fromEntries([...FRAME, 'middle'].map((name) => [name, '']));

function layOutTable(allColumns: ShownColumn[], options: TerminalOptions): string {
  const columns = fittingColumns(allColumns, options.columns);
  const [firstWidth = 0, ...otherWidths] = columns.map(columnWidth);
  const spare = options.columns - otherWidths.reduce((sum, width) => sum + width, 0);
  const table = new CliTable({
    head: columns.map(({ name }) => name),
    colWidths: [Math.max(8, Math.min(firstWidth, spare)), ...otherWidths],
    colAligns: columns.map(({ align }) => align),
    rowAligns: ['bottom'],
    chars: { ...BORDERLESS, mid: '─' },
    style: { head: [], border: [], compact: true, 'padding-left': GAP, 'padding-right': 0 },
  });
  const height = Math.max(...columns.map(({ cells }) => cells.length));
  for (let row = 0; row < height; row += 1) {
    const cells = columns.map(({ cells, colors }) => {
      const [cell, color] = [cells[row] ?? '', colors?.[row]];
      return color === undefined ? cell : paintText(color, cell, options);
    });
    table.push(cells);
  }
  // cli-table3 cuts by UTF-16 units, also between the halves of a pair.
  return table
    .toString()
    .toWellFormed()
    .replace(/(?<! ) +$/gm, '');
}

/** Drops columns by their `dropOrder`, the lowest number first, until the others fit. */
function fittingColumns(columns: ShownColumn[], width: number): ShownColumn[] {
  const inDropOrder = columns
    .filter((column) => column.dropOrder !== undefined)
    .toSorted((a, b) => (a.dropOrder ?? 0) - (b.dropOrder ?? 0));
  let total = columns.reduce((sum, column) => sum + columnWidth(column), 0);
  const dropped = new Set<ShownColumn>();
  for (const column of inDropOrder) {
    if (total <= width) break;
    dropped.add(column);
    total -= columnWidth(column);
  }
  return columns.filter((column) => !dropped.has(column));
}

function columnWidth({ name, cells }: ShownColumn): number {
  return Math.max(...[...name.split('\n'), ...cells].map(displayWidth)) + GAP;
}
