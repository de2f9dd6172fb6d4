/** Lines for a terminal of a given width: columns, wrapped texts, optional colours. */
import CliTable from 'cli-table3';
import { styleText } from 'node:util';
import type { Outcome } from '../../engine/results.js';
import { type Block, plainText, type Table } from '../story/blocks.js';
import { cut, graphemes, oneLine } from '../story/truncate.js';
import { type Segment, joinSegments, unmarked } from '../story/inserted.js';
import { forTerminal, disarmCommands } from './escape.js';
import { eastAsianWidth } from 'get-east-asian-width';
import { quantity } from '../story/words.js';

export interface TerminalOptions {
  columns: number;
  color: boolean;
  /** Renames inputs of the action to the terminal's options in a sentence. */
  words?: (text: string) => string;
}

const GAP = 2;
const NARROWEST = 20;
const LABEL_WIDTH = 'with a harmless word'.length + 2;
/** Up to this width, tables become cards, and texts stand below their labels. */
const NARROW = 60;

type Style = Parameters<typeof styleText>[0];

export function paintText(style: Style, text: string, { color }: TerminalOptions): string {
  return color ? styleText(style, text, { validateStream: false }) : text;
}

/** Wraps texts to the width of the terminal, one below the other. */
export function wrapText(
  texts: string | readonly string[],
  { columns, words = (text) => text }: TerminalOptions,
  indent = 2,
): string[] {
  const width = Math.max(NARROWEST, columns - indent);
  return [texts]
    .flat()
    .flatMap((text) =>
      wrapLine(unmarked(forTerminal(words(text))), width).map(
        (line) => ' '.repeat(indent) + line.map((segment) => segment.text).join(''),
      ),
    );
}

/** Paints lines that are wrapped already. */
export function paintLines(style: Style, lines: string[], options: TerminalOptions): string[] {
  return lines.map((line) => paintText(style, line, options));
}

export function boldLines(text: string, options: TerminalOptions, indent = 0): string[] {
  return paintLines('bold', wrapText(text, options, indent), options);
}

/**
 * Returns the lines of a label with a text beside it. Inserted words are bold, or in git's `{+plus
 * signs+}` without colours.
 */
export function fieldLines(label: string, segments: Segment[], options: TerminalOptions): string[] {
  const shownSegments = segments.map(({ text, inserted }) => ({
    text: inserted && !options.color ? `{+${forTerminal(text)}+}` : forTerminal(text),
    inserted,
  }));
  const isNarrow = options.columns <= NARROW;
  const indent = isNarrow ? 6 : 4 + LABEL_WIDTH;
  const lines = wrapLine(shownSegments, Math.max(NARROWEST, options.columns - indent)).map((line) =>
    line
      .map((part) =>
        part.inserted ? paintText(['bold', 'underline'], part.text, options) : part.text,
      )
      .join(''),
  );
  if (isNarrow) {
    const below = lines.map((line) => `${' '.repeat(indent)}${line}`.trimEnd());
    if (label.trim() === '') return below;
    const head = cut(label, Math.max(NARROWEST, options.columns - 4));
    return [`    ${paintText('dim', head, options)}`, ...below];
  }
  return lines.map((line, index) => {
    const name =
      index === 0
        ? paintText('dim', cut(label, LABEL_WIDTH - 2).padEnd(LABEL_WIDTH), options)
        : ' '.repeat(LABEL_WIDTH);
    return `    ${name}${line}`.trimEnd();
  });
}

export const COLORS = {
  pass: 'green',
  fail: 'red',
  inconclusive: 'yellow',
  error: 'red',
  skipped: 'yellow',
} as const;

export const SIGNS: Record<Outcome, string> = {
  pass: '✔',
  fail: '✖',
  inconclusive: '⚠',
  error: '✖',
  skipped: '○',
};

interface TerminalColumn {
  /** May be broken at `\n`. */
  name: string;
  cells: string[];
  align?: 'right';
  /**
   * Columns with the lowest number are dropped first in a narrow terminal; a column without one
   * stays.
   */
  expendable?: number;
  style?: (cell: string, row: number) => Style;
}

