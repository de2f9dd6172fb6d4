/**
 * Text broken into lines of a terminal's cells. `string-width` 4, which is in node_modules for cli-table3, takes four cells for क्षि and
 * one for 🫠, and a newer one would move it: so here is the table that newer ones read.
 */
import { eastAsianWidth } from 'get-east-asian-width';
import { graphemes } from './cut.js';
import { joined, type Segment } from './inserted.js';

/** Emoji of several code points, and those that a variation selector makes one. */
const WIDE_EMOJI = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)/u;

export function displayWidth(text: string): number {
  return graphemes(text).reduce((width, character) => width + cells(character), 0);
}

function cells(character: string): number {
  if (/^[\x20-\x7e]$/.test(character)) return 1;
  return WIDE_EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** Lines of at most so many cells, broken at spaces where there are any, never inside a character. */
export function wrap(segments: readonly Segment[], width: number): Segment[][] {
  const lines: Segment[][] = [];
  let line: Segment[] = [];
  let used = 0;
  for (const character of segments.flatMap(({ text, inserted }) => graphemes(text).map((text) => ({ text, inserted })))) {
    const size = cells(character.text);
    if (character.text === '\n' || used + size > width) {
      const space = character.text === '\n' ? -1 : line.findLastIndex(({ text }) => text === ' ');
      const rest = space > 0 && character.text !== ' ' ? line.splice(space).slice(1) : [];
      lines.push(joined(line));
      line = rest;
      used = rest.reduce((sum, { text }) => sum + cells(text), 0);
      if (/^\s$/.test(character.text)) continue;
    }
    line.push(character);
    used += size;
  }
  return [...lines, joined(line)];
}
