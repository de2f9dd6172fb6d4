/** Text broken into lines of a terminal's cells. */
import { graphemes } from './cut.js';
import { joined, type Segment } from './inserted.js';

/** What takes two cells: Asian letters and their punctuation, and most emoji. */
const WIDE_LETTER =
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6])/u;
const WIDE_EMOJI = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)/u;

export function displayWidth(text: string): number {
  return graphemes(text).reduce((width, character) => width + cells(character), 0);
}

function cells(character: string): number {
  return WIDE_LETTER.test(character) || WIDE_EMOJI.test(character) ? 2 : 1;
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