/** Returns a function that makes a column over these items. Names and cells are plain text. */
export function columnMaker<Item>(items: readonly Item[]) {
  return (
    name: string,
    cell: (item: Item) => string,
    more: Partial<TerminalColumn> = {},
  ): TerminalColumn => ({
    name: columnName(name),
    cells: items.map((item) => forTerminal(oneLine(cell(item), 40))),
    ...more,
  });
}

/** Names of cli-table3's frame, all but the rule under the head. */
const FRAME = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) => [
  side,
  `${side}-mid`,
  `${side}-left`,
  `${side}-right`,
]);
const BORDERLESS = Object.fromEntries([...FRAME, 'middle'].map((name) => [name, '']));

/**
 * Lays out a table that fits the terminal: drops expendable columns, then cuts the first. In a
 * narrow terminal each row becomes a card.
 */
export function layOutColumns(tableColumns: TerminalColumn[], options: TerminalOptions): string {
  return options.columns <= NARROW
    ? layOutCards(tableColumns, options)
    : layOutTable(tableColumns, options);
}

function layOutCards(
  [headColumn, ...otherColumns]: TerminalColumn[],
  options: TerminalOptions,
): string {
  const labelled = otherColumns.map((column) => {
    const label = column.name.replace(/_\n/g, '_').replaceAll('\n', ' ');
    return { column, label };
  });
  const width = Math.max(0, ...labelled.map(({ label }) => displayWidth(label))) + GAP;
  return (headColumn?.cells ?? [])
    .map((head, row) => {
      const lines = labelled.flatMap(({ column, label }) => {
        const cell = column.cells[row] ?? '';
        if (cell === '') return [];
        const [text = '', ...more] = wrapText(
          cell,
          { columns: options.columns - width - 4, color: false },
          0,
        );
        const painted = (line: string): string =>
          column.style ? paintText(column.style(cell, row), line, options) : line;
        const pad = ' '.repeat(Math.max(0, width - displayWidth(label)));
        return [
          `    ${paintText('dim', label, options)}${pad}${painted(text)}`,
          ...more.map((line) => `${' '.repeat(width + 4)}${painted(line)}`),
        ];
      });
      return [...boldLines(head, options, 2), ...lines].join('\n');
    })
    .join('\n');
}

function layOutTable(allColumns: TerminalColumn[], options: TerminalOptions): string {
  const width = (column: TerminalColumn): number =>
    Math.max(...[...column.name.split('\n'), ...column.cells].map(displayWidth)) + GAP;
  let shownColumns = allColumns;
  let total = allColumns.reduce((sum, column) => sum + width(column), 0);
  const expendable = allColumns
    .filter((column) => column.expendable)
    .toSorted((a, b) => (a.expendable ?? 0) - (b.expendable ?? 0));
  for (const column of expendable) {
    if (total <= options.columns) break;
    shownColumns = shownColumns.filter((other) => other !== column);
    total -= width(column);
  }
  const [firstWidth, ...otherWidths] = shownColumns.map(width);
  const spare = options.columns - otherWidths.reduce((sum, size) => sum + size, 0);
  const table = new CliTable({
    head: shownColumns.map(({ name }) => name),
    colWidths: [Math.max(8, Math.min(firstWidth ?? 0, spare)), ...otherWidths],
    colAligns: shownColumns.map(({ align }) => align ?? 'left'),
    rowAligns: ['bottom'],
    chars: { ...BORDERLESS, mid: '─' },
    style: { head: [], border: [], compact: true, 'padding-left': GAP, 'padding-right': 0 },
  });
  const height = Math.max(...shownColumns.map(({ cells }) => cells.length));
  for (let row = 0; row < height; row += 1) {
    table.push(shownColumns.map((column) => styledCell(column, row, options)));
  }
  // cli-table3 cuts by UTF-16 units, also between the halves of a pair.
  return table
    .toString()
    .toWellFormed()
    .replace(/(?<! ) +$/gm, '');
}

