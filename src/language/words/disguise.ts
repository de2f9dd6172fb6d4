import { findInEnglishDataset } from './english-dataset.ts';
import type { Find, Hit } from './list.ts';

/** Words whose masked forms (`f**k`, `f.u.c.k`) are found. The data set does not find these. */
const CORE = [
  'fuck',
  'shit',
  'bitch',
  'cunt',
  'asshole',
  'dick',
  'bastard',
  'whore',
  'slut',
  'nigger',
  'pussy',
];

/** Signs that replace a letter because they look like it. */
const LOOKS_LIKE: Record<string, string> = {
  a: '@4',
  c: '(',
  e: '3',
  i: '!1|',
  o: '0',
  s: '$5',
  t: '+7',
};
const MASKS = '*#@%';
const VOWELS = new Set('aeiou');

const signsFor = (letter: string, masks = '') => `[${letter}${LOOKS_LIKE[letter] ?? ''}${masks}]`;

/** Returns the source of a pattern that shows both ends of the word, or its start and an ending. */
function maskedForm([firstLetter = '', ...furtherLetters]: string): string {
  const lastLetter = furtherLetters.at(-1) ?? '';
  // `_` and `-` also join words, so they hide a vowel only.
  const inner = furtherLetters
    .slice(0, -1)
    .map((letter) => signsFor(letter, VOWELS.has(letter) ? `${MASKS}_\\-` : MASKS));
  return `${signsFor(firstLetter)}(?:${inner.join('')}${signsFor(lastLetter)}|[*]{${furtherLetters.length}}(?=ing|ed|ers?\\b))`;
}

const SIGN = '(?:\\. |[ .\\-_/])';

/** English endings, with the letter that is doubled before them, and second parts of insults. */
const ENDING = '(?:e?s|ies?|[a-z]?(?:y|ed|ers?|ing?)|(?:head|hole|face|show|wit)s?)?';
const NO_LETTER_BEFORE = '(?<![\\p{L}\\p{N}*])';
const NO_LETTER_BEHIND = '(?![\\p{L}\\p{N}*])';
const PATTERNS = CORE.flatMap((word) => {
  const masked = `(?:bull|mother)?${maskedForm(word)}${ENDING}`;
  // One sign between all the letters, the same each time.
  const [firstLetter = '', ...furtherLetters] = word;
  const spelled = `${firstLetter}(?<sign>${SIGN})${furtherLetters.join('\\k<sign>')}`;
  return [masked, spelled].map((form) => ({
    word,
    pattern: new RegExp(`${NO_LETTER_BEFORE}${form}${NO_LETTER_BEHIND}`, 'giu'),
  }));
});

/** Matches at least the matches of all patterns, so that most texts need one search. */
const MAY_BE_MASKED = new RegExp(
  `${NO_LETTER_BEFORE}(?:${CORE.map((word) => [...word].join(SIGN)).join('|')}|(?:bull|mother)?(?:${CORE.map(maskedForm).join('|')}))`,
  'iu',
);

const findMasked: Find = (text) => {
  if (!MAY_BE_MASKED.test(text)) return [];
  return PATTERNS.flatMap(({ word, pattern }) =>
    Array.from(text.matchAll(pattern), ({ index, 0: form }) => ({
      start: index,
      end: index + form.length,
      word,
    })),
  );
};

const findInDataset: Find = (text) => {
  const hits: Hit[] = [];
  for (const { start, end, word } of findInEnglishDataset(text)) {
    const wholeWord = wordAround(text, start, end);
    if (wholeWord) hits.push({ ...wholeWord, word });
  }
  return hits;
};

const IS_ENDING = new RegExp(`^${ENDING}$`, 'iu');

/**
 * Returns the whole word around a part (`fucked`); undefined for an innocent word (`cockpit`) and
 * for a number (`455`).
 */
function wordAround(
  text: string,
  start: number,
  partEnd: number,
): { start: number; end: number } | undefined {
  let end = partEnd;
  while (end < text.length && text[end] === text[end - 1]) end++;
  const [lettersBefore = ''] =
    /\p{L}{0,30}$/u.exec(text.slice(Math.max(0, start - 30), start)) ?? [];
  const [lettersBehind = ''] = /^\p{L}{0,30}/u.exec(text.slice(end, end + 30)) ?? [];
  const part = text.slice(start, end);
  const digits = part.match(/\p{N}/gu)?.length ?? 0;
  const letters = part.match(/\p{L}/gu)?.length ?? 0;
  if (!IS_ENDING.test(lettersBehind) || (digits > 0 && digits >= letters)) return undefined;
  return { start: start - lettersBefore.length, end: end + lettersBehind.length };
}

export const findDisguised: Find = (text) => [...findInDataset(text), ...findMasked(text)];
