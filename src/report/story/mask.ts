/** Masks foul words in texts that are shown. */
import { graphemes } from './truncate.ts';

/** A half-open range of UTF-16 units. */
interface Range {
  start: number;
  end: number;
}

export type FindWords = (text: string) => Range[];
export type Mask = (text: string) => string;

/** Shows foul words as they are. */
export const unmasked: Mask = (text) => text;

/** Returns a function that masks each text once, however many writers show it. */
export function maskOf(find: FindWords): Mask {
  const masks = new Map<string, string>();
  return (text) => {
    const masked = masks.get(text) ?? maskRanges(text, find(text));
    masks.set(text, masked);
    return masked;
  };
}

/** Masks every range, word by word. */
function maskRanges(text: string, ranges: readonly Range[]): string {
  let masked = '';
  let maskedUntil = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start < maskedUntil || end <= start) continue;
    masked += text.slice(maskedUntil, start) + text.slice(start, end).replace(/\S+/g, maskWord);
    maskedUntil = end;
  }
  return maskedUntil === 0 ? text : masked + text.slice(maskedUntil);
}

/** Keeps the first and the last letter; only the first of up to three letters, none of one. */
function maskWord(word: string): string {
  const letters = graphemes(word);
  if (letters.length === 1) return '█';
  const lastLetter = letters.length > 3 ? letters.at(-1) : '█';
  return `${letters[0]}${'█'.repeat(letters.length - 2)}${lastLetter}`;
}