function styledCell({ cells, style }: TerminalColumn, row: number, options: TerminalOptions) {
  const cell = cells[row] ?? '';
  return style ? paintText(style(cell, row), cell, options) : cell;
}

const MOST_ROWS = 20;

export function blockLines(
  { title, sentences = [], table: blockTable }: Block,
  options: TerminalOptions,
): string[] {
  const parts: string[] = [];
  if (title !== undefined) parts.push(...boldLines(`${title}:`, options));
  for (const sentence of sentences) {
    const write = typeof sentence[0] === 'string' ? wrapText : boldLines;
    parts.push(...write(plainText(sentence), options, 2));
  }
  if (sentences.length > 0 && blockTable) parts.push('');
  if (blockTable) parts.push(...tableLines(blockTable, options));
  return parts;
}

export function tableLines(
  { columns: heads, rows, noun }: Table,
  options: TerminalOptions,
  most = MOST_ROWS,
): string[] {
  const shownRows = rows.slice(0, most);
  const column = columnMaker(shownRows);
  const tableColumns = heads.map(({ name, isNumber, expendable }, i) =>
    column(name, ({ cells }) => cells[i] ?? '', {
      align: isNumber ? 'right' : undefined,
      expendable,
    }),
  );
  const [firstColumn] = tableColumns;
  if (firstColumn && rows.some(({ outcome }) => outcome !== undefined)) {
    const outcomes = shownRows.map(({ outcome }) => outcome);
    const signs = outcomes.map((outcome) => (outcome ? SIGNS[outcome] : ' '));
    firstColumn.cells = firstColumn.cells.map((cell, i) => `${signs[i]} ${cell}`);
    firstColumn.style = (_, row) => COLORS[outcomes[row] ?? 'pass'];
  }
  const lines = [layOutColumns(tableColumns, options)];
  const moreCount = rows.length - shownRows.length;
  if (moreCount > 0)
    lines.push(...wrapText(`... and ${quantity(moreCount, `more ${noun}`)}.`, options));
  return lines;
}

function columnName(name: string): string {
  return name
    .split('\n')
    .map((line) => forTerminal(oneLine(line, 30)))
    .join('\n');
}

/** Joins sections with an empty line between them, and drops empty ones. */
export function joinSections(sections: readonly (readonly string[])[]): string {
  const text = sections
    .map((lines) => lines.join('\n'))
    .filter((section) => section !== '')
    .join('\n\n');
  // The log of a job is a terminal too.
  return `${disarmCommands(text)}\n`;
}

/** Emoji of several code points, and characters that a variation selector makes an emoji. */
const WIDE_EMOJI = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)/u;

export function displayWidth(text: string): number {
  return graphemes(text).reduce((width, character) => width + cellWidth(character), 0);
}

function cellWidth(character: string): number {
  if (/^[\x20-\x7e]$/.test(character)) return 1;
  return WIDE_EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
}

/**
 * Breaks text into lines of at most `width` cells, at spaces if possible, never inside a character.
 */
export function wrapLine(segments: readonly Segment[], width: number): Segment[][] {
  const lines: Segment[][] = [];
  let line: Segment[] = [];
  let usedCells = 0;
  for (const character of segments.flatMap(({ text, inserted }) =>
    graphemes(text).map((text) => ({ text, inserted })),
  )) {
    const size = cellWidth(character.text);
    if (character.text === '\n' || usedCells + size > width) {
      const space = character.text === '\n' ? -1 : line.findLastIndex(({ text }) => text === ' ');
      const carriedOver = space > 0 && character.text !== ' ' ? line.splice(space).slice(1) : [];
      lines.push(joinSegments(line));
      line = carriedOver;
      usedCells = carriedOver.reduce((sum, { text }) => sum + cellWidth(text), 0);
      if (/^\s$/.test(character.text)) continue;
    }
    line.push(character);
    usedCells += size;
  }
  return [...lines, joinSegments(line)];
}
