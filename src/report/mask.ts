/** Foul words, masked for show: `fuck` becomes `f██k`. What is stored and scored stays as it is. */
import { graphemes } from './cut.js';

/** Where foul words stand in a text: half-open ranges of UTF-16 units, as the word list's matcher finds them. */
export type FindWords = (text: string) => Array<{ start: number; end: number }>;

/** Text with every found range masked, an entry of several words word by word. */
export function mask(text: string, find: FindWords): string {
  let shown = '';
  let done = 0;
  for (const { start, end } of find(text).toSorted((a, b) => a.start - b.start)) {
    if (start < done || end <= start) continue;
    shown += text.slice(done, start) + text.slice(start, end).replace(/\S+/g, maskWord);
    done = end;
  }
  return shown + text.slice(done);
}

/** First and last letter stay; of up to three letters the first alone, of one letter none: enough is always hidden. */
function maskWord(word: string): string {
  const letters = graphemes(word);
  if (letters.length === 1) return '█';
  const last = letters.length > 3 ? letters.at(-1) : '█';
  return `${letters[0]}${'█'.repeat(letters.length - 2)}${last}`;
}
