import type { Hit } from './disguise.js';
import { allIn } from '../all-in.js';
import { fold } from './edges.js';
import { entriesOf } from './entries.js';
import { plurals } from './inflect.js';
import { COMPOUNDS, EASILY_MISTAKEN, FORMS, HARMLESS, OATHS_AND_INSULTS, STEMS } from './lexicon.js';
import { isInside, type Span } from './quotes.js';
import { tableScan } from './table.js';

/**
 * A word of Latin letters, which `_` may stand beside as markdown sets it; none is longer. A letter is looked for first: to look back from
 * each of many `_` would take long.
 */
const LATIN_WORD = /(?=[a-z])(?<![\p{L}\p{N}]_*)[a-z]{2,64}(?!_*[\p{L}\p{N}])/giu;

/** Words whose verdict is kept: more than any language uses often. */
const MOST_KNOWN = 20_000;

export interface Beyond {
  /** Whether English is among the languages: all the rules are English. */
  english: boolean;
  /** The user's words. Nothing is known of them but that they are foul: they have a plural. */
  words?: readonly string[] | undefined;
  /** Whether the oaths and insults count that the list has not. */
  insults?: boolean;
}

/** What is no entry of the list but belongs to it (`fucked`, `assholes`, `dumbass`), and on demand what it lacks (`crap`, `idiot`). */
export function beyondFinder(beyond: Beyond): (text: string) => Hit[] {
  const { english, insults = false } = beyond;
  const forms = listed(beyond);
  const ofEnglish = (form: string) => COMPOUNDS.get(form) ?? STEMS.find(([, where]) => where.test(form))?.[0];
  const lookUp = (form: string) => forms.get(form) ?? (english ? ofEnglish(form) : undefined);
  // Texts have few words in common with the list, and many with each other.
  const known = new Map<string, string | undefined>();
  const wordOf = (form: string): string | undefined => {
    if (known.has(form)) return known.get(form);
    const word = lookUp(form);
    if (known.size < MOST_KNOWN) known.set(form, word);
    return word;
  };
  const harmless = tableScan(entriesOf({ languages: [], words: english && insults ? HARMLESS : [] }));
  return (text) => {
    const hits: Hit[] = [];
    for (const { 0: found, index } of allIn(fold(text), LATIN_WORD)) {
      const word = wordOf(found.toLowerCase());
      if (word !== undefined) hits.push({ start: index, end: index + found.length, word });
    }
    if (!hits.some(isInsult)) return hits;
    const spans: Span[] = [];
    harmless(text, (start, end) => spans.push({ start, end }));
    return spans.length === 0 ? hits : hits.filter((hit) => !isInsult(hit) || !isInside(spans, hit));
  };
}

const isInsult = ({ word }: Hit): boolean => OATHS_AND_INSULTS.has(word);

/** What is looked for in disguise too. Not what is put together: it is much, and each word more costs. */
export function disguisable(beyond: Beyond): string[] {
  return [...listed(beyond).keys()].filter((form) => !EASILY_MISTAKEN.has(form));
}

function listed({ english, words = [], insults = false }: Beyond): Map<string, string> {
  const forms = new Map(english ? [...FORMS, ...(insults ? OATHS_AND_INSULTS : [])] : []);
  for (const word of words.map((one) => fold(one.trim()).toLowerCase())) {
    if (/^[a-z]{3,}$/.test(word)) for (const form of plurals(word)) forms.set(form, word);
  }
  return forms;
}
