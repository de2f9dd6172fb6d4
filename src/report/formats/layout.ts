/** Lines for a terminal of a given width: wrapped texts, labels, optional colours. */
import { styleText } from 'node:util';
import type { Outcome } from '../../engine/results.ts';
import { cut, graphemes } from '../story/truncate.ts';
import { type Segment, joinSegments, unmarked } from '../story/inserted.ts';
import { forTerminal, disarmCommands } from './escape.ts';
import { eastAsianWidth } from 'get-east-asian-width';

export interface TerminalOptions {
  columns: number;
  color: boolean;
  /** Renames inputs of the action to the terminal's options in a sentence. */
  words?: (text: string) => string;
}

const MIN_WIDTH = 20;
const LABEL_WIDTH = 'with a harmless word'.length + 2;
/** Up to this width, tables become cards, and texts stand below their labels. */
export const NARROW = 60;

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
  const width = Math.max(MIN_WIDTH, columns - indent);
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
  const lines = wrapLine(shownSegments, Math.max(MIN_WIDTH, options.columns - indent)).map((line) =>
    line
      .map((part) =>
        part.inserted ? paintText(['bold', 'underline'], part.text, options) : part.text,
      )
      .join(''),
  );
  if (isNarrow) {
    const below = lines.map((line) => `${' '.repeat(indent)}${line}`.trimEnd());
    if (label.trim() === '') return below;
    const head = cut(label, Math.max(MIN_WIDTH, options.columns - 4));
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
